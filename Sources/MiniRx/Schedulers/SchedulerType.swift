/// A span of time. Written as before: `.milliseconds(300)`, `.seconds(1)`.
public typealias RxTimeInterval = Duration

/// Something that runs work: at once, on a queue, in virtual time.
public protocol ImmediateSchedulerType: Sendable {
  /// Runs the action with the state, as soon as the scheduler can.
  ///
  /// - Returns: disposing it prevents the action if it has not begun, and disposes what the action returned if it has.
  func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable
}

/// A scheduler that has a clock.
public protocol SchedulerType: ImmediateSchedulerType {
  /// The time on this scheduler's clock, from an origin of its own. Monotonic: never the wall clock.
  var now: Duration { get }

  /// Runs the action with the state when the time has passed; a negative time counts as zero.
  ///
  /// - Returns: as of `schedule(_:action:)`.
  func scheduleRelative<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable

  /// Runs the action again and again, giving it what it returned the time before.
  ///
  /// - Parameters:
  ///   - state: what the first run is given.
  ///   - startAfter: until the first run.
  ///   - period: between the starts of two runs. Runs that were missed are not made up for.
  ///   - action: the work.
  func schedulePeriodic<State: Sendable>(
    _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval, action: @escaping @Sendable (State) -> State
  ) -> any Disposable
}

extension SchedulerType {
  /// Each run schedules the next; runs are due at `startAfter` plus whole periods, without drift.
  public func schedulePeriodic<State: Sendable>(
    _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval, action: @escaping @Sendable (State) -> State
  ) -> any Disposable {
    let place = SerialDisposable()
    scheduleRun(state, at: now + startAfter, period: period, in: place, action)
    return place
  }

  private func scheduleRun<State: Sendable>(
    _ state: State, at due: Duration, period: Duration, in place: SerialDisposable,
    _ action: @escaping @Sendable (State) -> State
  ) {
    if place.isDisposed { return }
    place.disposable = scheduleRelative(state, dueTime: due - now) { state in
      let following = action(state)
      let missed = period > .zero ? max(0, Int64((self.now - due) / period)) : 0
      self.scheduleRun(following, at: due + period * (missed + 1), period: period, in: place, action)
      return Disposables.create()
    }
  }
}
