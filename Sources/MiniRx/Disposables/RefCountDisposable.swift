/// Disposes what it holds when it was disposed itself and all that were handed out have been, too.
public final class RefCountDisposable: Cancelable, @unchecked Sendable {
  // Guarded by `lock`; nil once given away.
  private var disposable: (any Disposable)?
  private var handedOut = 0
  private var primaryIsDisposed = false
  private let lock = Lock()

  /// Holds a disposable.
  public init(disposable: any Disposable) { self.disposable = disposable }

  /// Whether what it held has been disposed.
  public var isDisposed: Bool { lock.withLock { disposable == nil } }

  /// Hands out one more claim to dispose; does nothing where everything has been disposed already.
  public func retain() -> any Disposable {
    let isAlive = lock.withLock {
      if disposable != nil { handedOut += 1 }
      return disposable != nil
    }
    return isAlive ? Disposables.create { self.settle { self.handedOut -= 1 } } : Disposables.create()
  }

  /// Gives up its own claim, once.
  public func dispose() {
    settle { self.primaryIsDisposed = true }
  }

  private func settle(_ change: () -> Void) {
    let last: (any Disposable)? = lock.withLock {
      change()
      guard primaryIsDisposed && handedOut == 0 else { return nil }
      defer { disposable = nil }
      return disposable
    }
    last?.dispose()
  }
}
