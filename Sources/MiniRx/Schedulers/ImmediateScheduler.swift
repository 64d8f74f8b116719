/// Runs work at once, on the calling thread.
public final class ImmediateScheduler: ImmediateSchedulerType {
  /// The one there is.
  public static let instance = ImmediateScheduler()

  private init() {}

  /// Runs the action before it returns.
  public func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    action(state)
  }
}

extension ImmediateSchedulerType where Self == ImmediateScheduler {
  /// Runs work at once, on the calling thread.
  public static var immediate: ImmediateScheduler { ImmediateScheduler.instance }
}
