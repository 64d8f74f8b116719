public import Synchronization

/// The observers of a subject. Not generic: coming and going needs no metadata.
///
/// The members are touched by the owner of the gate alone: whoever finds it taken - another thread, or an observer from
/// inside a delivery - leaves its coming or going to the owner, in turn with the elements.
@usableFromInline class SubjectRegistry: Gated, @unchecked Sendable {
  // Sendable by rule: `members` and `isOver` belong to the owner of the gate, `ending` is guarded by `lock`.
  @usableFromInline final let lock = Lock()
  @usableFromInline @exclusivity(unchecked) final var members: ContiguousArray<SubjectMember> = []
  private final var isOver = false
  @usableFromInline @exclusivity(unchecked) final var ending: SubjectEnding?
  /// How many have come and not gone, also those that the owner has not heard of yet.
  @usableFromInline final let count = Atomic<Int>(0)

  @usableFromInline override init() {}

  final var hasEnded: Bool { lock.withLock { ending != nil } }

  @usableFromInline final func add(_ member: SubjectMember) {
    let passage = enter()
    if passage == .refused { return post { self.addNow(member) } }
    addNow(member)
    leave(passage)
  }

  /// By the owner.
  final func addNow(_ member: SubjectMember) {
    if isOver { return member.receive(lock.withLock { ending } ?? .completed) }
    if !member.isStopped { members.append(member) }
  }

  fileprivate final func remove(_ member: SubjectMember) {
    count.subtract(1, ordering: .acquiringAndReleasing)
    let passage = enter()
    if passage == .refused { return post { self.removeNow(member) } }
    removeNow(member)
    leave(passage)
  }

  private final func removeNow(_ member: SubjectMember) {
    if let index = members.firstIndex(where: { $0 === member }) { members.remove(at: index) }
  }

  /// By the owner: the stream is over for all.
  final func deliverEnd(_ ending: SubjectEnding) {
    isOver = true
    let last = members
    members = []
    if case .disposed = ending { return count.store(0, ordering: .releasing) }
    for member in last {
      // It need not leave any more when its scope stops.
      if member.stop() { count.subtract(1, ordering: .acquiringAndReleasing) }
      member.receive(ending)
    }
  }

  /// Lets all observers go without an event: nobody is left who could send one.
  @usableFromInline final func abandon() {
    post {
      let last = self.members
      self.members = []
      for member in last { member.down.detach(member) }
    }
  }

  /// Leaves the work to the owner of the gate, in the order of the lock, which it releases.
  @usableFromInline final func postUnderLock(_ work: @escaping () -> Void) {
    let isTaken = gate.post(work)
    lock.unlock()
    if isTaken { return }
    Trampoline.step {
      work()
      self.gate.leave()
    }
  }
}

/// How a subject ended.
@usableFromInline enum SubjectEnding {
  case completed, failed(any Error), disposed
}

/// One observer of a subject. Its gate is used only from the moment it is replayed to until it has caught up, which the
/// owner of the subject's gate finds out with the next event.
@usableFromInline class SubjectMember: Scope, @unchecked Sendable {
  // Sendable by rule: immutable beside the atomics of Scope.
  @usableFromInline final let down: Scope
  /// Set by the one who replays, cleared by the owner of the subject's gate.
  @usableFromInline final let isReplaying = Atomic<Bool>(false)
  private final let registry: SubjectRegistry

  @usableFromInline init(down: Scope, _ registry: SubjectRegistry) {
    self.down = down
    self.registry = registry
    super.init()
    registry.count.add(1, ordering: .acquiringAndReleasing)
  }

  final func receive(_ ending: SubjectEnding) {
    let error: (any Error)?
    switch ending {
    case .completed: error = nil
    case .failed(let failure): error = failure
    case .disposed: error = RxError.disposed(object: "The subject")
    }
    if !isReplaying.load(ordering: .acquiring) || isCaughtUp() { return down.end(error) }
    if !isLeftToReplay({ self.down.end(error) }) { down.end(error) }
  }

  /// Takes the gate before anybody else knows the member.
  final func beginReplay() {
    isReplaying.store(true, ordering: .relaxed)
    _ = gate.enter()
  }

  /// Carries out what was left to the replay meanwhile.
  final func endReplay() {
    gate.leave()
  }

  /// Whether the replay and all that was left to it have been carried out. Only here is the replay called over, by the
  /// one who delivers: anybody else might do it between an element that is left to the replay and the one after it.
  final func isCaughtUp() -> Bool {
    guard gate.enter() else { return false }
    leaveCaughtUp()
    return true
  }

  /// Leaves the work to the replay; false where that has just been over.
  final func isLeftToReplay(_ work: @escaping () -> Void) -> Bool {
    if gate.post(work) { return true }
    leaveCaughtUp()
    return false
  }

  private final func leaveCaughtUp() {
    isReplaying.store(false, ordering: .relaxed)
    gate.leave()
  }

  @usableFromInline override final func cancel() {
    if stop() { registry.remove(self) }
  }
}
