extension ObservableType {
  /// Goes on with another observable when the source has ended well: `a.concat(b)`; or, of a stream of streams, delivers
  /// them one after the other: `streams.concat()`.
  ///
  ///     source   -a--b--|
  ///     second          -x--y--|
  ///     concat   -a--b---x--y--|
  ///
  /// The second is not subscribed to before. An error of the source passes, and the second is never subscribed to. A
  /// property, not a method, for the reason that `merge` is one.
  @inlinable public var concat: ConcatOperator<Element> { ConcatOperator(source: asObservable()) }

  /// Delivers these streams one after the other. Of none, it is empty. Ends and fails as the form for two.
  ///
  ///     a        -1--2|
  ///     b             -x-|
  ///     c                -y|
  ///     concat   -1--2-x--y|
  @inlinable public static func concat(_ sources: Observable<Element>...) -> Observable<Element> {
    makeConcat(sources)
  }

  /// Delivers the streams of a collection one after the other. Of none, it is empty. Ends and fails as the form for two.
  ///
  ///     a        -1--2|
  ///     b             -x-|
  ///     concat   -1--2-x-|
  @inlinable public static func concat<Sources: Collection>(
    _ sources: Sources
  ) -> Observable<Element> where Sources.Element == Observable<Element> {
    makeConcat(Array(sources))
  }
}

/// What `concat` of a stream can be called with.
@frozen public struct ConcatOperator<Element> {
  @usableFromInline let source: Observable<Element>

  @inlinable init(source: Observable<Element>) { self.source = source }

  /// Goes on with the second when the source has ended well.
  ///
  ///     source   -a--b|
  ///     second        -x-|
  ///     concat   -a--b-x-|
  @inlinable
  public func callAsFunction(_ second: Observable<Element>) -> Observable<Element> { makeConcat([source, second]) }

  /// Goes on with the second when the source has ended well.
  ///
  ///     source   -a--b|
  ///     second        -x-|
  ///     concat   -a--b-x-|
  @inlinable public func callAsFunction<Source: ObservableConvertibleType>(
    _ second: Source
  ) -> Observable<Element> where Source.Element == Element {
    makeConcat([source, second.asObservable()])
  }

  /// Delivers the inner streams one after the other. Ends and fails as `concatMap`.
  ///
  ///     source   -A-B------|      A: --1--2|   B: -x-|
  ///     concat   ---1--2-x-|
  @inlinable public func callAsFunction() -> Observable<Element.Element> where Element: ObservableConvertibleType {
    makeFlatMap(source, limit: 1) { $0.asObservable() }
  }
}

@inlinable func makeConcat<Element>(_ sources: [Observable<Element>]) -> Observable<Element> {
  sources.isEmpty ? .empty() : Observable { _, sink in runInTurn(sources, from: 0, sink) }
}

/// The last source takes the place of the chain, no operator remains: so recursion through concat stays flat.
@usableFromInline func runInTurn<Element>(_ sources: [Observable<Element>], from index: Int, _ sink: Sink<Element>) {
  if sink.scope.isStopped { return }
  if index == sources.count - 1 { return sources[index].run(sink) }
  let scope = InnerScope { error in
    if error == nil { runInTurn(sources, from: index + 1, sink) } else { sink.scope.end(error) }
  }
  sink.scope.attach(scope)
  sources[index].run(Sink(next: sink.next, scope: scope))
}
