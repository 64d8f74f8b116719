import AirportNet
import Foundation
import MiniRx

/// Collects what a handler or a single comes to, and waits for it; counts, so that a second end is seen.
final class Awaited<Value: Sendable>: @unchecked Sendable {
  // Sendable by rule: everything is guarded by `condition`.
  private let condition = NSCondition()
  private var log: [Value] = []
  private let stopwatch = ContinuousClock.now

  func take(_ value: Value) {
    condition.lock()
    log.append(value)
    condition.broadcast()
    condition.unlock()
  }

  /// Blocks until there are so many values; false if there are not within the seconds.
  func wait(_ count: Int = 1, seconds: Double = 30) -> Bool {
    let limit = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while log.count < count {
      guard condition.wait(until: limit) else { return log.count >= count }
    }
    return true
  }

  /// Blocks until the claim about the last value is true; false if it is not within the seconds.
  func waitForLast(seconds: Double = 30, _ claim: (Value) -> Bool) -> Bool {
    let limit = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while log.last.map(claim) != true {
      guard condition.wait(until: limit) else { return log.last.map(claim) == true }
    }
    return true
  }

  var values: [Value] {
    condition.lock()
    defer { condition.unlock() }
    return log
  }

  var elapsed: Duration { stopwatch.duration(to: .now) }
}

extension Awaited {
  /// Subscribes to a single and collects what it comes to.
  func record<Element: Sendable>(_ single: Single<Element>) -> any Disposable
  where Value == Result<Element, NetworkError> {
    single.subscribe(
      onSuccess: { self.take(.success($0)) }, onFailure: { self.take(.failure(NetworkError(wrapping: $0))) },
      isolation: nil)
  }
}

extension Result {
  /// The error, nil on success.
  var error: Failure? { if case .failure(let error) = self { error } else { nil } }
  /// The value, nil on failure.
  var value: Success? { try? get() }
}
