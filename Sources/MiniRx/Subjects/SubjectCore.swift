public import Synchronization

/// The machine under subjects, relays and share: observers, the elements to replay, and serial delivery.
///
/// Everything that changes is guarded by one lock; deliveries are made outside it by the thread that found the core
/// idle, which also delivers what others (or its own observers) send meanwhile, first in first out.
@usableFromInline
final class SubjectCore<Element>: @unchecked Sendable {
  // Sendable by rule: all state is guarded by `lock`.
  private enum Pending {
    case next(Element, ContiguousArray<SubjectEntry<Element>>)
    case end((any Error)?, ContiguousArray<SubjectEntry<Element>>)
  }

  /// What is replayed to whom.
  @usableFromInline
  struct Replay {
    /// How many of the newest elements are kept.
    @usableFromInline let count: Int
    /// Whether a subscriber after the end still gets them, before the end.
    let afterEnd: Bool

    @usableFromInline static var none: Replay { Replay(count: 0, afterEnd: false) }
    @usableFromInline static var newest: Replay { Replay(count: 1, afterEnd: false) }
    @usableFromInline static func all(_ count: Int) -> Replay { Replay(count: count, afterEnd: true) }
  }

  /// How the stream ended.
  @usableFromInline
  enum Ending {
    case completed, failed(any Error), disposed
  }

  @usableFromInline let lock = Lock()
  @usableFromInline let replay: Replay
  @usableFromInline
  @exclusivity(unchecked)
  var entries: ContiguousArray<SubjectEntry<Element>> = []
  private var kept: FirstInFirstOut<Element>
  @usableFromInline
  @exclusivity(unchecked)
  var latest: Element?
  private var pending = FirstInFirstOut<Pending>()
  @usableFromInline
  @exclusivity(unchecked)
  var hasPending = false
  @usableFromInline
  @exclusivity(unchecked)
  var isDelivering = false
  @usableFromInline
  @exclusivity(unchecked)
  var ending: Ending?

  @usableFromInline
  init(replay: Replay, latest: Element? = nil) {
    self.replay = replay
    self.latest = latest
    kept = FirstInFirstOut()
  }

  /// The newest element, where one is kept, and how the stream ended, if it has.
  @usableFromInline
  var state: (latest: Element?, ending: Ending?) { lock.withLock { (latest, ending) } }

  /// The newest element, where one is kept.
  @inlinable
  var newest: Element? { lock.withLock { latest } }

  @usableFromInline
  var hasObservers: Bool { lock.withLock { !entries.isEmpty } }

  @inlinable
  func send(_ element: Element) {
    // What is replaced is released after the unlock: its deinit may use the subject.
    var replaced: Element?
    defer { withExtendedLifetime(replaced) {} }
    lock.lock()
    if ending != nil { return lock.unlock() }
    if replay.count == 1 {
      replaced = latest
      latest = element
    } else if replay.count > 1 {
      replaced = keep(element)
    }
    if isDelivering {
      postpone(element, entries)
      return lock.unlock()
    }
    let snapshot = entries
    isDelivering = true
    lock.unlock()
    let passage = Trampoline.admit()
    if passage == .refused {
      return deliverLater(element, snapshot)
    }
    deliver(element, snapshot)
    lock.lock()
    if hasPending {
      lock.unlock()
      deliverPending()
    } else {
      isDelivering = false
      lock.unlock()
    }
    if passage == .outermost { Trampoline.leave() }
  }

  @usableFromInline
  func deliverLater(_ element: Element, _ snapshot: ContiguousArray<SubjectEntry<Element>>) {
    lock.withLock { postpone(element, snapshot) }
    Trampoline.later { self.deliverPending() }
  }

  /// Under the lock.
  @usableFromInline
  func postpone(_ element: Element, _ snapshot: ContiguousArray<SubjectEntry<Element>>) {
    pending.append(.next(element, snapshot))
    hasPending = true
  }

  @usableFromInline
  func end(_ ending: Ending) {
    lock.lock()
    if self.ending != nil { return lock.unlock() }
    self.ending = ending
    let last = entries
    entries = []
    switch ending {
    case .completed: pending.append(.end(nil, last))
    case .failed(let error): pending.append(.end(error, last))
    case .disposed: break
    }
    let dropped = (latest, kept)
    if !replay.afterEnd { (latest, kept) = (nil, FirstInFirstOut()) }
    hasPending = true
    let mustDeliver = !isDelivering
    isDelivering = true
    lock.unlock()
    withExtendedLifetime(dropped) {}
    if mustDeliver { Trampoline.run { deliverPending() } }
  }

  /// Adds an observer; what is kept is replayed to it before this returns.
  @inlinable
  func subscribe(_ sink: Sink<Element>) {
    let entry = SubjectEntry(sink, self)
    lock.lock()
    if replay.count == 0 && ending == nil {
      entries.append(entry)
      lock.unlock()
      sink.scope.attach(entry)
    } else {
      subscribeReplaying(entry)
    }
  }

  /// Under the lock, which it releases.
  @usableFromInline
  func subscribeReplaying(_ entry: SubjectEntry<Element>) {
    let scope = entry.sink.scope
    let ending = ending
    let replayed = ending == nil || replay.afterEnd ? elementsToReplay() : []
    if !replayed.isEmpty { entry.beginReplay() }
    if ending == nil { entries.append(entry) }
    lock.unlock()
    if ending == nil { scope.attach(entry) }
    if !replayed.isEmpty { entry.replay(replayed) }
    switch ending {
    case nil: break
    case .completed: scope.end(nil)
    case .failed(let error): scope.end(error)
    case .disposed: scope.end(RxError.disposed(object: "The subject"))
    }
  }

  /// Lets all observers go without an event: nobody is left who could send one.
  @usableFromInline
  func abandon() {
    let last = lock.withLock {
      defer { entries = [] }
      return entries
    }
    withExtendedLifetime(last) {}
  }

  fileprivate func remove(_ entry: SubjectEntry<Element>) {
    lock.lock()
    let index = entries.firstIndex { $0 === entry }
    // The entry and what it holds are released outside the lock.
    let removed = index.map { entries.remove(at: $0) }
    lock.unlock()
    withExtendedLifetime(removed) {}
  }

  /// Under the lock. Answers what is no longer kept.
  @usableFromInline
  func keep(_ element: Element) -> Element? {
    kept.append(element)
    return kept.count > replay.count ? kept.popFirst() : nil
  }

  private func elementsToReplay() -> [Element] {
    if replay.count == 1 { latest.map { [$0] } ?? [] } else { kept.all }
  }

  @inlinable
  func deliver(_ element: Element, _ snapshot: ContiguousArray<SubjectEntry<Element>>) {
    snapshot.withUnsafeBufferPointer { entries in
      for index in entries.indices {
        // The snapshot keeps the entry alive.
        Unmanaged.passUnretained(entries[index])._withUnsafeGuaranteedRef { $0.receive(element) }
      }
    }
  }

  @usableFromInline
  func deliverPending() {
    while true {
      lock.lock()
      guard let next = pending.popFirst() else {
        isDelivering = false
        hasPending = false
        return lock.unlock()
      }
      lock.unlock()
      switch next {
      case .next(let element, let snapshot): deliver(element, snapshot)
      case .end(let error, let snapshot): for entry in snapshot { entry.receiveEnd(error) }
      }
    }
  }
}

/// One observer of a subject. Its gate is used only from the moment it is replayed to until it has caught up.
@usableFromInline
final class SubjectEntry<Element>: Scope, @unchecked Sendable {
  // Sendable by rule: immutable beside the atomics.
  @usableFromInline let sink: Sink<Element>
  @usableFromInline let core: SubjectCore<Element>
  @usableFromInline let isReplaying = Atomic<Bool>(false)

  @inlinable
  init(_ sink: Sink<Element>, _ core: SubjectCore<Element>) {
    self.sink = sink
    self.core = core
  }

  @inlinable
  func receive(_ element: Element) {
    if isReplaying.load(ordering: .acquiring) {
      receiveLater(element)
    } else {
      pass(element)
    }
  }

  @usableFromInline
  func receiveLater(_ element: Element) {
    post { self.pass(element) }
  }

  fileprivate func receiveEnd(_ error: (any Error)?) {
    if isReplaying.load(ordering: .acquiring) {
      post { self.sink.scope.end(error) }
    } else {
      sink.scope.end(error)
    }
  }

  /// Takes the gate before anybody else knows the entry.
  fileprivate func beginReplay() {
    isReplaying.store(true, ordering: .relaxed)
    _ = gate.enter()
  }

  fileprivate func replay(_ elements: [Element]) {
    for element in elements { pass(element) }
    gate.leave()
    isReplaying.store(false, ordering: .releasing)
  }

  @inlinable
  func pass(_ element: Element) {
    if !sink.scope.isStopped { sink.next(element) }
  }

  @usableFromInline
  override func cancel() {
    if stop() { core.remove(self) }
  }
}
