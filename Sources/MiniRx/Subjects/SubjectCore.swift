public import Synchronization

/// The machine under subjects, relays and share: serial delivery to the observers, and the elements to replay.
///
/// An element is delivered by the owner of the gate. Where elements are kept it takes its place under the lock, so that
/// what is replayed and what is delivered are in the same order.
@usableFromInline final class SubjectCore<Element>: SubjectRegistry, @unchecked Sendable {
  // Sendable by rule: what is kept is guarded by `lock`.

  /// What is replayed to whom.
  @usableFromInline struct Replay {
    /// How many of the newest elements are kept.
    @usableFromInline let count: Int
    /// Whether a subscriber after the end still gets them, before the end.
    let afterEnd: Bool
    /// Whether the newest can still be asked for after the good end.
    let isValue: Bool

    @usableFromInline static var none: Replay { Replay(count: 0, afterEnd: false, isValue: false) }
    @usableFromInline static var newest: Replay { Replay(count: 1, afterEnd: false, isValue: false) }
    @usableFromInline static var value: Replay { Replay(count: 1, afterEnd: false, isValue: true) }
    @usableFromInline static func all(_ count: Int) -> Replay { Replay(count: count, afterEnd: true, isValue: false) }
  }

  @usableFromInline let replay: Replay
  /// Which of several feeders, that give way to each other while the observers stay, is heard; 0: none.
  /// Changed under the lock.
  @usableFromInline let turn = Atomic<Int>(0)
  private var kept = FirstInFirstOut<Element>()
  @usableFromInline @exclusivity(unchecked) var latest: Element?

  @usableFromInline init(replay: Replay, latest: Element? = nil) {
    self.replay = replay
    self.latest = latest
    super.init()
  }

  /// The newest element, where one is kept, and how the stream ended, if it has.
  @usableFromInline var state: (latest: Element?, ending: SubjectEnding?) { lock.withLock { (latest, ending) } }

  /// The newest element, where one is kept.
  @inlinable var newest: Element? {
    lock.lock()
    defer { lock.unlock() }
    return latest
  }

  @usableFromInline var hasObservers: Bool { count.load(ordering: .acquiring) > 0 }

  @inlinable func send(_ element: Element) {
    if replay.count > 0 { return sendAndKeep(element) }
    let passage = enter()
    if passage == .refused {
      sendLater(element)
    } else {
      deliver(element)
      leave(passage)
    }
  }

  @usableFromInline func sendLater(_ element: Element) {
    post { self.deliver(element) }
  }

  @inlinable func sendAndKeep(_ element: Element) {
    lock.lock()
    if ending != nil { return lock.unlock() }
    keepAndDeliver(element)
  }

  /// Under the lock, which it releases.
  @inlinable func keepAndDeliver(_ element: Element) {
    // What is replaced is released after the unlock: its deinit may use the subject.
    var replaced: Element?
    if replay.count == 1 {
      replaced = latest
      latest = element
    } else {
      replaced = keep(element)
    }
    if count.load(ordering: .relaxed) == 0 {
      lock.unlock()
    } else {
      deliverKept(element)
    }
    withExtendedLifetime(replaced) {}
  }

  /// Under the lock, which it releases.
  @inlinable func deliverKept(_ element: Element) {
    let passage = enter()
    if passage == .refused {
      postUnderLock { self.deliver(element) }
    } else {
      lock.unlock()
      deliver(element)
      leave(passage)
    }
  }

  /// Sends an element of one of several feeders, unless its turn is over. That is decided where the element takes its
  /// place among the others, so that who comes after the turn does not hear it.
  @inlinable func send(_ element: Element, inTurn number: Int) {
    if replay.count > 0 {
      lock.lock()
      if ending != nil || turn.load(ordering: .relaxed) != number { return lock.unlock() }
      return keepAndDeliver(element)
    }
    let passage = enter()
    if passage == .refused {
      post { self.deliver(element, inTurn: number) }
    } else {
      deliver(element, inTurn: number)
      leave(passage)
    }
  }

  /// By the owner of the gate.
  @inlinable func deliver(_ element: Element, inTurn number: Int) {
    if turn.load(ordering: .acquiring) == number { deliver(element) }
  }

  /// Gives the turn to a feeder.
  func beginTurn(_ number: Int) {
    lock.withLock { turn.store(number, ordering: .releasing) }
  }

  /// From now on no feeder is heard. False where the stream has ended before.
  @discardableResult func endTurn() -> Bool {
    lock.withLock {
      turn.store(0, ordering: .releasing)
      return ending == nil
    }
  }

  @usableFromInline func end(_ ending: SubjectEnding, inTurn number: Int? = nil) {
    lock.lock()
    if let number, turn.load(ordering: .relaxed) != number { return lock.unlock() }
    // A dispose counts after another end too: it frees what is kept.
    var isSecond = self.ending != nil
    if case .disposed? = self.ending { isSecond = true } else if case .disposed = ending { isSecond = false }
    if isSecond { return lock.unlock() }
    // Released after the unlock, the error of an end before too.
    let dropped = (latest, kept, self.ending)
    self.ending = ending
    if !keeps(after: ending) { (latest, kept) = (nil, FirstInFirstOut()) }
    postUnderLock { self.deliverEnd(ending) }
    withExtendedLifetime(dropped) {}
  }

  /// Adds an observer; what is kept is replayed to it before this returns.
  @inlinable func subscribe(_ sink: Sink<Element>) {
    let entry = SubjectEntry(sink, self)
    sink.scope.attach(entry)
    if replay.count == 0 { add(entry) } else { addReplaying(entry) }
  }

  @usableFromInline func addReplaying(_ entry: SubjectEntry<Element>) {
    lock.lock()
    let ending = ending
    let replayed = ending.map(replays) ?? true ? elementsToReplay() : []
    entry.beginReplay()
    if ending == nil { postUnderLock { self.addNow(entry) } } else { lock.unlock() }
    for element in replayed { entry.pass(element) }
    entry.endReplay()
    if let ending { entry.receive(ending) }
  }

  /// Under the lock. Answers what is no longer kept.
  @usableFromInline func keep(_ element: Element) -> Element? {
    kept.append(element)
    return kept.count > replay.count ? kept.popFirst() : nil
  }

  private func replays(after ending: SubjectEnding) -> Bool {
    if case .disposed = ending { false } else { replay.afterEnd }
  }

  private func keeps(after ending: SubjectEnding) -> Bool {
    if case .completed = ending { replay.afterEnd || replay.isValue } else { replays(after: ending) }
  }

  private func elementsToReplay() -> [Element] {
    if replay.count == 1 { latest.map { [$0] } ?? [] } else { kept.all }
  }

  /// By the owner, so that nobody changes the members meanwhile; all of them are entries for this element.
  @inlinable func deliver(_ element: Element) {
    members.withUnsafeBufferPointer { members in
      for index in members.indices {
        Unmanaged.passUnretained(unsafeDowncast(members[index], to: SubjectEntry<Element>.self))
          ._withUnsafeGuaranteedRef { $0.receive(element) }
      }
    }
  }
}

/// One observer of a subject, with its elements.
@usableFromInline final class SubjectEntry<Element>: SubjectMember, @unchecked Sendable {
  // Sendable by rule: immutable.
  @usableFromInline let next: (Element) -> Void

  @inlinable init(_ sink: Sink<Element>, _ core: SubjectCore<Element>) {
    next = sink.next
    super.init(down: sink.scope, core)
  }

  @inlinable func receive(_ element: Element) {
    if isReplaying.load(ordering: .acquiring) {
      receiveLater(element)
    } else {
      pass(element)
    }
  }

  @usableFromInline func receiveLater(_ element: Element) {
    if isCaughtUp() || !isLeftToReplay({ self.pass(element) }) { pass(element) }
  }

  @inlinable func pass(_ element: Element) {
    if !down.isStopped { next(element) }
  }
}
