extension ObservableType {
  /// Starts again on an error, when the observable that the handler makes of the errors has an element.
  ///
  ///     source        -a-#     -a-#        -a-|
  ///     errors        ---e--------e-
  ///     trigger       ------x--------x
  ///     retry(when)   -a-------a--------a-|
  ///
  /// The handler is called once for each subscription. Each error asks for one element; what the trigger delivers while
  /// the source runs is dropped. Where the trigger has ended, or does while an error waits, the stream ends the same way.
  public func retry<Trigger: ObservableConvertibleType>(
    when notificationHandler: @escaping @Sendable (Observable<any Error>) -> Trigger
  ) -> Observable<Element> {
    makeRetryWhen(asObservable()) { notificationHandler($0).asObservable() }
  }
}

extension Single {
  /// Starts again on an error, when the observable that the handler makes of the errors has an element; as of
  /// `Observable`. Fails with `RxError.noElements` where the trigger completes instead.
  ///
  ///     source    -#
  ///     handler   ----x
  ///     retry     -----a|      where the second attempt succeeds
  public func retry<Trigger: ObservableConvertibleType>(
    when notificationHandler: @escaping @Sendable (Observable<any Error>) -> Trigger
  ) -> Single<Element> {
    Single(source: makeAsSingle(source.retry(when: notificationHandler)))
  }
}

private func makeRetryWhen<Element, Trigger>(
  _ source: Observable<Element>, _ handler: @escaping (Observable<any Error>) -> Observable<Trigger>
) -> Observable<Element> {
  Observable { _, sink in
    let core = RetryWhenScope(down: sink.scope) { core in
      let scope = InnerScope { error in
        if let error { core.failed(error) } else { sink.scope.end(nil) }
      }
      core.attach(scope)
      source.run(Sink(next: sink.next, scope: scope))
    }
    handler(core.errors).run(Sink(next: { _ in core.triggered() }, scope: core.addCompanion()))
    core.attempt()
  }
}

/// Source and trigger take turns: the trigger is heeded only while an error waits, and then the source is silent.
private final class RetryWhenScope: CompanionScope, @unchecked Sendable {
  // Sendable by rule: `isWaiting` and `ending` are guarded by `lock`.
  let errors = PublishSubject<any Error>()
  private let start: (RetryWhenScope) -> Void
  private let lock = Lock()
  private var isWaiting = false
  private var ending: (error: (any Error)?, isKnown: Bool) = (nil, false)

  init(down: Scope, start: @escaping (RetryWhenScope) -> Void) {
    self.start = start
    super.init(down: down)
  }

  func attempt() {
    if !isStopped { start(self) }
  }

  func failed(_ error: any Error) {
    let isOver = lock.withLock {
      isWaiting = !ending.isKnown
      return ending.isKnown
    }
    if isOver { down.end(ending.error) } else { errors.onNext(error) }
  }

  func triggered() {
    let isAwaited = lock.withLock {
      defer { isWaiting = false }
      return isWaiting
    }
    if isAwaited { attempt() }
  }

  override func companionEnded(_ error: (any Error)?) {
    let isAwaited = lock.withLock {
      ending = (error, true)
      defer { isWaiting = false }
      return isWaiting
    }
    if isAwaited { down.end(error) }
  }
}
