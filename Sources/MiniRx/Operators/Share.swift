/// How long a shared stream keeps what it replays.
public enum SubjectLifetimeScope: Sendable {
  /// As long as somebody is subscribed and the source has not ended; the next subscriber starts anew.
  case whileConnected
  /// For ever: a subscriber after the end is given what is kept, and the end, without starting anew.
  case forever
}

extension ObservableType {
  /// Shares one subscription to the source among all subscribers.
  ///
  ///     source   ---a---b---c---|
  ///     first    ---a---b---c---|
  ///     second       ^a-b---c---|      replay 1
  ///
  /// The first subscriber subscribes to the source, the last to leave disposes that; concurrent first subscribers start it
  /// once.
  ///
  /// - Parameters:
  ///   - replay: how many of the newest elements a subscriber is given at once; kept as they come, not allocated up
  ///     front. Traps on a negative number.
  ///   - scope: when what is kept is dropped. With `whileConnected` a subscriber after the end starts the source anew.
  @inlinable public func share(replay: Int = 0, scope: SubjectLifetimeScope = .whileConnected) -> Observable<Element> {
    precondition(replay >= 0, "share: the replay count is negative: \(replay)")
    let shared = SharedSource(asObservable(), replay: replay, scope: scope)
    return Observable { _, sink in shared.subscribe(sink) }
  }
}

/// What the subscribers of a shared stream have in common.
@usableFromInline final class SharedSource<Element>: @unchecked Sendable {
  // Sendable by rule: guarded by `lock`.
  @usableFromInline let source: Observable<Element>
  private let replay: SubjectCore<Element>.Replay
  @usableFromInline let scope: SubjectLifetimeScope
  private let lock = Lock()
  private var connection: Connection?

  @usableFromInline init(_ source: Observable<Element>, replay: Int, scope: SubjectLifetimeScope) {
    self.source = source
    self.scope = scope
    self.replay = replay == 0 ? .none : replay == 1 && scope == .whileConnected ? .newest : .all(replay)
  }

  @inlinable func subscribe(_ sink: Sink<Element>) {
    let (connection, ticket) = join()
    connection.core.subscribe(Sink(next: sink.next, scope: LeavingScope(down: sink.scope) { self.leave(connection) }))
    if let ticket, let upstream = start(connection, ticket) {
      let core = connection.core
      // A core for ever outlives its source: one that is left must not be heard when the next is.
      source.run(
        Sink(next: scope == .forever ? { core.send($0, inTurn: ticket) } : { core.send($0) }, scope: upstream))
    }
  }

  /// Counts a subscriber; a ticket for the one that must start the source, and whose source is then heard.
  @usableFromInline func join() -> (Connection, Int?) {
    lock.withLock {
      let connection = self.connection ?? Connection(core: SubjectCore(replay: replay))
      self.connection = connection
      connection.subscribers += 1
      if connection.isStarted { return (connection, nil) }
      connection.isStarted = true
      connection.starts += 1
      connection.core.beginTurn(connection.starts)
      return (connection, connection.starts)
    }
  }

  /// The scope for the source; nil where all subscribers have left meanwhile, also if another has come after them: the
  /// start is then that one's.
  @usableFromInline func start(_ connection: Connection, _ ticket: Int) -> Scope? {
    let upstream = InnerScope { error in
      if self.scope == .whileConnected { self.forget(connection) }
      connection.core.end(error.map { .failed($0) } ?? .completed, inTurn: ticket)
    }
    return lock.withLock {
      if connection.subscribers == 0 || connection.starts != ticket { return nil }
      connection.upstream = upstream
      return upstream
    }
  }

  private func forget(_ connection: Connection) {
    lock.withLock { if self.connection === connection { self.connection = nil } }
  }

  @usableFromInline func leave(_ connection: Connection) {
    let upstream: Scope? = lock.withLock {
      connection.subscribers -= 1
      if connection.subscribers > 0 { return nil }
      defer { connection.upstream = nil }
      // A stream for ever keeps its core; only a source that has not ended is started again.
      if scope == .whileConnected {
        if self.connection === connection { self.connection = nil }
      } else if connection.core.endTurn() {
        connection.isStarted = false
      }
      return connection.upstream
    }
    if let upstream { Scope.cancel(upstream) }
  }

  /// One subscription to the source.
  @usableFromInline final class Connection {
    @usableFromInline let core: SubjectCore<Element>
    fileprivate var upstream: Scope?
    fileprivate var subscribers = 0
    fileprivate var isStarted = false
    /// How often a subscriber was given the start.
    fileprivate var starts = 0

    init(core: SubjectCore<Element>) { self.core = core }
  }
}

/// The scope of a subscriber that is counted: it tells when it leaves, once.
@usableFromInline final class LeavingScope: GatedScope, @unchecked Sendable {
  // Sendable by rule: taken by the one that stops the scope.
  private var leave: (() -> Void)?

  @usableFromInline init(down: Scope, leave: @escaping () -> Void) {
    self.leave = leave
    super.init(down: down)
  }

  @usableFromInline override func end(_ error: (any Error)?) {
    guard stop() else { return }
    left()
    down.end(error)
  }

  @usableFromInline override func cancel() {
    if stop() { left() }
  }

  private func left() {
    let leave = leave
    self.leave = nil
    leave?()
  }
}
