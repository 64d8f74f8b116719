/// How often to try again, and how long to wait before.
public struct RetryBackOff: Sendable {
  fileprivate let attempts: Int
  fileprivate let delay: @Sendable (Int) -> Duration

  /// At most so many attempts in all, with the wait that the closure gives after the first failure (1), the second (2)...
  /// Traps unless there is at least one attempt.
  public static func custom(attempts: Int, delay: @escaping @Sendable (Int) -> Duration) -> RetryBackOff {
    precondition(attempts >= 1, "RetryBackOff: the number of attempts must be at least 1, not \(attempts)")
    return RetryBackOff(attempts: attempts, delay: delay)
  }

  /// At most so many attempts in all, with the same wait before each further one.
  public static func constant(attempts: Int, delay: Duration) -> RetryBackOff {
    custom(attempts: attempts) { _ in delay }
  }

  /// At most so many attempts in all; each wait is the one before times the multiplier, up to a maximum. Traps unless the
  /// multiplier is at least 1.
  public static func exponential(
    attempts: Int, initial: Duration, multiplier: Double = 2, maximum: Duration = .seconds(60)
  ) -> RetryBackOff {
    precondition(multiplier >= 1, "RetryBackOff: the multiplier must be at least 1, not \(multiplier)")
    return custom(attempts: attempts) { failures in
      var delay = min(initial, maximum)
      for _ in 1..<failures where delay < maximum {
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
      attempt(1, source, backOff, shouldRetry, place, Unchecked(sink.next))
    }
  }
}

extension Single where Element: Sendable {
  /// Starts again on an error, after a wait, until the attempts are used up; as of `Observable`.
  public func retry(
    _ backOff: RetryBackOff, scheduler: any SchedulerType, shouldRetry: (@Sendable (any Error) -> Bool)? = nil
  ) -> Single<Element> {
    Single(source: source.retry(backOff, scheduler: scheduler, shouldRetry: shouldRetry))
  }
}

private func attempt<Element: Sendable>(
  _ number: Int, _ source: Observable<Element>, _ backOff: RetryBackOff,
  _ shouldRetry: (@Sendable (any Error) -> Bool)?, _ place: PlaceScope, _ next: Unchecked<(Element) -> Void>
) {
  if place.isStopped { return }
  let scope = InnerScope { error in
    guard let error, number < backOff.attempts, shouldRetry?(error) ?? true else { return place.end(error) }
    place.arm(backOff.delay(number)) { attempt(number + 1, source, backOff, shouldRetry, place, next) }
  }
  place.attach(scope)
  source.run(Sink(next: next.value, scope: scope))
}
