extension ObservableType where Element: Sendable {
  /// Delivers elements and the end later by the time, an error at once.
  ///
  ///     source   -a--b--|
  ///     delay    ---a--b--|      two ticks
  ///
  /// Elements arrive on the scheduler, in order. A time of zero or less waits for the scheduler's next turn.
  public func delay(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    let source = asObservable()
    return Observable { _, sink in
      let node = DelayScope(sink, dueTime, scheduler)
      source.run(Sink(next: { node.receive($0) }, scope: node))
    }
  }

  /// Subscribes to the source when the time has passed; at the scheduler's next turn, if it is zero or less.
  ///
  ///     source              a--b--|
  ///     delaySubscription   --a--b--|      two ticks
  public func delaySubscription(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    let source = asObservable()
    return Observable { _, sink in
      let place = PlaceScope(down: sink.scope, scheduler: scheduler)
      let sink = Unchecked(Sink(next: sink.next, scope: place))
      place.arm(dueTime) { if !place.isStopped { source.run(sink.value) } }
    }
  }
}

/// A place for a source that is subscribed to later: its events pass through.
final class PlaceScope: TimedScope, @unchecked Sendable {
  override func end(_ error: (any Error)?) {
    if stop() { deliverEnd(error) }
  }
}

private final class DelayScope<Element: Sendable>: TimedScope, @unchecked Sendable {
  // Sendable by rule: touched by the owner of the gate.
  private let next: (Element) -> Void
  private let dueTime: Duration
  /// What waits and when it is due; nil is the end.
  private var waiting = FirstInFirstOut<(due: Duration, element: Element?)>()
  private var isArmed = false

  init(_ sink: Sink<Element>, _ dueTime: Duration, _ scheduler: any SchedulerType) {
    next = sink.next
    self.dueTime = dueTime
    super.init(down: sink.scope, scheduler: scheduler)
  }

  func receive(_ element: Element) {
    serially { self.append(element) }
  }

  override func end(_ error: (any Error)?) {
    guard stop() else { return }
    serially {
      if let error { self.deliverEnd(error) } else { self.append(nil) }
    }
  }

  private func append(_ element: Element?) {
    waiting.append((now + dueTime, element))
    if !isArmed { armForFirst() }
  }

  private func armForFirst() {
    guard let first = waiting.first else { return }
    isArmed = true
    arm(first.due - now) { self.serially { self.deliverDue() } }
  }

  private func deliverDue() {
    isArmed = false
    while let first = waiting.first, first.due <= now, !down.isStopped {
      _ = waiting.popFirst()
      if let element = first.element { next(element) } else { return deliverEnd(nil) }
    }
    if !down.isStopped { armForFirst() }
  }
}
