extension ObservableType {
  /// Drops an element that equals the one before it.
  ///
  ///     source                 -a--a--b--b--a--|
  ///     distinctUntilChanged   -a-----b-----a--|
  @inlinable
  public func distinctUntilChanged() -> Observable<Element> where Element: Equatable {
    makeDistinct(asObservable(), key: { $0 }, equal: { $0 == $1 })
  }

  /// Drops an element whose key equals that of the one before it. A selector that throws ends the stream.
  @inlinable
  public func distinctUntilChanged<Key: Equatable>(
    _ keySelector: @escaping @Sendable (Element) throws -> Key
  ) -> Observable<Element> {
    makeDistinct(asObservable(), key: keySelector, equal: { $0 == $1 })
  }

  /// Drops an element whose property equals that of the one before it.
  @inlinable
  public func distinctUntilChanged<Property: Equatable>(
    at keyPath: any KeyPath<Element, Property> & Sendable
  ) -> Observable<Element> {
    makeDistinct(asObservable(), key: { $0[keyPath: keyPath] }, equal: { $0 == $1 })
  }

  /// Drops an element that the comparer calls equal to the one before it. A comparer that throws ends the stream.
  @inlinable
  public func distinctUntilChanged(
    _ comparer: @escaping @Sendable (Element, Element) throws -> Bool
  ) -> Observable<Element> {
    makeDistinct(asObservable(), key: { $0 }, equal: comparer)
  }

  /// Drops an element whose key the comparer calls equal to that of the one before it. One that throws ends the stream.
  @inlinable
  public func distinctUntilChanged<Key>(
    _ keySelector: @escaping @Sendable (Element) throws -> Key,
    comparer: @escaping @Sendable (Key, Key) throws -> Bool
  ) -> Observable<Element> {
    makeDistinct(asObservable(), key: keySelector, equal: comparer)
  }
}

@inlinable
func makeDistinct<Element, Key>(
  _ source: Observable<Element>, key: @escaping (Element) throws -> Key,
  equal: @escaping (Key, Key) throws -> Bool
) -> Observable<Element> {
  Observable { _, sink in
    let (next, scope) = (sink.next, sink.scope)
    let last = Cell<Key?>(nil)
    source.run(
      Sink(
        next: { element in
          do {
            let key = try key(element)
            if let previous = last.value, try equal(previous, key) { return }
            last.value = key
            if !scope.isStopped { next(element) }
          } catch {
            scope.end(error)
          }
        }, scope: scope))
  }
}
