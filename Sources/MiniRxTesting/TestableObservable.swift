public import MiniRx

/// An observable that plays a script and records who was subscribed when. Made by a `TestScheduler`.
public final class TestableObservable<Element: Sendable>: ObservableType, @unchecked Sendable {
  // Sendable by rule: `spans` is guarded by `lock`.

  /// The script.
  public let recordedEvents: [Recorded<Event<Element>>]
  private let scheduler: TestScheduler
  private let lock = Lock()
  private var spans: [Subscription] = []
  private let start: @Sendable (AnyObserver<Element>) -> any Disposable

  init(hot events: [Recorded<Event<Element>>], _ scheduler: TestScheduler) {
    let subject = PublishSubject<Element>()
    for event in events { scheduler.scheduleAt(event.time) { subject.on(event.value) } }
    recordedEvents = events
    self.scheduler = scheduler
    start = { subject.subscribe($0) }
  }

  init(cold events: [Recorded<Event<Element>>], _ scheduler: TestScheduler) {
    recordedEvents = events
    self.scheduler = scheduler
    start = { observer in
      let timers = events.map { event in
        scheduler.scheduleRelative((), dueTime: scheduler.tick * event.time) {
          observer.on(event.value)
          return Disposables.create()
        }
      }
      return Disposables.create(timers)
    }
  }

  /// When it was subscribed to and left, one entry a subscription.
  public var subscriptions: [Subscription] { lock.withLock { spans } }

  /// Plays the script to the observer.
  public func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    asObservable().subscribe(observer)
  }

  /// The script as an observable.
  public func asObservable() -> Observable<Element> {
    .create { [self] observer in
      let now = scheduler.clock
      let index = lock.withLock {
        spans.append(Subscription(now))
        return spans.count - 1
      }
      let playing = start(observer)
      return Disposables.create { [self] in
        playing.dispose()
        let now = scheduler.clock
        lock.withLock { spans[index] = Subscription(spans[index].subscribe, now) }
      }
    }
  }
}

/// The life of one subscription, in ticks.
public struct Subscription: Hashable, Sendable {
  /// When it began.
  public let subscribe: TestTime
  /// When it ended; `TestTime.max` if it has not.
  public let unsubscribe: TestTime

  /// A subscription that began, and perhaps ended, at these times.
  public init(_ subscribe: TestTime, _ unsubscribe: TestTime = .max) {
    self.subscribe = subscribe
    self.unsubscribe = unsubscribe
  }
}

extension Subscription: CustomDebugStringConvertible {
  /// `(200, 300)`, or `(200, ∞)`.
  public var debugDescription: String {
    "(\(subscribe), \(unsubscribe == .max ? "∞" : String(unsubscribe)))"
  }
}
