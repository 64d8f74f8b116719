extension ObservableType {
  /// Goes on with the observable the handler makes of an error. A handler that throws ends the stream with its own error.
  ///
  ///     source   -a--b--#
  ///     catch    -a--b---x--y--|      { _ in -x--y--| }
  @inlinable public func `catch`(
    _ handler: @escaping @Sendable (any Error) throws -> Observable<Element>
  ) -> Observable<Element> {
    makeCatch(asObservable(), handler)
  }

  /// Gives this element and the end in place of an error.
  ///
  ///     source           -a--b--#
  ///     catchAndReturn   -a--b--x|
  @inlinable public func catchAndReturn(_ element: Element) -> Observable<Element> {
    let fallback = Observable.just(element)
    return makeCatch(asObservable()) { _ in fallback }
  }
}

@inlinable func makeCatch<Element>(
  _ source: Observable<Element>, _ handler: @escaping (any Error) throws -> Observable<Element>
) -> Observable<Element> {
  Observable { _, sink in
    let scope = InnerScope { error in
      guard let error else { return sink.scope.end(nil) }
      do {
        try handler(error).run(sink)
      } catch {
        sink.scope.end(error)
      }
    }
    sink.scope.attach(scope)
    source.run(Sink(next: sink.next, scope: scope))
  }
}
