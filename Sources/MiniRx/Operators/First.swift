extension ObservableType {
  /// The first element; nil where the source ends without one. Cancels the source when it has it.
  ///
  ///     source   --a--b--|
  ///     first    --a|
  ///
  /// An error before the first element fails it.
  @inlinable public func first() -> Single<Element?> {
    Single(source: makeFirst(asObservable()))
  }

  /// The element with that index, counted from 0, then the end; cancels the source when it has it.
  ///
  ///     source          --a--b--c--|
  ///     element(at:1)   -----b|
  ///
  /// Fails with `RxError.argumentOutOfRange` where the source ends before. Traps on a negative index.
  @inlinable public func element(at index: Int) -> Observable<Element> {
    precondition(index >= 0, "element(at:): the index is negative: \(index)")
    return makeElementAt(asObservable(), index)
  }

  /// The source's one element, delivered as it comes.
  ///
  ///     source   --a----|            --a--b
  ///     single   --a----|            --a--#
  ///
  /// Fails with `RxError.noElements` where the source ends without one, with `RxError.moreThanOneElement` at the second.
  public func single() -> Observable<Element> {
    makeSingle(asObservable()) { _ in true }
  }

  /// The one element that satisfies the predicate; fails as `single()`. A predicate that throws ends the stream.
  ///
  ///     source   --1--2----|            --2--4
  ///     single   -----2----|            --2--#      { $0.isMultiple(of: 2) }
  public func single(_ predicate: @escaping @Sendable (Element) throws -> Bool) -> Observable<Element> {
    makeSingle(asObservable(), predicate)
  }

  /// The source as a single: its one element, delivered when the source ends.
  ///
  ///     source     --a----|
  ///     asSingle   -------a|
  ///
  /// Fails with `RxError.noElements` where the source ends without an element, and with `RxError.moreThanOneElement` at
  /// its second. A source that never ends, such as a subject, never answers: use `first()` or `take(1)` there.
  @inlinable public func asSingle() -> Single<Element> {
    Single(source: makeAsSingle(asObservable()))
  }
}

@inlinable func makeFirst<Element>(_ source: Observable<Element>) -> Observable<Element?> {
  Observable { _, sink in
    let (next, scope) = (sink.next, sink.scope)
    runWithOwnEnd(
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

@inlinable func makeElementAt<Element>(_ source: Observable<Element>, _ index: Int) -> Observable<Element> {
  Observable { _, sink in
    let (next, scope, left) = (sink.next, sink.scope, Cell(index))
    runWithOwnEnd(
      source, below: sink,
      next: { element in
        left.value -= 1
        if left.value >= 0 { return }
        next(element)
        scope.end(nil)
      },
      ended: { scope.end($0 ?? RxError.argumentOutOfRange) })
  }
}

private func makeSingle<Element>(
  _ source: Observable<Element>, _ predicate: @escaping (Element) throws -> Bool
) -> Observable<Element> {
  Observable { _, sink in
    let (scope, hasOne) = (sink.scope, Cell(false))
    runWithOwnEnd(
      source, below: sink,
      next: { element in
        do {
          guard try predicate(element), !scope.isStopped else { return }
          if hasOne.value { return scope.end(RxError.moreThanOneElement) }
          hasOne.value = true
          sink.next(element)
        } catch {
          scope.end(error)
        }
      },
      ended: { scope.end($0 ?? (hasOne.value ? nil : RxError.noElements)) })
  }
}

@inlinable func makeAsSingle<Element>(_ source: Observable<Element>) -> Observable<Element> {
  if source.shape == .just { return source }
  return Observable { _, sink in
    let (next, scope) = (sink.next, sink.scope)
    let only = Cell<Element?>(nil)
    runWithOwnEnd(
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
@inlinable func runWithOwnEnd<Element, Result>(
  _ source: Observable<Element>, below sink: Sink<Result>, next: @escaping (Element) -> Void,
  ended: @escaping ((any Error)?) -> Void
) {
  let scope = InnerScope(ended: ended)
  sink.scope.attach(scope)
  source.run(Sink(next: next, scope: scope))
}
