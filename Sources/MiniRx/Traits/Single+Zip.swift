extension Single {
  /// Combines the elements of several singles, when all have come.
  ///
  ///     a     --1|
  ///     b     -----x|
  ///     zip   -----1x|      { "\($0)\($1)" }
  ///
  /// All are started at once. An error of one, or of the selector, fails it and cancels the others.
  @inlinable public static func zip<First, Second, each Rest>(
    _ first: Single<First>, _ second: Single<Second>, _ rest: repeat Single<each Rest>,
    resultSelector: @escaping @Sendable (First, Second, repeat each Rest) throws -> Element
  ) -> Single<Element> {
    Single(source: makeZip(first.source, second.source, repeat (each rest).source, selector: resultSelector))
  }

  /// Combines the elements of the singles of a collection, in its order, when all have come. Of none, combines at once.
  /// Fails as the form for several singles.
  ///
  ///     a     --1|
  ///     b     -----2|
  ///     zip   -----3|      { $0.reduce(0, +) }
  public static func zip<Sources: Collection, Result>(
    _ sources: Sources, resultSelector: @escaping @Sendable ([Element]) throws -> Result
  ) -> Single<Result> where Sources.Element == Single<Element> {
    Single<Result>(source: makeZipOfAll(sources.map(\.source), resultSelector))
  }

  /// The elements of the singles of a collection, in its order, when all have come. Of none, an empty array at once. Fails
  /// as the form for several singles.
  ///
  ///     a     --1|
  ///     b     -----2|
  ///     zip   -----[1,2]|
  public static func zip<Sources: Collection>(
    _ sources: Sources
  ) -> Single<[Element]> where Sources.Element == Single<Element> {
    Single<[Element]>(source: makeZipOfAll(sources.map(\.source)) { $0 })
  }
}

extension Single where Element == Any {
  /// Combines the elements of several singles in a tuple, when all have come. Fails as the form with a selector.
  ///
  ///     a     --1|
  ///     b     -----x|
  ///     zip   -----(1,x)|
  @inlinable public static func zip<First, Second, each Rest>(
    _ first: Single<First>, _ second: Single<Second>, _ rest: repeat Single<each Rest>
  ) -> Single<(First, Second, repeat each Rest)> {
    Single<(First, Second, repeat each Rest)>(
      source: makeZip(
        first.source, second.source, repeat (each rest).source,
        selector: { (first: First, second: Second, rest: repeat each Rest) in (first, second, repeat each rest) }))
  }
}

extension Single {
  /// The single without its element: completes where that succeeds.
  ///
  ///     single          --a|      or      --#
  ///     asCompletable   --|               --#
  public func asCompletable() -> Completable { Completable(source: makeIgnoreElements(source)) }

  /// Goes on with the completable the selector makes of the element. An error of either, or of the selector, fails it.
  ///
  ///     single               --a|
  ///     selector's             ---|
  ///     flatMapCompletable   -----|
  public func flatMapCompletable(_ selector: @escaping @Sendable (Element) throws -> Completable) -> Completable {
    Completable(source: makeSuccession(source) { try selector($0).source })
  }
}

private func makeZipOfAll<Element, Result>(
  _ sources: [Observable<Element>], _ selector: @escaping ([Element]) throws -> Result
) -> Observable<Result> {
  sources.isEmpty ? makeMap(.just([]), selector) : makeZip(sources, selector)
}
