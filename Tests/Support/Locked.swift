internal import MiniRx

/// A value that several threads of a test share.
public final class Locked<Value>: @unchecked Sendable {
  // Guarded by `lock`.
  private var stored: Value
  private let lock = Lock()

  /// A first value.
  public init(_ value: Value) { stored = value }

  /// The value; a copy of it.
  public var value: Value {
    get { lock.withLock { stored } }
    set {
      let gone = lock.withLock {
        let old = stored
        stored = newValue
        return old
      }
      withExtendedLifetime(gone) {}
    }
  }

  /// Changes the value while no other thread touches it.
  @discardableResult
  public func update<Result>(_ change: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try change(&stored)
  }
}
