extension ObservableType {
  /// Delivers this element where the source ends well without any.
  ///
  ///     source             ------|
  ///     ifEmpty(default)   ------x|
  public func ifEmpty(default element: Element) -> Observable<Element> {
    makeIfEmpty(asObservable(), .just(element))
  }

  /// Goes on with another observable where the source ends well without an element.
  ///
  ///     source              ------|
  ///     ifEmpty(switchTo)   -------x--y--|
  public func ifEmpty(switchTo other: Observable<Element>) -> Observable<Element> {
    makeIfEmpty(asObservable(), other)
  }
}

private func makeIfEmpty<Element>(_ source: Observable<Element>, _ other: Observable<Element>) -> Observable<Element> {
  Observable { _, sink in
    let hasElement = Cell(false)
    runWithOwnEnd(
      source, below: sink,
      next: { element in
        hasElement.value = true
        sink.next(element)
      },
      ended: { error in
        if error != nil || hasElement.value {
          sink.scope.end(error)
        } else if !sink.scope.isStopped {
          other.run(sink)
        }
      })
  }
}
