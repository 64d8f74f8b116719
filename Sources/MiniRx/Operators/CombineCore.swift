/// The machine under combineLatest and zip: a fixed number of sources that meet in one gate.
@usableFromInline final class CombineCore: GatedScope, @unchecked Sendable {
  // Sendable by rule: `sources` and `isCancelled` are guarded by `lock`, the rest is touched by the owner of the gate.
  private let lock = Lock()
  private var sources: [CombineSource] = []
  private var isCancelled = false

  /// How many sources have not had an element yet.
  @usableFromInline @exclusivity(unchecked) var missing: Int
  private let count: Int
  private var running: Int

  @usableFromInline init(down: Scope, count: Int) {
    self.count = count
    missing = count
    running = count
    super.init(down: down)
  }

  /// The scope of the next source; nil where the stream has ended, so that no source is started for nothing.
  @usableFromInline func addSource() -> CombineSource? {
    if isStopped { return nil }
    let source = CombineSource(core: self)
    // After a dispose the list must stay empty: it would keep core and sources alive.
    let isAlive = lock.withLock {
      if !isCancelled { sources.append(source) }
      return !isCancelled
    }
    return isAlive ? source : nil
  }

  @usableFromInline override func cancel() {
    stop()
    let sources = lock.withLock {
      defer { self.sources = [] }
      isCancelled = true
      return self.sources
    }
    for source in sources { Scope.cancel(source) }
  }

  fileprivate func sourceEnded(_ source: CombineSource, _ error: (any Error)?) {
    serially {
      self.running -= 1
      source.hasEnded = true
      if error != nil || self.running == 0 || !source.hasElement { self.down.end(error) }
    }
  }

  /// Ends where a source that has ended has no element left: zip takes them away. Called by the owner of the gate.
  @usableFromInline func endIfDrained() {
    if missing > 0 && running < count && lock.withLock({ sources.contains { $0.hasEnded && !$0.hasElement } }) {
      down.end(nil)
    }
  }
}

/// The scope of one of the sources.
@usableFromInline final class CombineSource: Scope, @unchecked Sendable {
  // Sendable by rule: touched by the owner of the core's gate.
  @usableFromInline @exclusivity(unchecked) var hasElement = false
  fileprivate var hasEnded = false
  private let core: CombineCore

  fileprivate init(core: CombineCore) { self.core = core }

  @usableFromInline override func end(_ error: (any Error)?) {
    if stop() { core.sourceEnded(self, error) }
  }
}
