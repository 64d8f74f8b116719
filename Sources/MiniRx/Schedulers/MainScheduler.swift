internal import Dispatch

/// Runs work on the main queue, which is where the main actor lives: at once when called there, else by a hop.
///
/// What other threads schedule never makes work from the main queue wait (contract 11).
public final class MainScheduler: SchedulerType {
  /// The one that runs work at once when it is called on the main queue.
  public static let instance = MainScheduler(isAlwaysLater: false)
  /// The one that always hops, also from the main queue.
  public static let asyncInstance = MainScheduler(isAlwaysLater: true)

  private let isAlwaysLater: Bool

  private init(isAlwaysLater: Bool) { self.isAlwaysLater = isAlwaysLater }

  /// Traps off the main queue.
  public static func ensureExecutingOnScheduler(errorMessage: String? = nil) {
    precondition(MainQueue.isCurrent, errorMessage ?? "This must run on the main queue.")
  }

  /// The monotonic time.
  public var now: Duration { Monotonic.now }

  /// Runs the action on the main queue.
  public func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    if !isAlwaysLater && MainQueue.isCurrent { return action(state) }
    let work = ScheduledAction(state, action)
    DispatchQueue.main.async { work.run() }
    return work
  }

  /// Runs the action on the main queue when the time has passed.
  public func scheduleRelative<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    scheduleTimer(on: .main, state, dueTime, action)
  }
}

extension ImmediateSchedulerType where Self == MainScheduler {
  /// The main queue; work scheduled there runs at once.
  public static var main: MainScheduler { MainScheduler.instance }
}
