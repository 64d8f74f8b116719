internal import Foundation

/// A value that several threads share, behind a lock, with a way to wait until it has changed.
///
/// The closures run under the lock: they must be short and must not call out.
final class Guarded<Value>: @unchecked Sendable {
  // Sendable because every access to `value` is made while `condition` is locked.
  private let condition = NSCondition()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    condition.lock()
    defer {
      condition.broadcast()
      condition.unlock()
    }
    return try body(&value)
  }

  /// Blocks until the claim is true; false if it is not within the time.
  func wait(_ limit: Duration, until claim: (Value) -> Bool) -> Bool {
    let end = Date(timeIntervalSinceNow: limit.seconds)
    condition.lock()
    defer { condition.unlock() }
    while !claim(value) {
      guard condition.wait(until: end) else { return claim(value) }
    }
    return true
  }
}
