extension ObservableType {
  /// Transforms each element and drops those that become nil. A transform that throws ends the stream with its error.
  ///
  ///     source       -"1"--"x"--"3"--|
  ///     compactMap   --1---------3---|      { Int($0) }
  @inlinable public func compactMap<Result>(
    _ transform: @escaping @Sendable (Element) throws -> Result?
  ) -> Observable<Result> {
    makeCompactMap(asObservable(), transform)
  }
}

@inlinable func makeCompactMap<Element, Result>(
  _ source: Observable<Element>, _ transform: @escaping (Element) throws -> Result?
) -> Observable<Result> {
  Observable { _, sink in
    let node = CompactMapNode(transform, sink)
    source.run(Sink(next: { node.receive($0) }, scope: sink.scope))
  }
}

@usableFromInline final class CompactMapNode<Element, Result> {
  @usableFromInline let transform: (Element) throws -> Result?
  @usableFromInline let sink: Sink<Result>

  @inlinable init(_ transform: @escaping (Element) throws -> Result?, _ sink: Sink<Result>) {
    self.transform = transform
    self.sink = sink
  }

  @inlinable func receive(_ element: Element) {
    do {
      if let result = try transform(element), !sink.scope.isStopped { sink.next(result) }
    } catch {
      sink.scope.end(error)
    }
  }
}
