internal import Synchronization

/// One scheduled run: what it will do until it does it, then what it returned.
final class ScheduledAction: Cancelable, @unchecked Sendable {
  // Sendable by rule: `body` is taken by the one that moves `state` off `waiting`.
  private var body: (() -> any Disposable)?
  private let isTaken = Atomic<Bool>(false)
  private let result = SerialDisposable()

  init<State>(_ state: State, _ action: @escaping (State) -> any Disposable) {
    body = { action(state) }
  }

  var isDisposed: Bool { result.isDisposed }

  /// Runs the action, unless it was disposed or has run.
  func run() {
    guard let body = take() else { return }
    Trampoline.run { result.disposable = body() }
  }

  func dispose() {
    _ = take()
    result.dispose()
  }

  private func take() -> (() -> any Disposable)? {
    if isTaken.exchange(true, ordering: .acquiringAndReleasing) { return nil }
    defer { body = nil }
    return body
  }
}
