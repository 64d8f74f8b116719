/// Where a source delivers: a closure for elements, a scope for the end.
///
/// The rules that every source and operator keeps:
/// - whoever calls `next` has seen `scope.isStopped` false after the last foreign code ran;
/// - calls never overlap, and none follows `scope.end`;
/// - a source attaches its resource to the scope before it delivers, and lets go of the sink when that is cancelled.
@frozen @usableFromInline struct Sink<Element> {
  @usableFromInline let next: (Element) -> Void
  @usableFromInline let scope: Scope

  @inlinable init(next: @escaping (Element) -> Void, scope: Scope) {
    self.next = next
    self.scope = scope
  }
}
