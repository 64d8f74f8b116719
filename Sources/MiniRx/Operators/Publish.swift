/// A stream whose subscribers share one subscription to the source, which begins when it is told to.
public protocol ConnectableObservableType<Element>: ObservableType {
  /// Subscribes to the source, unless that has been done; disposing the result ends the subscription.
  func connect() -> any Disposable
}

extension ConnectableObservableType {
  /// Connects with the first subscriber, and disposes the connection when the last has left.
  ///
  ///     source     ---a---b---c---|
  ///     first      ---a---b---c---|
  ///     second         ^--b---c---|
  public func refCount() -> Observable<Element> {
    let counted = RefCount(Unchecked(connect))
    let source = asObservable()
    return Observable { _, sink in
      source.run(Sink(next: sink.next, scope: LeavingScope(down: sink.scope) { counted.change(by: -1) }))
      counted.change(by: 1)
    }
  }
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
    let (core, scope, isFresh) = lock.withLock { () -> (SubjectCore<Element>, InnerScope, Bool) in
      let core = self.core
      if let connection { return (core, connection, false) }
      let fresh = InnerScope { error in
        self.forget(core)
        core.end(error.map { .failed($0) } ?? .completed)
      }
      connection = fresh
      return (core, fresh, true)
    }
    if isFresh { Trampoline.run { source.run(Sink(next: { core.send($0) }, scope: scope)) } }
    let me = Unchecked(self)
    return Disposables.create {
      me.value.lock.withLock { if me.value.connection === scope { me.value.connection = nil } }
      scope.dispose()
    }
  }

  /// At the end: the next connection feeds a core of its own.
  private func forget(_ core: SubjectCore<Element>) {
    lock.withLock { if self.core === core { (self.core, connection) = (SubjectCore(replay: .none), nil) } }
  }
}

/// Connects and disconnects as subscribers come and go, one at a time and never under a lock.
private final class RefCount: Scope, @unchecked Sendable {
  // Sendable by rule: touched by the owner of the gate.
  private let connect: Unchecked<() -> any Disposable>
  private var subscribers = 0
  private var connection: (any Disposable)?

  init(_ connect: Unchecked<() -> any Disposable>) { self.connect = connect }

  func change(by step: Int) {
    post {
      self.subscribers += step
      if self.subscribers > 0 && self.connection == nil {
        self.connection = self.connect.value()
      } else if self.subscribers == 0, let connection = self.connection {
        self.connection = nil
        connection.dispose()
      }
    }
  }
}
