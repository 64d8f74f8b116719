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
  ///   - period: between the starts of two runs; zero or less counts as one millisecond. Runs that were missed are not
  ///     made up for.
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
    let place = RunPlace()
    scheduleRun(state, number: 0, at: now + max(.zero, startAfter), period: period.asPeriod, in: place, action)
    return place
  }

  private func scheduleRun<State: Sendable>(
    _ state: State, number: Int, at due: Duration, period: Duration, in place: RunPlace,
    _ action: @escaping @Sendable (State) -> State
  ) {
    if place.isDisposed { return }
    let run = scheduleRelative(state, dueTime: due - now) { state in
      let following = action(state)
      let missed = max(0, Int64((self.now - due) / period))
      self.scheduleRun(
        following, number: number + 1, at: due + period * (missed + 1), period: period, in: place, action)
      return Disposables.create()
    }
    place.hold(run, number: number)
  }
}

extension Duration {
  /// The time itself, or the shortest there is between two runs of a timer: a millisecond.
  var asPeriod: Duration { self > .zero ? self : .milliseconds(1) }
}

/// Holds the newest run of a periodic timer. A run that is due at once may have scheduled the next on another thread
/// before it is held itself; it then comes too late and is let go.
private final class RunPlace: Cancelable, @unchecked Sendable {
  // Guarded by `lock`.
  private var newest: (run: (any Disposable)?, number: Int) = (nil, -1)
  private var disposed = false
  private let lock = Lock()

  var isDisposed: Bool { lock.withLock { disposed } }

  func hold(_ run: any Disposable, number: Int) {
    // What is replaced is released outside the lock: it is a foreign object.
    var newer: (run: (any Disposable)?, number: Int) = (run, number)
    let isLate = lock.withLock {
      if disposed || number < newest.number { return disposed }
      swap(&newer, &newest)
      return false
    }
    if isLate { run.dispose() }
    withExtendedLifetime(newer) {}
  }

  func dispose() {
    let last = lock.withLock {
      defer { (newest.run, disposed) = (nil, true) }
      return newest.run
    }
    last?.dispose()
  }
}
