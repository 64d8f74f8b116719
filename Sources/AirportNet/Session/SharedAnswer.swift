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
  private let subscription = SerialDisposable()

  /// Calls the handler with the outcome, once: on the thread that brings it, or on the scheduler if it is there.
  func ask(
    _ source: Single<HTTPResponse>, scheduler: any ImmediateSchedulerType,
    _ handler: @escaping @Sendable (Outcome) -> Void
  ) {
    lock.lock()
    if case .done(let outcome) = state {
      lock.unlock()
      _ = scheduler.schedule(outcome) { outcome in
        handler(outcome)
        return Disposables.create()
      }
      return
    }
    waiting.append(handler)
    lock.unlock()
    start(source)
  }

  /// Starts the exchange unless it was.
  func start(_ source: Single<HTTPResponse>) {
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
    let handlers: [@Sendable (Outcome) -> Void] = lock.withLock {
      if case .done = state { return [] }
      state = .done(outcome)
      defer { waiting = [] }
      return waiting
    }
    for handler in handlers { handler(outcome) }
  }
}
