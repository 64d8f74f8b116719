extension ObservableType {
  /// Folds the elements into a value and delivers it after each.
  ///
  ///     source   -1--2--3--|
  ///     scan     -1--3--6--|      0, accumulator: +
  ///
  /// Each subscription starts from the seed. An accumulator that throws ends the stream with its error.
  @inlinable public func scan<Result>(
    _ seed: Result, accumulator: @escaping @Sendable (Result, Element) throws -> Result
  ) -> Observable<Result> {
    makeScan(asObservable(), seed) { $0 = try accumulator($0, $1) }
  }

  /// Folds the elements into a value in place and delivers it after each; otherwise as the other form. An array is copied
  /// only where a subscriber keeps what it was given.
  ///
  ///     source   -a----b------|
  ///     scan     -[a]--[a,b]--|      into: [], { $0.append($1) }
  @inlinable public func scan<Result>(
    into seed: Result, accumulator: @escaping @Sendable (inout Result, Element) throws -> Void
  ) -> Observable<Result> {
    makeScan(asObservable(), seed, accumulator)
  }
}

@inlinable func makeScan<Element, Result>(
  _ source: Observable<Element>, _ seed: Result, _ accumulate: @escaping (inout Result, Element) throws -> Void
) -> Observable<Result> {
  Observable { _, sink in
    let node = ScanNode(seed, accumulate, sink)
    source.run(Sink(next: { node.receive($0) }, scope: sink.scope))
  }
}

@usableFromInline final class ScanNode<Element, Result> {
  @usableFromInline @exclusivity(unchecked) var state: Result
  @usableFromInline let accumulate: (inout Result, Element) throws -> Void
  @usableFromInline let sink: Sink<Result>

  @inlinable
  init(_ seed: Result, _ accumulate: @escaping (inout Result, Element) throws -> Void, _ sink: Sink<Result>) {
    state = seed
    self.accumulate = accumulate
    self.sink = sink
  }

  @inlinable func receive(_ element: Element) {
    do {
      try accumulate(&state, element)
      if !sink.scope.isStopped { sink.next(state) }
    } catch {
      sink.scope.end(error)
    }
  }
}
