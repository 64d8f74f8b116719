extension ObservableType {
  /// Folds all elements into one value, delivered when the source ends well.
  ///
  ///     source   -1--2--3--|
  ///     reduce   ----------6|      0, accumulator: +
  ///
  /// Of no elements, delivers the seed. An error passes at once. An accumulator that throws ends the stream.
  @inlinable public func reduce<Result>(
    _ seed: Result, accumulator: @escaping @Sendable (Result, Element) throws -> Result
  ) -> Observable<Result> {
    makeReduce(asObservable(), seed, { $0 = try accumulator($0, $1) }, { $0 })
  }

  /// Like the other form; delivers what `mapResult` makes of the folded value. One that throws ends the stream. The seed is
  /// Sendable, since the result may be: every subscription starts from it.
  ///
  ///     source   -1--2--3--|
  ///     reduce   ----------6 km|      0, accumulator: +, mapResult: { "\($0) km" }
  @inlinable public func reduce<State: Sendable, Result>(
    _ seed: State, accumulator: @escaping @Sendable (State, Element) throws -> State,
    mapResult: @escaping @Sendable (State) throws -> Result
  ) -> Observable<Result> {
    makeReduce(asObservable(), seed, { $0 = try accumulator($0, $1) }, mapResult)
  }

  /// All elements in one array, when the source ends well; an error fails it.
  ///
  ///     source    -a--b--|
  ///     toArray   -------[a, b]|
  @inlinable public func toArray() -> Single<[Element]> {
    Single(source: makeReduce(asObservable(), [], { $0.append($1) }, { $0 }))
  }
}

@inlinable func makeReduce<Element, State, Result>(
  _ source: Observable<Element>, _ seed: State, _ accumulate: @escaping (inout State, Element) throws -> Void,
  _ mapResult: @escaping (State) throws -> Result
) -> Observable<Result> {
  Observable { _, sink in
    let (next, scope, state) = (sink.next, sink.scope, Cell(seed))
    runWithOwnEnd(
      source, below: sink,
      next: { element in
        do { try accumulate(&state.value, element) } catch { scope.end(error) }
      },
      ended: { error in
        guard error == nil else { return scope.end(error) }
        do {
          let result = try mapResult(state.value)
          if !scope.isStopped { next(result) }
          scope.end(nil)
        } catch {
          scope.end(error)
        }
      })
  }
}
