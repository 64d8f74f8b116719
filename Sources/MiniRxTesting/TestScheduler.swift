public import MiniRx

/// A clock for tests that counts in ticks, and a maker of observables and observers that live by it.
///
///     let scheduler = TestScheduler(initialClock: 0)
///     let taps = scheduler.createHotObservable([.next(210, "a"), .next(215, "b"), .completed(300)])
///     let result = scheduler.start { taps.debounce(.seconds(10), scheduler: scheduler) }
///     #expect(result.events == [.next(225, "b"), .completed(300)])
///
/// Everything runs on the thread that moves the clock, whichever that is; two tests with a scheduler each may run at the
/// same time.
public final class TestScheduler: VirtualTimeScheduler, @unchecked Sendable {
  // Sendable by rule: immutable beside what the superclass guards.

  /// The span of one tick.
  public let tick: Duration
  private let simulatesProcessingDelay: Bool

  /// A clock.
  ///
  /// - Parameters:
  ///   - initialClock: what it shows at first, in ticks.
  ///   - resolution: the span of a tick, in seconds; 0.001 makes it a millisecond.
  ///   - simulateProcessingDelay: whether what is scheduled for now, or for a time that has passed, runs one tick later.
  public init(initialClock: TestTime, resolution: Double = 1, simulateProcessingDelay: Bool = true) {
    precondition(resolution > 0, "TestScheduler: the resolution must be positive, not \(resolution)")
    tick = .seconds(resolution)
    simulatesProcessingDelay = simulateProcessingDelay
    super.init(initialTime: .seconds(resolution) * initialClock)
  }

  /// What the clock shows, in ticks; a time between two ticks counts as the earlier.
  public var clock: TestTime { TestTime(now / tick) }

  /// Moves what is due now to the next tick, where the scheduler was told to.
  public override func adjustScheduledTime(_ time: Duration) -> Duration {
    simulatesProcessingDelay && time <= now ? now + tick : time
  }

  /// Runs the action when the clock reaches the time, on the thread that moves the clock.
  public func scheduleAt(_ time: TestTime, action: @escaping () -> Void) {
    let action = UncheckedAction(run: action)
    scheduleAt(tick * time) { action.run() }
  }

  /// Moves the clock on by ticks, running what comes due on the way at its very time.
  public func advance(by ticks: TestTime) {
    advance(by: tick * ticks)
  }

  /// Moves the clock on to a time; see `advance(by:)`. Traps on a time that has passed.
  public func advance(to time: TestTime) {
    advance(to: tick * time)
  }
}

/// Carries an action to the thread that moves the clock.
private struct UncheckedAction: @unchecked Sendable {
  // Sendable by rule: a test moves the clock of its scheduler from one place at a time.
  let run: () -> Void
}

extension TestScheduler {
  /// When `start` calls the factory, unless told otherwise.
  public static var created: TestTime { 100 }
  /// When `start` subscribes, unless told otherwise.
  public static var subscribed: TestTime { 200 }
  /// When `start` disposes, unless told otherwise.
  public static var disposed: TestTime { 1000 }

  /// A hot observable: its events happen at these times of the clock, whoever listens.
  public func createHotObservable<Element: Sendable>(
    _ events: [Recorded<Event<Element>>]
  ) -> TestableObservable<Element> {
    TestableObservable(hot: events, self)
  }

  /// A cold observable: its events happen at these times after each subscription.
  public func createColdObservable<Element: Sendable>(
    _ events: [Recorded<Event<Element>>]
  ) -> TestableObservable<Element> {
    TestableObservable(cold: events, self)
  }

  /// An observer that records what it is sent, and when.
  public func createObserver<Element>(_ type: Element.Type) -> TestableObserver<Element> {
    TestableObserver(self)
  }

  /// Makes, subscribes to and disposes a source at these times, runs everything that is scheduled, and answers what the
  /// source delivered.
  ///
  /// - Parameters:
  ///   - created: when `create` is called.
  ///   - subscribed: when its result is subscribed to.
  ///   - disposed: when the subscription is disposed.
  ///   - create: makes the source; runs before `start` returns.
  public func start<Source: ObservableConvertibleType>(
    created: TestTime = TestScheduler.created, subscribed: TestTime = TestScheduler.subscribed,
    disposed: TestTime = TestScheduler.disposed, create: @escaping () -> Source
  ) -> TestableObserver<Source.Element> {
    let observer = createObserver(Source.Element.self)
    var source: Observable<Source.Element>?
    let subscription = SerialDisposable()
    scheduleAt(created) { source = create().asObservable() }
    scheduleAt(subscribed) { if let source { subscription.disposable = source.subscribe(observer) } }
    scheduleAt(disposed) { subscription.dispose() }
    start()
    return observer
  }
}
