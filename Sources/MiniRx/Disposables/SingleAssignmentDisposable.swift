/// A place for one disposable that comes later; disposing before it comes disposes it when it does.
public final class SingleAssignmentDisposable: Cancelable {
  private let place = SerialDisposable()
  private let lock = Lock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var isAssigned = false

  /// An empty place.
  public init() {}

  /// Whether the place was disposed.
  public var isDisposed: Bool { place.isDisposed }

  /// Fills the place. Traps on a second call.
  public func setDisposable(_ disposable: any Disposable) {
    let isFirst = lock.withLock {
      defer { isAssigned = true }
      return !isAssigned
    }
    precondition(isFirst, "A SingleAssignmentDisposable was assigned twice.")
    place.disposable = disposable
  }

  /// Disposes what is in the place, now and later.
  public func dispose() { place.dispose() }
}
