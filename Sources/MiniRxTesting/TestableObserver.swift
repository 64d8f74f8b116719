public import MiniRx

/// An observer that records what it is sent, and when. Made by `TestScheduler.createObserver`.
public final class TestableObserver<Element>: ObserverType {
  private let scheduler: TestScheduler
  private let lock = Lock()
  // Guarded by `lock`.
  private var recorded: [Recorded<Event<Element>>] = []

  init(_ scheduler: TestScheduler) { self.scheduler = scheduler }

  /// What it was sent so far, in order.
  public var events: [Recorded<Event<Element>>] { lock.withLock { recorded } }

  /// The elements among the events, without their times.
  public var elements: [Element] { events.compactMap(\.value.element) }

  /// Records an event.
  public func on(_ event: Event<Element>) {
    let entry = Recorded(time: scheduler.clock, value: event)
    lock.withLock { recorded.append(entry) }
  }
}

// Sendable by rule: guarded by the lock.
extension TestableObserver: @unchecked Sendable where Element: Sendable {}
