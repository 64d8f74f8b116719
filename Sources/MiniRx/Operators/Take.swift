extension ObservableType {
  /// Delivers the first elements, then ends and cancels the source.
  ///
  ///     source    -a--b--c--d--|
  ///     take(2)   -a--b|
  ///
  /// `take(0)` is empty and does not subscribe to the source. An error before the last passes. Traps on a negative count.
  @inlinable public func take(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "take: the count is negative: \(count)")
    return count == 0 ? .empty() : makeTake(asObservable(), count)
  }
}

@inlinable func makeTake<Element>(_ source: Observable<Element>, _ count: Int) -> Observable<Element> {
  Observable { _, sink in
    let node = TakeNode(sink, count)
    source.run(Sink(next: { node.receive($0) }, scope: sink.scope))
  }
}

@usableFromInline final class TakeNode<Element> {
  @usableFromInline let sink: Sink<Element>
  @usableFromInline @exclusivity(unchecked) var left: Int

  @inlinable init(_ sink: Sink<Element>, _ count: Int) {
    self.sink = sink
    left = count
  }

  @inlinable func receive(_ element: Element) {
    left -= 1
    sink.next(element)
    if left == 0 { sink.scope.end(nil) }
  }
}
