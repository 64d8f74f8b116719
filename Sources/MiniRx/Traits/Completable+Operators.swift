extension Completable {
  /// Goes on with the single when this has completed; an error of this fails it, without starting the second.
  ///
  ///     completable   ---|
  ///     second           --a|
  ///     andThen       -----a|
  public func andThen<Element>(_ second: Single<Element>) -> Single<Element> {
    Single(source: makeAndThen(source, second.source))
  }

  /// Goes on with the observable when this has completed; an error of this passes, without starting the second.
  ///
  ///     completable   ---|
  ///     second           --a--b|
  ///     andThen       -----a--b|
  public func andThen<Element>(_ second: Observable<Element>) -> Observable<Element> {
    makeAndThen(source, second)
  }

  /// Goes on with the second when this has completed; an error of this passes, without starting the second.
  ///
  ///     completable   ---|
  ///     second           --|
  ///     andThen       -----|
  public func andThen(_ second: Completable) -> Completable {
    Completable(source: makeAndThen(source, second.source))
  }

  /// Goes on with the second when this has completed; the same as `andThen`.
  ///
  ///     completable   ---|
  ///     second           --|
  ///     concat        -----|
  public func concat(_ second: Completable) -> Completable { andThen(second) }

  /// Runs these one after the other; completes with the last. Of none, completes at once. The first error passes, and the
  /// others are not started.
  ///
  ///     a        ---|
  ///     b           --|
  ///     c             -|
  ///     concat   ------|
  public static func concat(_ sources: Completable...) -> Completable { concat(sources) }

  /// Runs those of a collection one after the other; as the other form.
  ///
  ///     a        ---|
  ///     b           --|
  ///     concat   -----|
  public static func concat<Sources: Collection>(
    _ sources: Sources
  ) -> Completable where Sources.Element == Completable {
    Completable(source: makeConcat(sources.map(\.source)))
  }

  /// Runs these all at once; completes when all have. Of none, completes at once. The first error passes and cancels the
  /// others.
  ///
  ///     a       ---|
  ///     b       ------|
  ///     merge   ------|
  public static func merge(_ sources: Completable...) -> Completable { merge(sources) }

  /// Runs those of a collection all at once; as the other form.
  ///
  ///     a       ---|
  ///     b       ------|
  ///     merge   ------|
  public static func merge<Sources: Collection>(
    _ sources: Sources
  ) -> Completable where Sources.Element == Completable {
    Completable(source: makeMerge(sources.map(\.source)))
  }

  /// Runs these all at once; the same as `merge`.
  ///
  ///     a     ---|
  ///     b     ------|
  ///     zip   ------|
  public static func zip(_ sources: Completable...) -> Completable { merge(sources) }
}

extension Completable {
  /// Goes on with the completable the handler makes of an error. A handler that throws fails it with its own error.
  ///
  ///     completable   --#
  ///     handler's       ---|
  ///     catch         -----|
  public func `catch`(_ handler: @escaping @Sendable (any Error) throws -> Completable) -> Completable {
    Completable(source: makeCatch(source) { try handler($0).source })
  }

  /// Starts again on an error, for ever.
  ///
  ///     completable   --#-#-|      three attempts
  ///     retry         ------|
  public func retry() -> Completable { Completable(source: source.retry()) }

  /// Starts again on an error, until it has run `maxAttemptCount` times in all. `retry(0)` starts nothing and
  /// completes. Traps on a negative count.
  ///
  ///     completable   --#-#      two attempts
  ///     retry         ----#      retry(2)
  public func retry(_ maxAttemptCount: Int) -> Completable { Completable(source: source.retry(maxAttemptCount)) }

  /// Starts again on an error, after a wait, until the attempts are used up; as of `Observable`.
  ///
  ///     completable   -#
  ///     retry         -----#      .constant(attempts: 2, delay: three ticks)
  public func retry(
    _ backOff: RetryBackOff, scheduler: any SchedulerType, shouldRetry: (@Sendable (any Error) -> Bool)? = nil
  ) -> Completable {
    Completable(source: source.retry(backOff, scheduler: scheduler, shouldRetry: shouldRetry))
  }

  /// Calls the handlers as the event passes. One before the event that throws fails the completable; what one after it
  /// throws is dropped.
  ///
  ///     completable   ---|
  ///     do            ---|      onSubscribe, onCompleted before the end, afterCompleted, onDispose after it
  ///
  /// - Parameters:
  ///   - onError: before the error is delivered.
  ///   - afterError: after it was delivered.
  ///   - onCompleted: before the end is delivered.
  ///   - afterCompleted: after it was delivered.
  ///   - onSubscribe: before the source is subscribed to.
  ///   - onSubscribed: after the source was subscribed to.
  ///   - onDispose: once, at the end or at dispose.
  public func `do`(
    onError: (@Sendable (any Error) throws -> Void)? = nil, afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil, afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Completable {
    Completable(
      source: source.do(
        onError: onError, afterError: afterError, onCompleted: onCompleted, afterCompleted: afterCompleted,
        onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
  }

  /// Delivers the event on the scheduler.
  ///
  ///     completable   ---|
  ///     observe       ----|      on the scheduler
  public func observe(on scheduler: any ImmediateSchedulerType) -> Completable {
    Completable(source: source.observe(on: scheduler))
  }

  /// Starts the work on the scheduler.
  ///
  ///     subscribed    ^
  ///     completable     ---|      on the scheduler
  ///     subscribe     -----|
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Completable {
    Completable(source: source.subscribe(on: scheduler))
  }

  /// Fails with `RxError.timeout` if no event comes within the time.
  ///
  ///     completable   --------|
  ///     timeout       ----#      four ticks
  public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Completable {
    Completable(source: source.timeout(dueTime, scheduler: scheduler))
  }

  /// Delivers the good end later by the time; an error at once.
  ///
  ///     completable   --|      or      --#
  ///     delay         -----|           --#      three ticks
  public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Completable {
    Completable(source: source.delay(dueTime, scheduler: scheduler))
  }
}

/// The second takes the place of the first, no operator remains between.
private func makeAndThen<Element>(_ first: Observable<Never>, _ second: Observable<Element>) -> Observable<Element> {
  Observable { _, sink in
    runWithOwnEnd(
      first, below: sink, next: { (_: Never) in },
      ended: { error in
        if error != nil {
          sink.scope.end(error)
        } else if !sink.scope.isStopped {
          second.run(sink)
        }
      })
  }
}
