/// How many retries a `RetryInterceptor` may spend: a bucket of tokens that fills with time.
///
/// Each retry takes one token, and none is made while the bucket is empty. When a server is down this keeps the requests
/// of a whole session from coming to it several times over.
public struct RetryBudget: Sendable {
  private let capacity: Double
  private let refill: Duration
  private var tokens: Double
  private var lastLook: Duration?

  /// A full bucket.
  ///
  /// - Parameters:
  ///   - capacity: how many retries in a row are possible; below 0 counts as 0.
  ///   - refill: the time in which one token comes back; zero or less stands for no limit.
  public init(capacity: Int = 20, refill: Duration = .seconds(1)) {
    self.capacity = Double(max(0, capacity))
    self.refill = refill
    tokens = self.capacity
  }

  /// Takes a token; false where there is none.
  /// - Parameter now: the time on a clock that never goes back.
  public mutating func take(at now: Duration) -> Bool {
    guard refill > .zero else { return true }
    tokens = min(capacity, tokens + max(.zero, now - (lastLook ?? now)) / refill)
    lastLook = now
    // A token that is there but for a rounding error counts.
    guard tokens >= 1 - 1e-9 else { return false }
    tokens = max(0, tokens - 1)
    return true
  }
}
