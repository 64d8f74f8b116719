internal import MiniRx

extension SchedulerType {
  /// Runs the action once, later, unless the result is disposed before.
  func after(_ delay: Duration, _ action: @escaping @Sendable () -> Void) -> any Disposable {
    scheduleRelative((), dueTime: delay) { _ in
      action()
      return Disposables.create()
    }
  }
}
