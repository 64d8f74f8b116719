extension ObservableType {
  /// Lets through the elements that satisfy the predicate. A predicate that throws ends the stream with its error.
  ///
  ///     source   -1--2--3--4--|
  ///     filter   ----2-----4--|      { $0.isMultiple(of: 2) }
  @inlinable public func filter(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
    FilterObservable(asObservable(), predicate)
  }
}

@usableFromInline final class FilterObservable<Element>: Observable<Element>, @unchecked Sendable {
  // Restates the conditional conformance of Observable.
  @usableFromInline let source: Observable<Element>
  @usableFromInline let predicate: (Element) throws -> Bool

  @inlinable init(_ source: Observable<Element>, _ predicate: @escaping (Element) throws -> Bool) {
    self.source = source
    self.predicate = predicate
    super.init { me, sink in
      let me = unsafeDowncast(me, to: FilterObservable<Element>.self)
      me.source.run(Sink(next: filtering(me.predicate, sink.next, sink.scope), scope: sink.scope))
    }
  }
}

@inlinable func filtering<Element>(
  _ predicate: @escaping (Element) throws -> Bool, _ next: @escaping (Element) -> Void, _ scope: Scope
) -> (Element) -> Void {
  let node = FilterNode(predicate, next, scope)
  return { node.receive($0) }
}

/// One subscription, and the context of its element closure.
@usableFromInline final class FilterNode<Element> {
  @usableFromInline let predicate: (Element) throws -> Bool
  @usableFromInline let next: (Element) -> Void
  @usableFromInline let scope: Scope

  @inlinable
  init(_ predicate: @escaping (Element) throws -> Bool, _ next: @escaping (Element) -> Void, _ scope: Scope) {
    self.predicate = predicate
    self.next = next
    self.scope = scope
  }

  @inlinable func receive(_ element: Element) {
    do {
      if try predicate(element), !scope.isStopped { next(element) }
    } catch {
      scope.end(error)
    }
  }
}
