/// Runs work on the calling thread, one after the other: what is scheduled from inside a run follows that run.
public final class CurrentThreadScheduler: ImmediateSchedulerType {
  /// The one there is; each thread has a queue of its own.
  public static let instance = CurrentThreadScheduler()

  private init() {}

  /// Whether the calling thread runs nothing now, so that `schedule` would run the action before it returns.
  public static var isScheduleRequired: Bool { !Trampoline.isRunning }

  /// Runs the action at once where nothing runs on this thread, else after what runs.
  public func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    let work = ScheduledAction(state, action)
    Trampoline.inTurn { work.run() }
    return work
  }
}
