internal import Synchronization

/// A flag that dispose sets: what a loop looks at to see that nobody wants it any more.
public final class BooleanDisposable: Cancelable {
  private let flag: Atomic<Bool>

  /// A flag, down unless told otherwise.
  public init(isDisposed: Bool = false) { flag = Atomic(isDisposed) }

  /// Whether `dispose` was called.
  public var isDisposed: Bool { flag.load(ordering: .acquiring) }

  /// Raises the flag.
  public func dispose() { flag.store(true, ordering: .releasing) }
}
