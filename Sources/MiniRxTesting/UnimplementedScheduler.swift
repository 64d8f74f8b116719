public import MiniRx

/// A scheduler that a test hands to code which must not use it: the first touch fails the test.
///
///     let model = SearchModel(scheduler: UnimplementedScheduler("search") { Issue.record("\($0)") })
///
/// What is scheduled never runs. Not for: code that may schedule something; give that a `TestScheduler`.
public struct UnimplementedScheduler: SchedulerType {
  private let name: String
  private let fail: @Sendable (String) -> Void

  /// A scheduler that must not be used.
  ///
  /// - Parameters:
  ///   - name: what the message calls it.
  ///   - fail: receives the message, on the thread of the touch; traps with it, unless told otherwise.
  public init(_ name: String = "unimplemented", fail: @escaping @Sendable (String) -> Void = { fatalError($0) }) {
    self.name = name
    self.fail = fail
  }

  /// Fails; zero.
  public var now: Duration {
    touched("asked for the time")
    return .zero
  }

  /// Fails; the action never runs.
  public func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    touched("told to run an action")
  }

  /// Fails; the action never runs.
  public func scheduleRelative<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    touched("told to run an action after \(dueTime)")
  }

  /// Fails; the action never runs.
  public func schedulePeriodic<State: Sendable>(
    _ state: State, startAfter: RxTimeInterval, period: RxTimeInterval, action: @escaping @Sendable (State) -> State
  ) -> any Disposable {
    touched("told to run an action every \(period)")
  }

  @discardableResult
  private func touched(_ how: String) -> any Disposable {
    fail("The scheduler \"\(name)\", which this test must not use, was \(how).")
    return Disposables.create()
  }
}
