/// Whether the element that decides is itself delivered.
public enum TakeBehavior: Sendable {
  /// It is.
  case inclusive
  /// It is not.
  case exclusive
}

extension ObservableType {
  /// Delivers the source's elements until the other observable has one.
  ///
  ///     source        -a--b--c--d--|
  ///     other         --------x----
  ///     take(until)   -a--b---|
  ///
  /// Ends with the source or with the other's first element, which cancels both. An error of either passes; the other's
  /// good end alone changes nothing. The other is subscribed to first.
  @inlinable public func take<Source: ObservableConvertibleType>(until other: Source) -> Observable<Element> {
    makeTakeUntil(asObservable(), other.asObservable())
  }

  /// Delivers elements until one satisfies the predicate, then ends and cancels the source.
  ///
  ///     source                     -1--2--3--4--|
  ///     take(until: …)             -1--2|              { $0 == 3 }
  ///     take(until: …, inclusive)  -1--2--3|
  ///
  /// A predicate that throws ends the stream with its error.
  @inlinable public func take(
    until predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    makeTakeWhile(asObservable(), isInclusive: behavior == .inclusive) { try !predicate($0) }
  }

  /// Delivers elements as long as they satisfy the predicate, then ends and cancels the source.
  ///
  ///     source                     -1--2--3--4--|
  ///     take(while: …)             -1--2|              { $0 < 3 }
  ///     take(while: …, inclusive)  -1--2--3|
  ///
  /// A predicate that throws ends the stream with its error.
  @inlinable public func take(
    while predicate: @escaping @Sendable (Element) throws -> Bool, behavior: TakeBehavior = .exclusive
  ) -> Observable<Element> {
    makeTakeWhile(asObservable(), isInclusive: behavior == .inclusive, predicate)
  }
}

@inlinable
func makeTakeUntil<Element, Other>(_ source: Observable<Element>, _ other: Observable<Other>) -> Observable<Element> {
  Observable { _, sink in
    let core = CompanionScope(down: sink.scope)
    other.run(Sink(next: { _ in core.finish(nil) }, scope: core.addCompanion()))
    if !core.isStopped { source.run(Sink(next: merging(core, sink.next), scope: core)) }
  }
}

@inlinable func makeTakeWhile<Element>(
  _ source: Observable<Element>, isInclusive: Bool, _ predicate: @escaping (Element) throws -> Bool
) -> Observable<Element> {
  Observable { _, sink in
    let (next, scope) = (sink.next, sink.scope)
    source.run(
      Sink(
        next: { element in
          do {
            let goesOn = try predicate(element)
            if (goesOn || isInclusive) && !scope.isStopped { next(element) }
            if !goesOn { scope.end(nil) }
          } catch {
            scope.end(error)
          }
        }, scope: scope))
  }
}
