/// A stream whose subscribers share one subscription to the source, which begins when it is told to.
public protocol ConnectableObservableType<Element>: ObservableType {
  /// Subscribes to the source, unless that has been done; disposing the result ends the subscription.
  func connect() -> any Disposable
}

extension ObservableType {
  /// Shares one subscription to the source among all subscribers, from `connect()` on.
  ///
  ///     source    ---a---b---c---|
  ///     connect     ^
  ///     publish   ---a---b---c---|      for all who are subscribed
  ///
  /// Subscribers stay when the connection is disposed, and hear of the next one. After the end, the next `connect()` starts
  /// the source anew for those who subscribe after it.
  public func publish() -> ConnectableObservable<Element> { ConnectableObservable(asObservable()) }
}

/// What `publish` makes: subscribing starts nothing, `connect` does.
public final class ConnectableObservable<Element>: Observable<Element>, ConnectableObservableType, @unchecked Sendable {
  // Restates the conditional conformance of Observable; what changes is guarded by `lock`.
  private let source: Observable<Element>
  private let lock = Lock()
  private var core = SubjectCore<Element>(replay: .none)
  private var connection: InnerScope?
  /// How many there have been; each has its turn with the core.
  private var connections = 0

  init(_ source: Observable<Element>) {
    self.source = source
    super.init { me, sink in
      let me = unsafeDowncast(me, to: ConnectableObservable<Element>.self)
      me.lock.withLock { me.core }.subscribe(sink)
    }
  }

  deinit { core.abandon() }

  /// Subscribes to the source, unless that has been done; disposing the result ends the subscription.
  public func connect() -> any Disposable {
    let connection = prepare()
    start(connection)
    let me = Unchecked(self)
    return Disposables.create { me.value.drop(connection.scope) }
  }

  /// Connects with the first subscriber, and disposes the connection when the last has left.
  ///
  ///     source     ---a---b---c---|
  ///     first      ---a---b---c---|
  ///     second         ^--b---c---|
  public func refCount() -> Observable<Element> {
    let counted = RefCount(self)
    return Observable { _, sink in
      counted.join()
      self.run(Sink(next: sink.next, scope: LeavingScope(down: sink.scope) { counted.leave() }))
      counted.connect()
    }
  }

  /// A subscription to the source: running already, or to be started.
  fileprivate typealias Connection = (core: SubjectCore<Element>, scope: InnerScope, number: Int, isFresh: Bool)

  fileprivate func prepare() -> Connection {
    lock.withLock {
      let core = self.core
      if let connection { return (core, connection, connections, false) }
      connections += 1
      let number = connections
      let fresh = InnerScope { error in
        self.forget(number)
        core.end(error.map { .failed($0) } ?? .completed, inTurn: number)
      }
      connection = fresh
      core.beginTurn(number)
      return (core, fresh, number, true)
    }
  }

  fileprivate func start(_ connection: Connection) {
    guard connection.isFresh, !connection.scope.isStopped else { return }
    let (core, number) = (connection.core, connection.number)
    Trampoline.run { source.run(Sink(next: { core.send($0, inTurn: number) }, scope: connection.scope)) }
  }

  fileprivate func drop(_ scope: InnerScope) {
    forget(scope)
    scope.dispose()
  }

  /// The next to connect makes a connection of its own. The scope is the caller's to dispose.
  fileprivate func forget(_ scope: InnerScope) {
    lock.withLock {
      if connection !== scope { return }
      connection = nil
      core.endTurn()
    }
  }

  /// At the end: the next connection feeds a core of its own.
  private func forget(_ number: Int) {
    lock.withLock {
      if connection != nil && connections == number { (core, connection) = (SubjectCore(replay: .none), nil) }
    }
  }
}

/// Connects and disconnects as subscribers come and go.
private final class RefCount<Element>: @unchecked Sendable {
  // Sendable by rule: guarded by `lock`.
  private let connectable: ConnectableObservable<Element>
  private let lock = Lock()
  private var subscribers = 0
  private var scope: InnerScope?

  init(_ connectable: ConnectableObservable<Element>) { self.connectable = connectable }

  /// Counts a subscriber, before it can leave.
  func join() {
    lock.withLock { subscribers += 1 }
  }

  /// Connects, unless a connection is running or all have left meanwhile.
  func connect() {
    // What is replaced is released outside the lock.
    var replaced: InnerScope?
    let connection: ConnectableObservable<Element>.Connection? = lock.withLock {
      if subscribers == 0 || scope?.isStopped == false { return nil }
      let connection = connectable.prepare()
      replaced = scope
      scope = connection.scope
      return connection
    }
    if let connection { connectable.start(connection) }
    withExtendedLifetime(replaced) {}
  }

  func leave() {
    let last: InnerScope? = lock.withLock {
      subscribers -= 1
      if subscribers != 0 { return nil }
      defer { scope = nil }
      // Before anybody can come and take it for a connection that runs.
      if let scope { connectable.forget(scope) }
      return scope
    }
    last?.dispose()
  }
}
