/// A place for one disposable at a time: setting another disposes the one before.
public final class SerialDisposable: Cancelable, @unchecked Sendable {
  // Guarded by `lock`.
  private var current: (any Disposable)?
  private var disposed = false
  private let lock = Lock()

  /// An empty place.
  public init() {}

  /// Whether the place was disposed.
  public var isDisposed: Bool { lock.withLock { disposed } }

  /// The disposable in the place. What is set after `dispose` is disposed at once.
  public var disposable: any Disposable {
    get { lock.withLock { current } ?? Disposables.create() }
    set {
      let gone: (any Disposable)? = lock.withLock {
        if disposed { return newValue }
        defer { current = newValue }
        return current
      }
      gone?.dispose()
    }
  }

  /// Disposes what is in the place, now and later.
  public func dispose() {
    let gone = lock.withLock {
      defer { current = nil }
      disposed = true
      return current
    }
    gone?.dispose()
  }
}
