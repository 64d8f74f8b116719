extension ObservableType {
  /// Pairs each element with an object that is held weakly; ends, and cancels the source, when the object is gone.
  ///
  ///     source           -a------b------c
  ///     object           alive---------gone
  ///     withUnretained   -(o,a)--(o,b)--|
  @inlinable public func withUnretained<Object: AnyObject>(_ object: Object) -> Observable<(Object, Element)> {
    makeWithUnretained(asObservable(), object) { ($0, $1) }
  }

  /// Combines each element with an object that is held weakly; otherwise as the other form. A selector that throws ends
  /// the stream with its error.
  ///
  ///     source           -a------b------c
  ///     object           alive---------gone
  ///     withUnretained   -oa-----ob-----|      { "\($0)\($1)" }
  @inlinable public func withUnretained<Object: AnyObject & Sendable, Result>(
    _ object: Object, resultSelector: @escaping @Sendable (Object, Element) throws -> Result
  ) -> Observable<Result> {
    makeWithUnretained(asObservable(), object, resultSelector)
  }
}

@inlinable func makeWithUnretained<Element, Object: AnyObject, Result>(
  _ source: Observable<Element>, _ object: Object, _ selector: @escaping (Object, Element) throws -> Result
) -> Observable<Result> {
  Observable { [weak object] _, sink in
    let (next, scope) = (sink.next, sink.scope)
    source.run(
      Sink(
        next: { [weak object] element in
          guard let object else { return scope.end(nil) }
          do {
            let result = try selector(object, element)
            if !scope.isStopped { next(result) }
          } catch {
            scope.end(error)
          }
        }, scope: scope))
  }
}
