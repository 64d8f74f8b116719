extension ObservableType {
  /// Combines each element with the newest of another observable.
  ///
  ///     source           -1-----2--3--|
  ///     second           ---x-y--------
  ///     withLatestFrom   ------2y-3y--|      { "\($0)\($1)" }
  ///
  /// Elements before the second's first are dropped. Ends with the source; an error of either, or of the selector, ends
  /// it and cancels the other. The second is subscribed to first.
  @inlinable public func withLatestFrom<Source: ObservableConvertibleType, Result>(
    _ second: Source, resultSelector: @escaping @Sendable (Element, Source.Element) throws -> Result
  ) -> Observable<Result> {
    makeWithLatestFrom(asObservable(), second.asObservable(), resultSelector)
  }

  /// Delivers the newest element of another observable each time the source has one. Ends and fails as the other form.
  ///
  ///     source           -1-----2--3--|
  ///     second           ---x-y--------
  ///     withLatestFrom   -------y--y--|
  @inlinable
  public func withLatestFrom<Source: ObservableConvertibleType>(_ second: Source) -> Observable<Source.Element> {
    makeWithLatestFrom(asObservable(), second.asObservable()) { $1 }
  }
}

@inlinable func makeWithLatestFrom<Element, Other, Result>(
  _ source: Observable<Element>, _ second: Observable<Other>, _ selector: @escaping (Element, Other) throws -> Result
) -> Observable<Result> {
  Observable { _, sink in
    let core = CompanionScope(down: sink.scope)
    let latest = Cell<Other?>(nil)
    let (next, down) = (sink.next, sink.scope)
    second.run(Sink(next: merging(core) { latest.value = $0 }, scope: core.addCompanion()))
    if core.isStopped { return }
    let combine = { (element: Element) in
      guard let other = latest.value else { return }
      do {
        let result = try selector(element, other)
        if !down.isStopped { next(result) }
      } catch {
        down.end(error)
      }
    }
    source.run(Sink(next: merging(core, combine), scope: core))
  }
}
