public import MiniRx

/// The immediate scheduler as one with a clock, for tests in which time does not matter: every wait is over at once.
///
///     search.debounce(.milliseconds(300), scheduler: ImmediateScheduler.instance)      each element, at once
///
/// Not for: telling two times apart; a `TestScheduler` does.
extension ImmediateScheduler: SchedulerType {
  /// Always zero.
  public var now: Duration { .zero }

  /// Runs the action before it returns, whatever the time.
  public func scheduleRelative<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    schedule(state, action: action)
  }

  /// Runs the action once, before it returns: there is no time in which it could run again.
  public func schedulePeriodic<State: Sendable>(
    _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval, action: @escaping @Sendable (State) -> State
  ) -> any Disposable {
    _ = action(state)
    return Disposables.create()
  }
}
