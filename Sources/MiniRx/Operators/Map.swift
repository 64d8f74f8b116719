extension ObservableType {
  /// Transforms each element. A transform that throws ends the stream with its error.
  ///
  ///     source   -1--2---3--|
  ///     map      -a--b---c--|      { letter($0) }
  @inlinable
  public func map<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Observable<Result> {
    makeMap(asObservable(), transform)
  }
}

@inlinable func makeMap<Element, Result>(
  _ source: Observable<Element>, _ transform: @escaping (Element) throws -> Result
) -> Observable<Result> {
  MapObservable(source, transform)
}

@usableFromInline final class MapObservable<Element, Result>: Observable<Result>, @unchecked Sendable {
  // Restates the conditional conformance of Observable.
  @usableFromInline let source: Observable<Element>
  @usableFromInline let transform: (Element) throws -> Result

  @inlinable init(_ source: Observable<Element>, _ transform: @escaping (Element) throws -> Result) {
    self.source = source
    self.transform = transform
    super.init { me, sink in
      let me = unsafeDowncast(me, to: MapObservable<Element, Result>.self)
      me.source.run(Sink(next: mapping(me.transform, sink.next, sink.scope), scope: sink.scope))
    }
  }
}

@inlinable func mapping<Element, Result>(
  _ transform: @escaping (Element) throws -> Result, _ next: @escaping (Result) -> Void, _ scope: Scope
) -> (Element) -> Void {
  let node = MapNode(transform, next, scope)
  return { node.receive($0) }
}

/// One subscription. The closure that captures it alone has it for its context, which saves a call.
@usableFromInline final class MapNode<Element, Result> {
  @usableFromInline let transform: (Element) throws -> Result
  @usableFromInline let next: (Result) -> Void
  @usableFromInline let scope: Scope

  @inlinable
  init(_ transform: @escaping (Element) throws -> Result, _ next: @escaping (Result) -> Void, _ scope: Scope) {
    self.transform = transform
    self.next = next
    self.scope = scope
  }

  @inlinable func receive(_ element: Element) {
    do {
      let result = try transform(element)
      if !scope.isStopped { next(result) }
    } catch {
      scope.end(error)
    }
  }
}
