extension ObservableType where Element: ObservableConvertibleType {
  /// Delivers what all inner streams deliver.
  ///
  ///     source   -A----B------|      A: -1-2-|   B: -x-y-|
  ///     merge    --1-2---x-y--|
  ///
  /// Ends and fails as `flatMap`.
  @inlinable
  public func merge() -> Observable<Element.Element> {
    makeFlatMap(asObservable(), limit: .max) { $0.asObservable() }
  }

  /// Delivers what the inner streams deliver, at most so many at a time; the others wait their turn. Traps unless
  /// `maxConcurrent` is at least 1.
  @inlinable
  public func merge(maxConcurrent: Int) -> Observable<Element.Element> {
    precondition(maxConcurrent >= 1, "merge: maxConcurrent must be at least 1, not \(maxConcurrent)")
    return makeFlatMap(asObservable(), limit: maxConcurrent) { $0.asObservable() }
  }

  /// Delivers the inner streams one after the other. Ends and fails as `concatMap`.
  @inlinable
  public func concat() -> Observable<Element.Element> {
    makeFlatMap(asObservable(), limit: 1) { $0.asObservable() }
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
  @inlinable
  public static func merge(_ sources: Observable<Element>...) -> Observable<Element> {
    makeMerge(sources)
  }

  /// Delivers what all the streams of a collection deliver. Of none, it is empty at once.
  @inlinable
  public static func merge<Sources: Collection>(
    _ sources: Sources
  ) -> Observable<Element> where Sources.Element == Observable<Element> {
    makeMerge(Array(sources))
  }
}

@inlinable
func makeMerge<Element>(_ sources: [Observable<Element>]) -> Observable<Element> {
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
