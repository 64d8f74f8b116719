/// The scope of an operator that has one timer at a time: a dispose cancels source and timer.
class TimedScope: GatedScope, @unchecked Sendable {
  // Sendable by rule: what subclasses add is touched by the owner of the gate.
  private let timer = SerialDisposable()
  private let scheduler: any SchedulerType

  init(down: Scope, scheduler: any SchedulerType) {
    self.scheduler = scheduler
    super.init(down: down)
  }

  final var now: Duration { scheduler.now }

  /// Sets the timer in place of the one before.
  final func arm(_ dueTime: Duration, _ action: @escaping @Sendable () -> Void) {
    timer.disposable = scheduler.scheduleRelative((), dueTime: dueTime) {
      action()
      return Disposables.create()
    }
  }

  final func disarm() {
    timer.disposable = Disposables.create()
  }

  override func cancel() {
    stop()
    timer.dispose()
  }

  /// Sends the end down, from inside the gate.
  final func deliverEnd(_ error: (any Error)?) {
    timer.dispose()
    down.end(error)
  }
}
