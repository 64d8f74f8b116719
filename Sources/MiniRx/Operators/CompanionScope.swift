/// The scope of a source that a second source accompanies: they meet in one gate and are cancelled together.
///
/// Ends with the source. An error of the companion ends it too; the companion's good end does not.
@usableFromInline class CompanionScope: GatedScope, @unchecked Sendable {
  // Sendable by rule: what follows is guarded by `lock`.
  private let lock = Lock()
  private var companion: CompanionInner?
  private var isCancelled = false

  @usableFromInline override init(down: Scope) { super.init(down: down) }

  /// The scope of the source beside; there is one.
  @usableFromInline final func addCompanion() -> CompanionInner {
    let inner = CompanionInner(core: self)
    let isAlive = lock.withLock {
      if !isCancelled { companion = inner }
      return !isCancelled
    }
    if !isAlive { inner.stop() }
    return inner
  }

  @usableFromInline override func end(_ error: (any Error)?) {
    if stop() { finish(error) }
  }

  @usableFromInline override func cancel() {
    stop()
    let inner = lock.withLock {
      defer { companion = nil }
      isCancelled = true
      return companion
    }
    if let inner { Scope.cancel(inner) }
  }

  func companionEnded(_ error: (any Error)?) {
    if let error { finish(error) }
  }
}

/// The scope of the source beside.
@usableFromInline final class CompanionInner: Scope, @unchecked Sendable {
  private let core: CompanionScope

  fileprivate init(core: CompanionScope) { self.core = core }

  @usableFromInline override func end(_ error: (any Error)?) {
    if stop() { core.companionEnded(error) }
  }
}
