extension ObservableType {
  /// Drops the first elements; none where the count is zero or less.
  ///
  ///     source    -a--b--c--d--|
  ///     skip(2)   -------c--d--|
  @inlinable public func skip(_ count: Int) -> Observable<Element> {
    count <= 0 ? asObservable() : makeSkip(asObservable(), count)
  }

  /// Drops elements as long as they satisfy the predicate; from the first that does not on, it is no longer asked.
  ///
  ///     source        -1--2--3--1--|
  ///     skip(while)   -------3--1--|      { $0 < 3 }
  ///
  /// A predicate that throws ends the stream with its error.
  @inlinable public func skip(while predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
    makeSkipWhile(asObservable(), predicate)
  }

  /// Drops elements until the other observable has one.
  ///
  ///     source        -a--b--c--d--|
  ///     other         -----x--------
  ///     skip(until)   -------c--d--|
  ///
  /// Ends with the source; where the other ends without an element, everything is dropped. An error of either passes. The
  /// source is subscribed to first.
  @inlinable public func skip<Source: ObservableConvertibleType>(until other: Source) -> Observable<Element> {
    makeSkipUntil(asObservable(), other.asObservable())
  }
}

@inlinable func makeSkip<Element>(_ source: Observable<Element>, _ count: Int) -> Observable<Element> {
  Observable { _, sink in
    let (next, left) = (sink.next, Cell(count))
    source.run(
      Sink(next: { element in if left.value > 0 { left.value -= 1 } else { next(element) } }, scope: sink.scope))
  }
}

@inlinable func makeSkipWhile<Element>(
  _ source: Observable<Element>, _ predicate: @escaping (Element) throws -> Bool
) -> Observable<Element> {
  Observable { _, sink in
    let (next, scope, isOpen) = (sink.next, sink.scope, Cell(false))
    source.run(
      Sink(
        next: { element in
          do {
            if !isOpen.value {
              if try predicate(element) { return }
              isOpen.value = true
            }
            if !scope.isStopped { next(element) }
          } catch {
            scope.end(error)
          }
        }, scope: scope))
  }
}

@inlinable
func makeSkipUntil<Element, Other>(_ source: Observable<Element>, _ other: Observable<Other>) -> Observable<Element> {
  Observable { _, sink in
    let core = CompanionScope(down: sink.scope)
    let (next, isOpen) = (sink.next, Cell(false))
    source.run(Sink(next: merging(core) { if isOpen.value { next($0) } }, scope: core))
    if core.isStopped { return }
    let companion = core.addCompanion()
    let open = merging(core) { (_: Other) in
      isOpen.value = true
      companion.stop()
    }
    other.run(Sink(next: open, scope: companion))
  }
}
