extension ObservableType where Element: Sendable {
  /// Delivers all events on the scheduler, in order.
  ///
  ///     source        -a--b--|      on any thread
  ///     observe(on)   -a--b--|      on the scheduler's
  ///
  /// Events that come while the scheduler is busy wait, without a bound, and are delivered in one go. Nothing is
  /// delivered after a dispose, not even what waits.
  @inlinable public func observe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    let source = asObservable()
    return Observable { _, sink in
      let node = ObserveOnScope(sink, scheduler)
      source.run(Sink(next: { node.receive($0) }, scope: node))
    }
  }
}

@usableFromInline final class ObserveOnScope<Element: Sendable>: GatedScope, @unchecked Sendable {
  // Sendable by rule: guarded by `lock`; `next` is called by the one drain that is scheduled.
  @usableFromInline let next: (Element) -> Void
  @usableFromInline let scheduler: any ImmediateSchedulerType
  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var waiting: ContiguousArray<Element> = []
  private var ending: (error: (any Error)?, isKnown: Bool) = (nil, false)
  @usableFromInline @exclusivity(unchecked) var isScheduled = false

  @usableFromInline init(_ sink: Sink<Element>, _ scheduler: any ImmediateSchedulerType) {
    next = sink.next
    self.scheduler = scheduler
    super.init(down: sink.scope)
  }

  @inlinable func receive(_ element: Element) {
    lock.lock()
    waiting.append(element)
    let mustSchedule = !isScheduled
    isScheduled = true
    lock.unlock()
    if mustSchedule { schedule() }
  }

  @usableFromInline override func end(_ error: (any Error)?) {
    guard stop() else { return }
    let mustSchedule = lock.withLock {
      ending = (error, true)
      defer { isScheduled = true }
      return !isScheduled
    }
    if mustSchedule { schedule() }
  }

  @usableFromInline override func cancel() {
    stop()
    let dropped = lock.withLock {
      defer { waiting = [] }
      return waiting
    }
    withExtendedLifetime(dropped) {}
  }

  /// A call, if the stack has room for what may be delivered from inside it.
  @usableFromInline func schedule() {
    let passage = Trampoline.admit()
    if passage == .refused { return Trampoline.later { self.scheduleNow() } }
    scheduleNow()
    if passage.isOutermost { Trampoline.leave(passage) }
  }

  private func scheduleNow() {
    // Weak: the scope below holds this one as long as the stream lives. Afterwards what waits in the scheduler's queue must
    // not keep the subscriber's closures (contract 5).
    _ = scheduler.schedule(()) { [weak self] in
      self?.drain()
      return Disposables.create()
    }
  }

  private func drain() {
    while true {
      var isEnd = false
      let batch = lock.withLock {
        defer { waiting = [] }
        isEnd = waiting.isEmpty && ending.isKnown
        isScheduled = !waiting.isEmpty
        return waiting
      }
      if isEnd { return down.end(ending.error) }
      if batch.isEmpty { return }
      for element in batch where !down.isStopped { next(element) }
    }
  }
}
