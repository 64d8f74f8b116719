extension ObservableType where Element: ObservableConvertibleType {
  /// Delivers what all inner streams deliver: `source.merge()`, `source.merge(maxConcurrent: 2)`.
  ///
  ///     source   -A----B------|      A: -1-2-|   B: -x-y-|
  ///     merge    --1-2--x-y---|
  ///
  /// Ends and fails as `flatMap`. A callable value, not a method: the compiler cannot infer `Observable.merge(a, b)` where
  /// a method of that name stands beside it and the conformance to Sendable is conditional.
  @inlinable public var merge: MergeOperator<Element> { MergeOperator(source: asObservable()) }
}

/// The operator `merge` of a stream of streams: call it.
@frozen public struct MergeOperator<Source: ObservableConvertibleType> {
  @usableFromInline let source: Observable<Source>

  @inlinable init(source: Observable<Source>) { self.source = source }

  /// Delivers what all inner streams deliver, all at the same time.
  ///
  ///     source   -A----B------|      A: -1-2-|   B: -x-y-|
  ///     merge    --1-2--x-y---|
  @inlinable public func callAsFunction() -> Observable<Source.Element> {
    makeFlatMap(source, limit: .max) { $0.asObservable() }
  }

  /// Delivers what the inner streams deliver, at most so many at a time; the others wait their turn. With
  /// `maxConcurrent` zero or less none ever has its turn: it delivers the end of the source alone.
  ///
  ///     source   -A-B-----------|      A: -1--2|   B: -x-y-|
  ///     merge    --1--2-x-y-----|      maxConcurrent: 1
  @inlinable public func callAsFunction(maxConcurrent: Int) -> Observable<Source.Element> {
    if maxConcurrent <= 0 { return makeMergeOfNone(source) }
    return makeFlatMap(source, limit: maxConcurrent) { $0.asObservable() }
  }
}

extension ObservableType {
  /// Delivers what all these streams deliver. Of none, it is empty at once.
  ///
  ///     a       -1---2---|
  ///     b       ---x---y---|
  ///     merge   -1-x-2-y---|
  ///
  /// Ends when all have; an error of one ends it and cancels the others.
  @inlinable public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    makeMerge(sources)
  }

  /// Delivers what all the streams of a collection deliver. Of none, it is empty at once.
  ///
  ///     a       -1---2---|
  ///     b       ---x---y---|
  ///     merge   -1-x-2-y---|
  @inlinable public static func merge<Sources: Collection>(
    _ sources: Sources
  ) -> Observable<Element> where Sources.Element == Observable<Element> {
    makeMerge(Array(sources))
  }
}

/// The end of the source alone.
@usableFromInline func makeMergeOfNone<Element, Result>(_ source: Observable<Element>) -> Observable<Result> {
  Observable { _, sink in source.run(Sink(next: { _ in }, scope: sink.scope)) }
}

@inlinable func makeMerge<Element>(_ sources: [Observable<Element>]) -> Observable<Element> {
  Observable { _, sink in
    let core = MergeCore(down: sink.scope, limit: .max)
    let merged = merging(core, sink.next)
    for source in sources {
      if core.isStopped { return }
      core.start { source.run(Sink(next: merged, scope: $0)) }
    }
    core.end(nil)
  }
}
