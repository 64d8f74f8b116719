internal import MiniRx

/// The one exchange that all handlers of a request share: started by the first, and remembered for those that come late.
final class SharedAnswer: @unchecked Sendable {
  // Sendable by rule: `state` and `waiting` are guarded by `lock`.
  typealias Outcome = Result<HTTPResponse, NetworkError>

  private enum State {
    case idle, running, done(Outcome)
  }

  private let lock = Lock()
  private var state = State.idle
  private var waiting: [@Sendable (Outcome) -> Void] = []
  private var isHandingOut = false
  private let subscription = SerialDisposable()
  private let source: Single<HTTPResponse>
  private let scheduler: any ImmediateSchedulerType

  init(_ source: Single<HTTPResponse>, scheduler: any ImmediateSchedulerType) {
    (self.source, self.scheduler) = (source, scheduler)
  }

  /// Calls the handler with the outcome, once and after those that were added before it: on the thread that brings the
  /// outcome, or on the scheduler if it is there.
  func ask(_ handler: @escaping @Sendable (Outcome) -> Void) {
    lock.lock()
    waiting.append(handler)
    guard case .done = state else {
      lock.unlock()
      return start()
    }
    let isOwner = !isHandingOut
    isHandingOut = true
    lock.unlock()
    guard isOwner else { return }
    _ = scheduler.schedule(()) { _ in
      self.handOut()
      return Disposables.create()
    }
  }

  /// Starts the exchange unless it was.
  func start() {
    let isFirst = lock.withLock {
      guard case .idle = state else { return false }
      state = .running
      return true
    }
    guard isFirst else { return }
    subscription.disposable = source.subscribe(
      onSuccess: { self.finish(.success($0)) }, onFailure: { self.finish(.failure(NetworkError(wrapping: $0))) },
      isolation: nil)
  }

  /// Ends the exchange; handlers that still wait, and later ones, get `cancelled`.
  func cancel() {
    finish(.failure(.cancelled))
    subscription.dispose()
  }

  /// Whether `cancel` came before the answer.
  var isCancelled: Bool {
    lock.withLock { if case .done(.failure(.cancelled)) = state { true } else { false } }
  }

  private func finish(_ outcome: Outcome) {
    let isFirst = lock.withLock {
      if case .done = state { return false }
      (state, isHandingOut) = (.done(outcome), true)
      return true
    }
    if isFirst { handOut() }
  }

  /// Calls the handlers one by one, also those that are added meanwhile; by one thread at a time.
  private func handOut() {
    while true {
      lock.lock()
      guard case .done(let outcome) = state, !waiting.isEmpty else {
        isHandingOut = false
        return lock.unlock()
      }
      let handler = waiting.removeFirst()
      lock.unlock()
      handler(outcome)
    }
  }
}
