/// The machine under flatMap, concatMap, merge and concat: an outer source and any number of inner ones that deliver
/// through one gate. It is itself the scope of the outer source. Not generic: it deals in scopes alone.
///
/// Ends when the outer source and all inner ones have ended, or with the first error, which cancels the others
/// (contract 7).
@usableFromInline final class MergeCore: GatedScope, @unchecked Sendable {
  // Sendable by rule: what follows is guarded by `lock`.
  private let lock = Lock()
  private let limit: Int
  private var newest: MergeInner?
  private var running = 0
  private var isOuterDone = false
  private var isCancelled = false
  private var waiting = FirstInFirstOut<(MergeInner) -> Void>()

  @usableFromInline init(down: Scope, limit: Int) {
    self.limit = limit
    super.init(down: down)
  }

  /// Runs an inner subscription: now, or when one of those that run has ended and it is its turn.
  @usableFromInline func start(_ subscribe: @escaping (MergeInner) -> Void) {
    let inner: MergeInner? = lock.withLock {
      if isCancelled { return nil }
      if running >= limit {
        waiting.append(subscribe)
        return nil
      }
      running += 1
      return makeInner()
    }
    if let inner { subscribe(inner) }
  }

  /// Runs an inner subscription unless one is running.
  @usableFromInline func startIfIdle(_ subscribe: (MergeInner) -> Void) {
    let inner: MergeInner? = lock.withLock {
      if isCancelled || running > 0 { return nil }
      running += 1
      return makeInner()
    }
    if let inner { subscribe(inner) }
  }

  /// Whether an element may pass without a subscription: nothing runs that it had to wait for.
  @usableFromInline var passesAtOnce: Bool { limit == .max || lock.withLock { running == 0 } }

  @usableFromInline override func end(_ error: (any Error)?) {
    guard stop() else { return }
    if let error { return finish(error) }
    let isDone = lock.withLock {
      isOuterDone = true
      return running == 0
    }
    if isDone { finish(nil) }
  }

  @usableFromInline override func cancel() {
    stop()
    let dropped: FirstInFirstOut<(MergeInner) -> Void>
    var inner: MergeInner?
    (inner, dropped) = lock.withLock {
      defer { (newest, waiting) = (nil, FirstInFirstOut()) }
      isCancelled = true
      return (newest, waiting)
    }
    withExtendedLifetime(dropped) {}
    while let current = inner {
      inner = current.older
      current.older = nil
      current.newer = nil
      Scope.cancel(current)
    }
  }

  fileprivate func innerEnded(_ inner: MergeInner, _ error: (any Error)?) {
    var isDone = false
    var following: (subscribe: (MergeInner) -> Void, inner: MergeInner)?
    lock.withLock {
      // Once cancelled, the list belongs to the one that cancels.
      if isCancelled { return }
      remove(inner)
      if error != nil { return }
      if let subscribe = waiting.popFirst() {
        following = (subscribe, makeInner())
      } else {
        running -= 1
        isDone = running == 0 && isOuterDone
      }
    }
    if let following { Trampoline.step { following.subscribe(following.inner) } }
    if isDone || error != nil { finish(error) }
  }

  private func makeInner() -> MergeInner {
    let inner = MergeInner(core: self)
    inner.older = newest
    newest?.newer = inner
    newest = inner
    return inner
  }

  private func remove(_ inner: MergeInner) {
    if newest === inner { newest = inner.older }
    inner.newer?.older = inner.older
    inner.older?.newer = inner.newer
    inner.newer = nil
    inner.older = nil
  }
}

/// The scope of one inner source, linked into the core's list of those that run.
@usableFromInline final class MergeInner: Scope, @unchecked Sendable {
  // Sendable by rule: the links are guarded by the core's lock.
  fileprivate var older: MergeInner?
  fileprivate unowned(unsafe) var newer: MergeInner?
  private let core: MergeCore

  fileprivate init(core: MergeCore) { self.core = core }

  @usableFromInline override func end(_ error: (any Error)?) {
    guard stop() else { return }
    Trampoline.step { self.core.innerEnded(self, error) }
  }
}
