extension ObservableType where Element: Sendable {
  /// Delivers an element at once, then at most one in each span of the time.
  ///
  ///     source              -a-bc------d--|
  ///     throttle            -a---c-----d--|      four ticks
  ///     ... latest: false   -a---------d--|
  ///
  /// What comes within the time after a delivery waits, the newest only, for the time to pass; with `latest: false` it is
  /// dropped. The end waits for the element that waits; an error does not, and drops it. The first elements arrive on the
  /// source's thread, those that waited on the scheduler. A time of zero or less lets everything through.
  public func throttle(
    _ dueTime: RxTimeInterval, latest: Bool = true, scheduler: any SchedulerType
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable { _, sink in
      let node = ThrottleScope(sink, dueTime, latest, scheduler)
      source.run(Sink(next: { node.receive($0) }, scope: node))
    }
  }
}

private final class ThrottleScope<Element: Sendable>: TimedScope, @unchecked Sendable {
  // Sendable by rule: touched by the owner of the gate.
  private let next: (Element) -> Void
  private let dueTime: Duration
  private let latest: Bool
  private var waiting: Element?
  private var sent: Duration?
  private var hasEnded = false

  init(_ sink: Sink<Element>, _ dueTime: Duration, _ latest: Bool, _ scheduler: any SchedulerType) {
    next = sink.next
    self.dueTime = dueTime
    self.latest = latest
    super.init(down: sink.scope, scheduler: scheduler)
  }

  func receive(_ element: Element) {
    serially {
      if self.down.isStopped { return }
      let left = self.sent.map { $0 + self.dueTime - self.now } ?? .zero
      if left <= .zero {
        self.waiting = nil
        self.disarm()
        self.send(element)
      } else if self.latest {
        let isArmed = self.waiting != nil
        self.waiting = element
        if !isArmed { self.arm(left) { self.serially { self.release() } } }
      }
    }
  }

  override func end(_ error: (any Error)?) {
    guard stop() else { return }
    serially {
      if error == nil && self.waiting != nil { self.hasEnded = true } else { self.deliverEnd(error) }
    }
  }

  private func release() {
    guard let element = waiting, !down.isStopped else { return }
    waiting = nil
    send(element)
    if hasEnded { deliverEnd(nil) }
  }

  private func send(_ element: Element) {
    next(element)
    // Taken after the delivery, so that a slow subscriber is not driven harder.
    sent = now
  }
}
