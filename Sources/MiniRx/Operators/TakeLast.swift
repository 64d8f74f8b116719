extension ObservableType {
  /// Delivers the last elements when the source ends well.
  ///
  ///     source        -a--b--c--|
  ///     takeLast(2)   ----------bc|
  ///
  /// An error passes at once, without them. `takeLast(0)` delivers the end alone. Traps on a negative count.
  public func takeLast(_ count: Int) -> Observable<Element> {
    precondition(count >= 0, "takeLast: the count is negative: \(count)")
    let source = asObservable()
    return Observable { _, sink in
      let kept = Cell(FirstInFirstOut<Element>())
      runWithOwnEnd(
        source, below: sink,
        next: { element in
          kept.value.append(element)
          if kept.value.count > count { _ = kept.value.popFirst() }
        },
        ended: { error in
          while error == nil, !sink.scope.isStopped, let element = kept.value.popFirst() { sink.next(element) }
          sink.scope.end(error)
        })
    }
  }
}
