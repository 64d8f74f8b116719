extension ObservableType {
  /// Gives each element its index, counted from 0 in each subscription.
  ///
  ///     source       -a------b------|
  ///     enumerated   -(0,a)--(1,b)--|
  @inlinable public func enumerated() -> Observable<(index: Int, element: Element)> {
    makeEnumerated(asObservable())
  }
}

@inlinable func makeEnumerated<Element>(_ source: Observable<Element>) -> Observable<(index: Int, element: Element)> {
  Observable { _, sink in
    let (next, count) = (sink.next, Cell(0))
    source.run(
      Sink(
        next: { element in
          defer { count.value += 1 }
          next((count.value, element))
        }, scope: sink.scope))
  }
}
