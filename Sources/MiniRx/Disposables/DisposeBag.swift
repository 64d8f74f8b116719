/// Owns subscriptions and disposes them when it goes.
///
/// Subscriptions that have ended by themselves are forgotten, so a bag that lives long stays small (contract 5): what it
/// holds is at most twice the live subscriptions plus a few dozen.
public final class DisposeBag: @unchecked Sendable {
  // Guarded by `lock`.
  @exclusivity(unchecked) private var disposables: [any Disposable] = []
  private var sweepAt = 32
  private let lock = Lock()

  /// An empty bag.
  public init() {}

  deinit { disposables.disposeAll() }

  /// Takes a disposable. Amortised O(1).
  public func insert(_ disposable: any Disposable) {
    let isSweepDue = lock.withLock {
      disposables.append(disposable)
      return disposables.count > sweepAt
    }
    if isSweepDue { sweep() }
  }

  /// Takes several disposables.
  public func insert(_ disposables: any Disposable...) {
    for disposable in disposables { insert(disposable) }
  }

  /// Takes several disposables.
  public func insert(_ disposables: [any Disposable]) {
    for disposable in disposables { insert(disposable) }
  }

  /// Asks and lets go outside the lock: both may run foreign code.
  private func sweep() {
    var live = lock.withLock {
      defer { (disposables, sweepAt) = ([], .max) }
      return disposables
    }
    live.removeAll { $0._isFinished }
    lock.withLock {
      live.append(contentsOf: disposables)
      swap(&live, &disposables)
      sweepAt = max(32, disposables.count * 2)
    }
  }
}

extension Array where Element == any Disposable {
  /// Disposes all, in order, as one run.
  func disposeAll() {
    if isEmpty { return }
    Trampoline.run { for disposable in self { disposable.dispose() } }
  }
}
