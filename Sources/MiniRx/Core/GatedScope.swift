/// The scope below which several sources meet: they deliver through its gate, one at a time.
@usableFromInline
class GatedScope: Scope, @unchecked Sendable {
  // Sendable by rule: immutable beside the atomics of Scope.
  @usableFromInline final let down: Scope

  /// Takes its place as the resource of the scope below.
  @usableFromInline
  init(down: Scope) {
    self.down = down
    super.init()
    down.attach(self)
  }

  /// Sends the end down, in turn with the elements.
  @usableFromInline
  final func finish(_ error: (any Error)?) {
    serially { self.down.end(error) }
  }
}

/// An element closure that delivers through the gate, unless the scope below is stopped by then.
@inlinable
func merging<Element>(_ gated: GatedScope, _ next: @escaping (Element) -> Void) -> (Element) -> Void {
  { element in
    let passage = gated.enter()
    if passage == .refused {
      gated.post { if !gated.down.isStopped { next(element) } }
    } else {
      if !gated.down.isStopped { next(element) }
      gated.leave(passage)
    }
  }
}
