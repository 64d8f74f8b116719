extension ObservableType {
  /// Drops an element that equals the one before it.
  ///
  ///     source                 -a--a--b--b--a--|
  ///     distinctUntilChanged   -a-----b-----a--|
  @inlinable public func distinctUntilChanged() -> Observable<Element> where Element: Equatable {
    makeDistinct(asObservable(), key: { $0 }, equal: { $0 == $1 })
  }

  /// Drops an element whose key equals that of the one before it. A selector that throws ends the stream.
  ///
  ///     source                 -aa--ab--ba--|
  ///     distinctUntilChanged   -aa------ba--|      { $0.first }
  @inlinable public func distinctUntilChanged<Key: Equatable>(
    _ keySelector: @escaping @Sendable (Element) throws -> Key
  ) -> Observable<Element> {
    makeDistinct(asObservable(), key: keySelector, equal: { $0 == $1 })
  }

  /// Drops an element whose property equals that of the one before it.
  ///
  ///     source                 -aa--ab--ba--|
  ///     distinctUntilChanged   -aa------ba--|      at: \.first
  @inlinable public func distinctUntilChanged<Property: Equatable>(
    at keyPath: any KeyPath<Element, Property> & Sendable
  ) -> Observable<Element> {
    makeDistinct(asObservable(), key: { $0[keyPath: keyPath] }, equal: { $0 == $1 })
  }

  /// Drops an element that the comparer calls equal to the one before it. A comparer that throws ends the stream.
  ///
  ///     source                 -1--2--5--6--|
  ///     distinctUntilChanged   -1-----5-----|      { abs($0 - $1) < 2 }
  @inlinable public func distinctUntilChanged(
    _ comparer: @escaping @Sendable (Element, Element) throws -> Bool
  ) -> Observable<Element> {
    makeDistinct(asObservable(), key: { $0 }, equal: comparer)
  }

  /// Drops an element whose key the comparer calls equal to that of the one before it. One that throws ends the stream.
  ///
  ///     source                 -aa--aB--ba--|
  ///     distinctUntilChanged   -aa------ba--|      { $0.first }, comparer: ==
  @inlinable public func distinctUntilChanged<Key>(
    _ keySelector: @escaping @Sendable (Element) throws -> Key,
    comparer: @escaping @Sendable (Key, Key) throws -> Bool
  ) -> Observable<Element> {
    makeDistinct(asObservable(), key: keySelector, equal: comparer)
  }
}

@inlinable func makeDistinct<Element, Key>(
  _ source: Observable<Element>, key: @escaping (Element) throws -> Key,
  equal: @escaping (Key, Key) throws -> Bool
) -> Observable<Element> {
  DistinctObservable(source, key, equal)
}

@usableFromInline final class DistinctObservable<Element, Key>: Observable<Element>, @unchecked Sendable {
  // Restates the conditional conformance of Observable.
  @usableFromInline let source: Observable<Element>
  @usableFromInline let key: (Element) throws -> Key
  @usableFromInline let equal: (Key, Key) throws -> Bool

  @inlinable init(
    _ source: Observable<Element>, _ key: @escaping (Element) throws -> Key,
    _ equal: @escaping (Key, Key) throws -> Bool
  ) {
    self.source = source
    self.key = key
    self.equal = equal
    super.init { me, sink in
      let me = unsafeDowncast(me, to: DistinctObservable<Element, Key>.self)
      let node = DistinctNode(me, sink)
      me.source.run(Sink(next: { node.receive($0) }, scope: sink.scope))
    }
  }
}

@usableFromInline final class DistinctNode<Element, Key> {
  @usableFromInline let operation: DistinctObservable<Element, Key>
  @usableFromInline let sink: Sink<Element>
  @usableFromInline @exclusivity(unchecked) var last: Key?

  @inlinable init(_ operation: DistinctObservable<Element, Key>, _ sink: Sink<Element>) {
    self.operation = operation
    self.sink = sink
  }

  @inlinable func receive(_ element: Element) {
    do {
      let key = try operation.key(element)
      if let last, try operation.equal(last, key) { return }
      last = key
      if !sink.scope.isStopped { sink.next(element) }
    } catch {
      sink.scope.end(error)
    }
  }
}
