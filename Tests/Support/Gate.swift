internal import Foundation

/// A gate that is closed until a test opens it; who waits at it then goes on, and never waits again.
public final class Gate: @unchecked Sendable {
  // Sendable because `isOpen` is only touched while `condition` is locked.
  private let condition = NSCondition()
  private var isOpen = false

  /// A closed gate.
  public init() {}

  /// Lets everyone through. May be called again.
  public func open() {
    condition.lock()
    isOpen = true
    condition.broadcast()
    condition.unlock()
  }

  /// Blocks until the gate is open; false if it is still closed after the seconds.
  public func wait(seconds: Double = 30) -> Bool {
    let end = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while !isOpen {
      guard condition.wait(until: end) else { return isOpen }
    }
    return true
  }
}
