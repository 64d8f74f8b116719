extension ObservableType {
  /// Delivers these elements before those of the source.
  ///
  ///     source      ---a--b--|
  ///     startWith   x--a--b--|      x
  @inlinable public func startWith(_ elements: Element...) -> Observable<Element> {
    let source = asObservable()
    return Observable { _, sink in
      for element in elements {
        if sink.scope.isStopped { return }
        sink.next(element)
      }
      if !sink.scope.isStopped { source.run(sink) }
    }
  }
}
