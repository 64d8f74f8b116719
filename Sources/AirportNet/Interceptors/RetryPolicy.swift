public import MiniRx

#if canImport(FoundationNetworking)
  public import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// When a request is sent again, and how long to wait before. Pure.
///
/// - **What for**: the status codes listed, lost and refused connections, names without address, no network, passed
///   deadlines.
/// - **Which requests**: those whose method is idempotent (RFC 9110 section 9.2.2), those that carry an Idempotency-Key, and
///   those of which certainly nothing has reached the server; never one whose body cannot be sent again.
/// - **When**: after a random part of the back-off's wait (full jitter), so that clients which failed together do not
///   come back together. Where the server asks for a wait (Retry-After, in seconds or as a date), the random part is
///   added to that.
public struct RetryPolicy: Sendable {
  /// The status codes that mean "later, perhaps": 408, 429, 500, 502, 503, 504.
  public static let defaultStatusCodes: Set<Int> = [408, 429, 500, 502, 503, 504]

  /// How often a request is sent at most, and the longest wait before each further time.
  public var backOff: RetryBackOff
  /// The status codes after which a request is sent again.
  public var statusCodes: Set<Int>
  /// A server that asks for a longer wait than this is not asked again.
  public var maximumRetryAfter: Duration
  /// What the requests of one interceptor may spend on retries together.
  public var budget: RetryBudget

  /// Takes its parts as they are.
  public init(
    backOff: RetryBackOff = .exponential(attempts: 3, initial: .milliseconds(500), maximum: .seconds(30)),
    statusCodes: Set<Int> = defaultStatusCodes, maximumRetryAfter: Duration = .seconds(60),
    budget: RetryBudget = RetryBudget()
  ) {
    self.backOff = backOff
    self.statusCodes = statusCodes
    self.maximumRetryAfter = maximumRetryAfter
    self.budget = budget
  }

  /// The wait before the request is sent again; nil where what came of it is the last word. The budget is not asked.
  ///
  /// - Parameters:
  ///   - outcome: what came of the request.
  ///   - request: the request.
  ///   - attempt: how often it was sent until now, at least 1.
  ///   - random: a random number from 0 to 1.
  ///   - now: what a Retry-After date is measured against in an answer without a Date field.
  public func pause(
    after outcome: Result<HTTPResponse, NetworkError>, to request: URLRequest, attempt: Int,
    random: @autoclosure () -> Double, now: @autoclosure () -> Date
  ) -> Duration? {
    guard isPassing(outcome), attempt < backOff.attempts, mayRepeat(request, after: outcome) else { return nil }
    let asked = retryAfter(outcome, now: now)
    if let asked, asked > maximumRetryAfter { return nil }
    return (asked ?? .zero) + backOff.delay(attempt) * min(1, max(0, random()))
  }

  private func isPassing(_ outcome: Result<HTTPResponse, NetworkError>) -> Bool {
    switch outcome {
    case .success(let response): statusCodes.contains(response.statusCode)
    case .failure(.status(let failure)): statusCodes.contains(failure.code)
    case .failure(let error): error.isRetryable
    }
  }

  private func mayRepeat(_ request: URLRequest, after outcome: Result<HTTPResponse, NetworkError>) -> Bool {
    guard request.canSendBodyAgain else { return false }
    if case .failure(let error) = outcome, !error.mayHaveReachedServer { return true }
    return HTTPMethod(rawValue: request.httpMethod ?? "GET").isIdempotent
      || request.value(forHTTPHeaderField: "Idempotency-Key")?.isEmpty == false
  }

  private func retryAfter(_ outcome: Result<HTTPResponse, NetworkError>, now: () -> Date) -> Duration? {
    let headers: HTTPHeaders
    switch outcome {
    case .success(let response): headers = response.headers
    case .failure(.status(let failure)): headers = failure.headers
    case .failure(.authentication(.refreshFailed(let cause?))): return retryAfter(.failure(cause), now: now)
    case .failure: return nil
    }
    return headers["Retry-After"] == nil ? nil : headers.retryAfter(now: now())
  }
}
