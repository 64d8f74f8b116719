extension ObservableType where Element: Sendable {
  /// Delivers an element once nothing newer has come for the time.
  ///
  ///     source     -a--b---c--|
  ///     debounce   ------b----c|      within two ticks
  ///
  /// The end delivers what waits; an error does not. Elements arrive on the scheduler, the end on the source's thread.
  /// A time of zero or less waits for the scheduler's next turn.
  public func debounce(_ dueTime: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    let source = asObservable()
    return Observable { _, sink in
      let node = DebounceScope(sink, dueTime, scheduler)
      source.run(Sink(next: { node.receive($0) }, scope: node))
    }
  }
}

private final class DebounceScope<Element: Sendable>: TimedScope, @unchecked Sendable {
  // Sendable by rule: touched by the owner of the gate.
  private let next: (Element) -> Void
  private let dueTime: Duration
  private var waiting: Element?
  private var number = 0

  init(_ sink: Sink<Element>, _ dueTime: Duration, _ scheduler: any SchedulerType) {
    next = sink.next
    self.dueTime = dueTime
    super.init(down: sink.scope, scheduler: scheduler)
  }

  func receive(_ element: Element) {
    serially {
      self.waiting = element
      self.number += 1
      let number = self.number
      self.arm(self.dueTime) { self.serially { if number == self.number { self.deliver() } } }
    }
  }

  override func end(_ error: (any Error)?) {
    guard stop() else { return }
    serially {
      if error == nil { self.deliver() }
      self.deliverEnd(error)
    }
  }

  private func deliver() {
    guard let element = waiting else { return }
    waiting = nil
    if !down.isStopped { next(element) }
  }
}
