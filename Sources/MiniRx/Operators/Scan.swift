extension ObservableType {
  /// Folds the elements into a value and delivers it after each.
  ///
  ///     source   -1--2--3--|
  ///     scan     -1--3--6--|      0, accumulator: +
  ///
  /// Each subscription starts from the seed. An accumulator that throws ends the stream with its error.
  @inlinable
  public func scan<Result>(
    _ seed: Result, accumulator: @escaping @Sendable (Result, Element) throws -> Result
  ) -> Observable<Result> {
    makeScan(asObservable(), seed) { $0 = try accumulator($0, $1) }
  }

  /// Folds the elements into a value in place and delivers it after each; otherwise as the other form. For an array,
  /// this copies only where a subscriber keeps what it was given.
  @inlinable
  public func scan<Result>(
    into seed: Result, accumulator: @escaping @Sendable (inout Result, Element) throws -> Void
  ) -> Observable<Result> {
    makeScan(asObservable(), seed, accumulator)
  }
}

@inlinable
func makeScan<Element, Result>(
  _ source: Observable<Element>, _ seed: Result, _ accumulate: @escaping (inout Result, Element) throws -> Void
) -> Observable<Result> {
  Observable { _, sink in
    source.run(Sink(next: scanning(Cell(seed), accumulate, sink.next, sink.scope), scope: sink.scope))
  }
}

@inlinable
func scanning<Element, Result>(
  _ state: Cell<Result>, _ accumulate: @escaping (inout Result, Element) throws -> Void,
  _ next: @escaping (Result) -> Void, _ scope: Scope
) -> (Element) -> Void {
  { element in
    do {
      try accumulate(&state.value, element)
      if !scope.isStopped { next(state.value) }
    } catch {
      scope.end(error)
    }
  }
}
