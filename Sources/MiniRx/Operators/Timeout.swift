extension ObservableType where Element: Sendable {
  /// Fails with `RxError.timeout` when nothing has come for the time: since subscribing, or since the element before was
  /// delivered.
  ///
  ///     source    --a-b--------c
  ///     timeout   --a-b---#            three ticks
  ///
  /// The source is cancelled. The failure comes on the scheduler. A time of zero or less has passed at the scheduler's
  /// next turn: only what the source delivers at once passes before that.
  public func timeout(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    makeTimeout(asObservable(), dueTime, other: .error(RxError.timeout), scheduler)
  }

  /// Goes on with another observable when nothing has come for the time.
  ///
  ///     source    --a-b--------c
  ///     timeout   --a-b----x-y|        three ticks, other -x-y|
  public func timeout<Source: ObservableConvertibleType>(
    _ dueTime: RxTimeInterval, other: Source, scheduler: any SchedulerType
  ) -> Observable<Element> where Source.Element == Element {
    makeTimeout(asObservable(), dueTime, other: other.asObservable(), scheduler)
  }
}

private func makeTimeout<Element: Sendable>(
  _ source: Observable<Element>, _ dueTime: Duration, other: Observable<Element>, _ scheduler: any SchedulerType
) -> Observable<Element> {
  Observable { _, sink in
    let node = TimeoutScope(sink, dueTime, other, scheduler)
    node.serially { node.restart() }
    source.run(Sink(next: { node.receive($0) }, scope: node))
  }
}

private final class TimeoutScope<Element: Sendable>: TimedScope, @unchecked Sendable {
  // Sendable by rule: touched by the owner of the gate.
  private let sink: Sink<Element>
  private let dueTime: Duration
  private let other: Observable<Element>
  private var number = 0

  init(_ sink: Sink<Element>, _ dueTime: Duration, _ other: Observable<Element>, _ scheduler: any SchedulerType) {
    self.sink = sink
    self.dueTime = dueTime
    self.other = other
    super.init(down: sink.scope, scheduler: scheduler)
  }

  func restart() {
    number += 1
    let number = number
    arm(dueTime) { self.serially { if number == self.number { self.expire() } } }
  }

  func receive(_ element: Element) {
    serially {
      // Expired meanwhile, or disposed.
      if self.number < 0 || self.down.isStopped { return }
      // The timer before no longer counts, and the time that the observer takes is not the source's.
      self.number += 1
      self.disarm()
      self.sink.next(element)
      if !self.isStopped && !self.down.isStopped { self.restart() }
    }
  }

  override func end(_ error: (any Error)?) {
    guard stop() else { return }
    serially {
      if self.number < 0 { return }
      self.number = -1
      self.deliverEnd(error)
    }
  }

  private func expire() {
    if down.isStopped { return }
    number = -1
    stop()
    other.run(sink)
  }
}
