/// Something that can be given up, from any thread: a subscription, a timer, a request.
public protocol Disposable: Sendable {
  /// Gives it up. Idempotent, callable from any thread; what it cancels is cancelled at once.
  func dispose()

  /// Whether a bag may forget it. False unless the type is `Cancelable`, which answers by `isDisposed`.
  var _isFinished: Bool { get }
}

/// A disposable that can say whether it is done.
public protocol Cancelable: Disposable {
  /// Whether it was disposed or has ended by itself.
  var isDisposed: Bool { get }
}

extension Cancelable {
  /// Whether a bag may forget it.
  public var _isFinished: Bool { isDisposed }
}

extension Disposable {
  /// Whether a bag may forget it.
  public var _isFinished: Bool { false }

  /// Leaves the disposable to the bag, which disposes it when the bag goes.
  @inlinable public func disposed(by bag: DisposeBag) {
    bag.insert(self)
  }
}
