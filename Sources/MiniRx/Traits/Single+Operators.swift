extension Single {
  /// Transforms the element. A transform that throws fails the single.
  ///
  ///     single   --1|
  ///     map      --2|      { $0 + 1 }
  @inlinable public func map<Result>(_ transform: @escaping @Sendable (Element) throws -> Result) -> Single<Result> {
    Single<Result>(source: makeMap(source, transform))
  }

  /// Goes on with the single the selector makes of the element. An error of either, or of the selector, fails it.
  ///
  ///     source    --a|
  ///     flatMap   -----b|      { $0's own single }
  @inlinable public func flatMap<Result>(
    _ selector: @escaping @Sendable (Element) throws -> Single<Result>
  ) -> Single<Result> {
    Single<Result>(source: makeSuccession(source) { try selector($0).source })
  }

  /// Goes on with the single the handler makes of an error. A handler that throws fails it with its own error.
  ///
  ///     single      --#
  ///     handler's     ---a|
  ///     catch       -----a|
  @inlinable
  public func `catch`(_ handler: @escaping @Sendable (any Error) throws -> Single<Element>) -> Single<Element> {
    Single(source: makeCatch(source) { try handler($0).source })
  }

  /// Gives this element in place of an error.
  ///
  ///     single           --#
  ///     catchAndReturn   --a|      a
  @inlinable public func catchAndReturn(_ element: Element) -> Single<Element> {
    Single(source: source.catchAndReturn(element))
  }

  /// Starts again on an error, for ever.
  ///
  ///     single   --#-#-a|      three attempts
  ///     retry    ------a|
  public func retry() -> Single<Element> { Single(source: source.retry()) }

  /// Starts again on an error, until it has run `maxAttemptCount` times in all. `retry(0)` starts nothing and fails with
  /// `RxError.noElements`. Traps on a negative count.
  ///
  ///     single   --#-#      two attempts
  ///     retry    ----#      retry(2)
  public func retry(_ maxAttemptCount: Int) -> Single<Element> {
    Single(source: maxAttemptCount == 0 ? .error(RxError.noElements) : source.retry(maxAttemptCount))
  }

  /// Calls the handlers as the events pass. One before the event that throws fails the single; what one after it throws is
  /// dropped, the event has been given.
  ///
  ///     single   ---a|
  ///     do       ---a|      onSubscribe, onSuccess before a, afterSuccess, onDispose after it
  ///
  /// - Parameters:
  ///   - onSuccess: before the element is delivered.
  ///   - afterSuccess: after it was delivered.
  ///   - onError: before the error is delivered.
  ///   - afterError: after it was delivered.
  ///   - onSubscribe: before the source is subscribed to.
  ///   - onSubscribed: after the source was subscribed to.
  ///   - onDispose: once, at the end or at dispose.
  public func `do`(
    onSuccess: (@Sendable (Element) throws -> Void)? = nil, afterSuccess: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil, afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Single<Element> {
    Single(
      source: source.do(
        onNext: onSuccess, afterNext: afterSuccess.map { after in { @Sendable in try? after($0) } }, onError: onError,
        afterError: afterError,
        onSubscribe: onSubscribe, onSubscribed: onSubscribed, onDispose: onDispose))
  }
}

extension Single where Element: Sendable {
  /// Delivers the event on the scheduler.
  ///
  ///     single    ---a|
  ///     observe   ----a|      on the scheduler
  public func observe(on scheduler: any ImmediateSchedulerType) -> Single<Element> {
    Single(source: source.observe(on: scheduler))
  }

  /// Starts the work on the scheduler.
  ///
  ///     subscribed   ^
  ///     single         ---a|      on the scheduler
  ///     subscribe    -----a|
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Single<Element> {
    Single(source: source.subscribe(on: scheduler))
  }

  /// Fails with `RxError.timeout` if no event comes within the time.
  ///
  ///     single    --------a|
  ///     timeout   ----#      four ticks
  public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Single<Element> {
    Single(source: source.timeout(dueTime, scheduler: scheduler))
  }

  /// Goes on with another single if no event comes within the time.
  ///
  ///     single    --------a|
  ///     other         --b|
  ///     timeout   ------b|      four ticks
  public func timeout(
    _ dueTime: RxTimeInterval, other: Single<Element>, scheduler: any SchedulerType
  ) -> Single<Element> {
    Single(source: source.timeout(dueTime, other: other.source, scheduler: scheduler))
  }

  /// Delivers the element later by the time; an error at once.
  ///
  ///     single   --a|      or      --#
  ///     delay    -----a|           --#      three ticks
  public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Single<Element> {
    Single(source: source.delay(dueTime, scheduler: scheduler))
  }
}

/// The flatMap of a source that has one element: what the selector makes takes the source's place, no operator remains.
@inlinable func makeSuccession<Element, Result>(
  _ source: Observable<Element>, _ selector: @escaping (Element) throws -> Observable<Result>
) -> Observable<Result> {
  SuccessionObservable(source, selector)
}

@usableFromInline final class SuccessionObservable<Element, Result>: Observable<Result>, @unchecked Sendable {
  // Restates the conditional conformance of Observable.
  @usableFromInline let source: Observable<Element>
  @usableFromInline let selector: (Element) throws -> Observable<Result>

  @inlinable init(_ source: Observable<Element>, _ selector: @escaping (Element) throws -> Observable<Result>) {
    self.source = source
    self.selector = selector
    super.init { me, sink in
      let me = unsafeDowncast(me, to: SuccessionObservable<Element, Result>.self)
      if me.source.shape == .just { return handOver(me.source.knownElement, me.selector, sink) }
      let leg = FirstLeg(sink, me.selector)
      me.source.run(Sink(next: { leg.receive($0) }, scope: leg))
    }
  }
}

/// The scope of a source that hands over to another when its element comes.
@usableFromInline final class FirstLeg<Element, Result>: GatedScope, @unchecked Sendable {
  // Sendable by rule: `isHandedOver` is set by the source with its element, and read by it with its end.
  @usableFromInline let next: (Result) -> Void
  @usableFromInline let selector: (Element) throws -> Observable<Result>
  @usableFromInline @exclusivity(unchecked) var isHandedOver = false

  @inlinable init(_ sink: Sink<Result>, _ selector: @escaping (Element) throws -> Observable<Result>) {
    next = sink.next
    self.selector = selector
    super.init(down: sink.scope)
  }

  @inlinable func receive(_ element: Element) {
    isHandedOver = true
    handOver(element, selector, Sink(next: next, scope: down))
  }

  @usableFromInline override func end(_ error: (any Error)?) {
    if stop() && !isHandedOver { down.end(error) }
  }
}
