public import Dispatch

/// Runs work on a dispatch queue, one after the other.
public final class SerialDispatchQueueScheduler: SchedulerType {
  private let queue: DispatchQueue

  /// A queue of its own.
  ///
  /// - Parameters:
  ///   - qos: how important the work is.
  ///   - internalSerialQueueName: the queue's label, for debugging.
  public init(qos: DispatchQoS = .default, internalSerialQueueName: String = "MiniRx.serial") {
    queue = DispatchQueue(label: internalSerialQueueName, qos: qos)
  }

  /// A serial queue of its own that runs its work on the queue given.
  public init(queue: DispatchQueue, internalSerialQueueName: String = "MiniRx.serial") {
    self.queue = DispatchQueue(label: internalSerialQueueName, target: queue)
  }

  /// The monotonic time.
  public var now: Duration { Monotonic.now }

  /// Runs the action on the queue.
  public func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    scheduleWork(on: queue, state, action)
  }

  /// Runs the action on the queue when the time has passed.
  public func scheduleRelative<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    scheduleTimer(on: queue, state, dueTime, action)
  }
}

/// Runs work on a concurrent dispatch queue.
public final class ConcurrentDispatchQueueScheduler: SchedulerType {
  private let queue: DispatchQueue

  /// The global queue of that importance.
  public init(qos: DispatchQoS = .default) {
    queue = .global(qos: qos.qosClass)
  }

  /// The queue given.
  public init(queue: DispatchQueue) {
    self.queue = queue
  }

  /// The monotonic time.
  public var now: Duration { Monotonic.now }

  /// Runs the action on the queue.
  public func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    scheduleWork(on: queue, state, action)
  }

  /// Runs the action on the queue when the time has passed.
  public func scheduleRelative<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    scheduleTimer(on: queue, state, dueTime, action)
  }
}

/// The clock of all real schedulers.
enum Monotonic {
  static var now: Duration { .nanoseconds(Int64(clamping: DispatchTime.now().uptimeNanoseconds)) }
}

func scheduleWork<State: Sendable>(
  on queue: DispatchQueue, _ state: State, _ action: @escaping @Sendable (State) -> any Disposable
) -> any Disposable {
  let work = ScheduledAction(state, action)
  queue.async { work.run() }
  return work
}

/// Runs the action on the queue when the time has passed. The timer is strict, and goes with the dispose.
func scheduleTimer<State: Sendable>(
  on queue: DispatchQueue, _ state: State, _ dueTime: Duration, _ action: @escaping @Sendable (State) -> any Disposable
) -> any Disposable {
  let work = ScheduledAction(state, action)
  // Dispatch sources may be used from any thread.
  let timer = Unchecked(DispatchSource.makeTimerSource(flags: .strict, queue: queue))
  timer.value.schedule(deadline: .now() + .nanoseconds(Int(clamping: dueTime.nanoseconds)))
  timer.value.setEventHandler {
    timer.value.cancel()
    work.run()
  }
  timer.value.resume()
  return Disposables.create {
    timer.value.cancel()
    work.dispose()
  }
}

extension Duration {
  /// Whole nanoseconds, at least 0; what does not fit is the largest there is.
  var nanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    if overflow { return seconds < 0 ? 0 : .max }
    let (sum, carries) = product.addingReportingOverflow(attoseconds / 1_000_000_000)
    return carries ? .max : max(0, sum)
  }
}
