extension ObservableType {
  /// Delivers the first elements, then ends and cancels the source.
  ///
  ///     source    -a--b--c--d--|
  ///     take(2)   -a--b|
  ///
  /// `take(0)` is empty and does not subscribe to the source. An error before the last passes. Traps on a negative count.
  @inlinable
  public func take(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "take: the count is negative: \(count)")
    return count == 0 ? .empty() : makeTake(asObservable(), count)
  }
}

@inlinable
func makeTake<Element>(_ source: Observable<Element>, _ count: Int) -> Observable<Element> {
  Observable { _, sink in
    source.run(Sink(next: taking(Cell(count), sink.next, sink.scope), scope: sink.scope))
  }
}

@inlinable
func taking<Element>(
  _ left: Cell<Int>, _ next: @escaping (Element) -> Void, _ scope: Scope
) -> (Element) -> Void {
  { element in
    left.value -= 1
    next(element)
    if left.value == 0 { scope.end(nil) }
  }
}
