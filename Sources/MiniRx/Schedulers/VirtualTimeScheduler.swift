/// A clock that a test moves: what is scheduled runs when the time is advanced past it, in order of due time, then of
/// scheduling, on the thread that advances.
///
///     let scheduler = VirtualTimeScheduler()
///     search.debounce(.milliseconds(300), scheduler: scheduler)…
///     scheduler.advance(by: .milliseconds(300))
///
/// Not for: driving code that takes no scheduler. Safe to schedule on from any thread; advance from one at a time.
open class VirtualTimeScheduler: SchedulerType, @unchecked Sendable {
  // Guarded by `lock`; subclasses guard what they add.
  private struct Item {
    let due: Duration
    let number: Int
    let work: ScheduledAction
  }

  private let lock = Lock()
  private var clock: Duration
  private var items: [Item] = []
  private var scheduled = 0

  /// A clock that shows `initialTime`.
  public init(initialTime: Duration = .zero) { clock = initialTime }

  /// What the clock shows.
  public var now: Duration { lock.withLock { clock } }

  /// Whether nothing is left to run.
  public var isIdle: Bool { lock.withLock { items.allSatisfy(\.work.isDisposed) } }

  /// Runs the action when the time is next advanced, be it by zero.
  public func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    scheduleRelative(state, dueTime: .zero, action: action)
  }

  /// Runs the action when the clock is advanced past the time.
  public func scheduleRelative<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    let work = ScheduledAction(state, action)
    let due = adjustScheduledTime(now + max(.zero, dueTime))
    lock.withLock { insert(work, at: max(clock, due)) }
    return work
  }

  /// Runs the action when the clock reaches the time; at the next advance if it has.
  @discardableResult
  public func scheduleAt(_ time: Duration, action: @escaping @Sendable () -> Void) -> any Disposable {
    let work = ScheduledAction(()) {
      action(); return Disposables.create()
    }
    let due = adjustScheduledTime(time)
    lock.withLock { insert(work, at: max(clock, due)) }
    return work
  }

  /// When something really runs that was scheduled for the time. A subclass may put it off.
  open func adjustScheduledTime(_ time: Duration) -> Duration { time }

  /// Moves the clock on, running what comes due on the way at its very time, what that schedules included.
  public func advance(by span: Duration) {
    advance(to: now + span)
  }

  /// Moves the clock on to a time; see `advance(by:)`. Traps on a time that has passed.
  public func advance(to time: Duration) {
    precondition(time >= now, "Virtual time cannot go back.")
    while let work = popNext(until: time) { work.run() }
    lock.withLock { clock = time }
  }

  /// Runs until nothing is left. Does not return while something schedules itself for ever.
  public func start() {
    while let work = popNext(until: nil) { work.run() }
  }

  private func insert(_ work: ScheduledAction, at due: Duration) {
    scheduled += 1
    let item = Item(due: due, number: scheduled, work: work)
    var (low, high) = (0, items.count)
    while low < high {
      let middle = (low + high) / 2
      if items[middle].due <= due { high = middle } else { low = middle + 1 }
    }
    items.insert(item, at: low)
  }

  /// Takes the next item, which stands last, and moves the clock to it.
  private func popNext(until time: Duration?) -> ScheduledAction? {
    lock.withLock {
      while let next = items.last {
        if let time, next.due > time { return nil }
        items.removeLast()
        if next.work.isDisposed { continue }
        clock = max(clock, next.due)
        return next.work
      }
      return nil
    }
  }
}
