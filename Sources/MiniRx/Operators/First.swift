extension ObservableType {
  /// The first element; nil where the source ends without one. Cancels the source when it has it.
  ///
  ///     source   --a--b--|
  ///     first    --a|
  ///
  /// An error before the first element fails it.
  @inlinable
  public func first() -> Single<Element?> {
    Single(source: makeFirst(asObservable()))
  }

  /// The source as a single: its one element, delivered when the source ends.
  ///
  ///     source     --a----|
  ///     asSingle   -------a|
  ///
  /// Fails with `RxError.noElements` where the source ends without an element, and with `RxError.moreThanOneElement` at
  /// its second. A source that never ends, such as a subject, never answers: use `first()` or `take(1)` there.
  @inlinable
  public func asSingle() -> Single<Element> {
    Single(source: makeAsSingle(asObservable()))
  }
}

@inlinable
func makeFirst<Element>(_ source: Observable<Element>) -> Observable<Element?> {
  Observable { _, sink in
    let (next, scope) = (sink.next, sink.scope)
    run(
      source, below: sink,
      next: { element in
        next(element)
        scope.end(nil)
      },
      ended: { error in
        if error == nil && !scope.isStopped { next(nil) }
        scope.end(error)
      })
  }
}

@inlinable
func makeAsSingle<Element>(_ source: Observable<Element>) -> Observable<Element> {
  if source.shape == .just { return source }
  return Observable { _, sink in
    let (next, scope) = (sink.next, sink.scope)
    let only = Cell<Element?>(nil)
    run(
      source, below: sink,
      next: { element in
        if only.value == nil { only.value = element } else { scope.end(RxError.moreThanOneElement) }
      },
      ended: { error in
        guard error == nil else { return scope.end(error) }
        guard let element = only.value else { return scope.end(RxError.noElements) }
        if !scope.isStopped { next(element) }
        scope.end(nil)
      })
  }
}

/// Subscribes to a source whose end the operator treats itself.
@inlinable
func run<Element, Result>(
  _ source: Observable<Element>, below sink: Sink<Result>, next: @escaping (Element) -> Void,
  ended: @escaping ((any Error)?) -> Void
) {
  let scope = InnerScope(ended: ended)
  sink.scope.attach(scope)
  source.run(Sink(next: next, scope: scope))
}
