internal import Synchronization

/// The end of a chain for a subscriber that lives on an actor: every event is delivered there, first in, first out, and
/// none after a dispose on that actor.
///
/// An event that comes on the actor with nothing waiting before it is delivered as a plain call, so a synchronous source
/// stays synchronous. Any other waits in the mailbox for a hop; one hop empties the mailbox.
@usableFromInline final class IsolatedTerminal<Element>: Scope, @unchecked Sendable {
  // Sendable by rule: `mail` and `isScheduled` are guarded by `lock`, the handlers are touched on the actor alone.
  private enum Item {
    case next(Element)
    case end((any Error)?)
  }

  private let home: Home
  private let site: CallSite
  private let lock = Lock()
  private var mail: [Item] = []
  private var isScheduled = false
  private let waiting = Atomic<Int>(0)
  private let isClosed = Atomic<Bool>(false)
  /// The thread inside the subscribe call, which is on the actor; 0 afterwards.
  private let subscribing = Atomic<UInt>(0)

  private var onNext: ((Element) -> Void)?
  private var onError: ((any Error) -> Void)?
  private var onCompleted: (() -> Void)?
  private var onDisposed: (() -> Void)?

  @usableFromInline init(
    home: Home, onNext: ((Element) -> Void)?, onError: ((any Error) -> Void)?, onCompleted: (() -> Void)?,
    onDisposed: (() -> Void)?, site: CallSite
  ) {
    self.home = home
    self.onNext = onNext
    self.onError = onError
    self.onCompleted = onCompleted
    self.onDisposed = onDisposed
    self.site = site
  }

  /// Subscribes to the source, from the actor.
  @usableFromInline func subscribe(to source: Observable<Element>) {
    subscribing.store(Trampoline.thread, ordering: .relaxed)
    Trampoline.run { source.run(Sink(next: { self.receive(.next($0)) }, scope: self)) }
    subscribing.store(0, ordering: .relaxed)
  }

  @usableFromInline override var isDisposed: Bool { isClosed.load(ordering: .acquiring) }

  @usableFromInline override func end(_ error: (any Error)?) {
    var resource: Resource?
    guard halt(&resource) else { return }
    receive(.end(error))
    if let resource { Scope.cancel(resource) }
  }

  @usableFromInline override func cancel() {
    stop()
    guard !isClosed.exchange(true, ordering: .acquiringAndReleasing) else { return }
    let dropped = lock.withLock {
      defer { mail = [] }
      return mail
    }
    withExtendedLifetime(dropped) {}
    // Where the actor is gone, nobody is left to be raced with.
    if isHome || !home.schedule({ self.finish() }) { finish() }
  }

  private var isHome: Bool {
    home.isMainAndCurrent || subscribing.load(ordering: .relaxed) == Trampoline.thread
  }

  /// Called by the source, never twice at once.
  private func receive(_ item: Item) {
    if waiting.load(ordering: .acquiring) == 0 && isHome { return deliver(item) }
    waiting.add(1, ordering: .acquiringAndReleasing)
    let mustSchedule = lock.withLock {
      mail.append(item)
      defer { isScheduled = true }
      return !isScheduled
    }
    if mustSchedule && !home.schedule({ self.empty() }) { cancel() }
  }

  private func empty() {
    while true {
      let items = lock.withLock {
        defer { mail = [] }
        isScheduled = !mail.isEmpty
        return mail
      }
      if items.isEmpty { return }
      for item in items {
        deliver(item)
        waiting.subtract(1, ordering: .acquiringAndReleasing)
      }
    }
  }

  private func deliver(_ item: Item) {
    guard !isClosed.load(ordering: .acquiring) else { return }
    switch item {
    case .next(let element):
      onNext?(element)
    case .end(let error):
      isClosed.store(true, ordering: .releasing)
      let (failed, completed) = (onError, onCompleted)
      if let error {
        if let failed { failed(error) } else { Hooks.unhandledError(error, site) }
      } else {
        completed?()
      }
      finish()
    }
  }

  private func finish() {
    (onNext, onError, onCompleted) = (nil, nil, nil)
    if let disposed = onDisposed {
      onDisposed = nil
      disposed()
    }
  }
}
