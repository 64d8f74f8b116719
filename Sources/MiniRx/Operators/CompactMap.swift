extension ObservableType {
  /// Transforms each element and drops those that become nil. A transform that throws ends the stream with its error.
  ///
  ///     source       -"1"--"x"--"3"--|
  ///     compactMap   --1---------3---|      { Int($0) }
  @inlinable
  public func compactMap<Result>(
    _ transform: @escaping @Sendable (Element) throws -> Result?
  ) -> Observable<Result> {
    makeCompactMap(asObservable(), transform)
  }
}

@inlinable
func makeCompactMap<Element, Result>(
  _ source: Observable<Element>, _ transform: @escaping (Element) throws -> Result?
) -> Observable<Result> {
  Observable { _, sink in
    let (next, scope) = (sink.next, sink.scope)
    source.run(
      Sink(
        next: { element in
          do {
            if let result = try transform(element), !scope.isStopped { next(result) }
          } catch {
            scope.end(error)
          }
        }, scope: scope))
  }
}
