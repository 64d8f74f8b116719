extension ObservableType {
  /// Subscribes to the observable the selector makes of each element, and merges what all of them deliver.
  ///
  ///     source    -a---b------|
  ///     flatMap   --a1--a2b1--b2--|      { $0's own stream }
  ///
  /// Ends when the source and all inner streams have. An error of the source, of an inner stream or of the selector ends
  /// it and cancels the others. To keep the outer stream alive, handle the error inside: `{ inner($0).catch … }`.
  @inlinable public func flatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    makeFlatMap(asObservable(), limit: .max) { try selector($0).asObservable() }
  }

  /// Like `flatMap`, one inner stream after the other: the next starts when the one before has ended.
  ///
  ///     source      -a---b--------|
  ///     concatMap   --a1---a2-b1--b2--|
  ///
  /// Elements that come meanwhile wait, without a bound. Ends and fails as `flatMap`.
  @inlinable public func concatMap<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    makeFlatMap(asObservable(), limit: 1) { try selector($0).asObservable() }
  }

  /// Like `flatMap`, dropping the elements that come while an inner stream runs.
  ///
  ///     source         -a--b---c-----|
  ///     flatMapFirst   --a1-a2--c1--c2--|
  ///
  /// Ends and fails as `flatMap`.
  @inlinable public func flatMapFirst<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    makeFlatMapFirst(asObservable()) { try selector($0).asObservable() }
  }
}

@inlinable func makeFlatMap<Element, Result>(
  _ source: Observable<Element>, limit: Int, _ selector: @escaping (Element) throws -> Observable<Result>
) -> Observable<Result> {
  Observable { _, sink in
    if source.shape == .just { return handOver(source.knownElement, selector, sink) }
    let core = MergeCore(down: sink.scope, limit: limit)
    let merged = merging(core, sink.next)
    source.run(Sink(next: flatMapping(core, selector, merged), scope: core))
  }
}

@inlinable func flatMapping<Element, Result>(
  _ core: MergeCore, _ selector: @escaping (Element) throws -> Observable<Result>, _ merged: @escaping (Result) -> Void
) -> (Element) -> Void {
  { element in
    do {
      let inner = try selector(element)
      if inner.shape == .just && core.passesAtOnce {
        merged(inner.knownElement)
      } else {
        core.start { inner.run(Sink(next: merged, scope: $0)) }
      }
    } catch {
      core.end(error)
    }
  }
}

@inlinable func makeFlatMapFirst<Element, Result>(
  _ source: Observable<Element>, _ selector: @escaping (Element) throws -> Observable<Result>
) -> Observable<Result> {
  Observable { _, sink in
    if source.shape == .just { return handOver(source.knownElement, selector, sink) }
    let core = MergeCore(down: sink.scope, limit: 1)
    let merged = merging(core, sink.next)
    let next = { (element: Element) in
      core.startIfIdle { inner in
        do {
          try selector(element).run(Sink(next: merged, scope: inner))
        } catch {
          core.end(error)
        }
      }
    }
    source.run(Sink(next: next, scope: core))
  }
}

/// Subscribes the sink to what the selector makes of the last element there is: no operator remains between.
@inlinable func handOver<Element, Result>(
  _ element: Element, _ selector: (Element) throws -> Observable<Result>, _ sink: Sink<Result>
) {
  do {
    try selector(element).run(sink)
  } catch {
    sink.scope.end(error)
  }
}
