/// How often to try again, and how long to wait before.
public struct RetryBackOff: Sendable {
  package let attempts: Int
  package let delay: @Sendable (Int) -> Duration

  /// At most so many attempts in all, with the wait that the closure gives after the first failure (1), the second (2)...
  /// The first attempt is always made: a number below 1 counts as 1. A wait of zero or less is over at the scheduler's
  /// next turn.
  public static func custom(attempts: Int, delay: @escaping @Sendable (Int) -> Duration) -> RetryBackOff {
    RetryBackOff(attempts: max(1, attempts), delay: delay)
  }

  /// At most so many attempts in all, with the same wait before each further one.
  public static func constant(attempts: Int, delay: Duration) -> RetryBackOff {
    custom(attempts: attempts) { _ in delay }
  }

  /// At most so many attempts in all; each wait is the one before times the multiplier, up to a maximum. A multiplier
  /// below 1 counts as 1.
  public static func exponential(
    attempts: Int, initial: Duration, multiplier: Double = 2, maximum: Duration = .seconds(60)
  ) -> RetryBackOff {
    // Written so that no number at all counts as 1 too.
    let multiplier = multiplier >= 1 ? multiplier : 1
    return custom(attempts: attempts) { failures in
      var delay = max(.zero, min(initial, maximum))
      for _ in 1..<failures where delay > .zero && delay < maximum {
        delay = multiplier >= maximum / delay ? maximum : delay * multiplier
      }
      return delay
    }
  }
}

extension ObservableType where Element: Sendable {
  /// Starts again on an error, after a wait, until the attempts are used up; then the error passes.
  ///
  ///     source   -a-#
  ///     retry    -a----a------a-#      .exponential(attempts: 3, initial: two ticks)
  ///
  /// - Parameters:
  ///   - backOff: how often, and how long to wait.
  ///   - scheduler: what the waits are measured by; the further attempts start there.
  ///   - shouldRetry: whether this error is worth another attempt; all are, without it.
  public func retry(
    _ backOff: RetryBackOff, scheduler: any SchedulerType, shouldRetry: (@Sendable (any Error) -> Bool)? = nil
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable { _, sink in
      let place = PlaceScope(down: sink.scope, scheduler: scheduler)
      attempt(1, source, backOff, shouldRetry, place, Unchecked(sink))
    }
  }
}

extension Single where Element: Sendable {
  /// Starts again on an error, after a wait, until the attempts are used up; as of `Observable`.
  ///
  ///     source   -#
  ///     retry    -----#      .constant(attempts: 2, delay: three ticks)
  public func retry(
    _ backOff: RetryBackOff, scheduler: any SchedulerType, shouldRetry: (@Sendable (any Error) -> Bool)? = nil
  ) -> Single<Element> {
    Single(source: source.retry(backOff, scheduler: scheduler, shouldRetry: shouldRetry))
  }
}

private func attempt<Element: Sendable>(
  _ number: Int, _ source: Observable<Element>, _ backOff: RetryBackOff,
  _ shouldRetry: (@Sendable (any Error) -> Bool)?, _ place: PlaceScope, _ sink: Unchecked<Sink<Element>>
) {
  if place.isStopped { return }
  let scope = InnerScope { error in
    guard let error, number < backOff.attempts, shouldRetry?(error) ?? true else { return place.end(error) }
    place.arm(backOff.delay(number)) { attempt(number + 1, source, backOff, shouldRetry, place, sink) }
  }
  place.attach(scope)
  // The very closure, as the sink keeps it: one that was wrapped anew at each level would be let go as deep as the chain.
  source.run(Sink(next: sink.value.next, scope: scope))
}
