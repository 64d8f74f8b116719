public import Foundation

extension NetworkError {
  /// What a program should do about an error.
  public enum Advice: Hashable, Sendable {
    /// Send the request again; not before this time has passed, when the server named one.
    case retry(after: Duration?)
    /// Send it again when there is a network.
    case waitForNetwork
    /// Show `userMessage`; the same request would fail again.
    case showMessage
    /// Ask the person to log in.
    case logIn
    /// Do nothing: the caller wanted it so.
    case ignore
    /// A program is wrong, this one or the server's: tell its makers.
    case reportBug
  }

  /// What a program should do about the error.
  public var advice: Advice {
    switch self {
    case .invalidRequest, .undecodable: .reportBug
    case .cancelled: .ignore
    case .timedOut: .retry(after: nil)
    case .transport(let kind, _, _):
      switch kind {
      case .offline, .dns: .waitForNetwork
      case .refused, .connectionLost: .retry(after: nil)
      case .tls, .badServerResponse, .storage, .other: .showMessage
      case .tooManyRedirects: .reportBug
      }
    case .status(let failure):
      if isRetryable {
        .retry(after: retryAfter)
      } else if failure.code == 401 {
        .logIn
      } else if failure.code < 400 {
        .reportBug
      } else {
        .showMessage
      }
    case .authentication(.refreshFailed(let cause?)) where cause.isRetryable: cause.advice
    case .authentication: .logIn
    }
  }

  /// True when the same request may succeed if it is sent again later: lost connections, passed deadlines, no network,
  /// and 408, 429, 500, 502, 503, 504.
  ///
  /// Whether it is safe to send it again is another question: see `mayHaveReachedServer` and `HTTPMethod.isIdempotent`.
  public var isRetryable: Bool {
    switch self {
    case .transport(.offline, _, _), .transport(.dns, _, _), .transport(.refused, _, _),
      .transport(.connectionLost, _, _), .timedOut:
      true
    case .status(let failure): [408, 429, 500, 502, 503, 504].contains(failure.code)
    case .authentication(.refreshFailed(let cause?)): cause.isRetryable
    default: false
    }
  }

  /// How long the server asks to wait (Retry-After, RFC 9110 section 10.2.3), nil when it does not say.
  ///
  /// A date is measured against the answer's own Date field, so that the clocks need not agree; without one, against
  /// this machine's clock.
  public var retryAfter: Duration? { retryAfter(now: Date()) }

  /// As `retryAfter`, with the time that an answer without a Date field is measured against.
  public func retryAfter(now: Date) -> Duration? {
    switch self {
    case .status(let failure): failure.headers.retryAfter(now: now)
    case .authentication(.refreshFailed(let cause)): cause?.retryAfter(now: now)
    default: nil
    }
  }
}

extension HTTPHeaders {
  /// The wait that Retry-After asks for, in seconds or as a date; nil when absent or malformed, never negative.
  public func retryAfter(now: Date) -> Duration? {
    guard let value = values(for: "Retry-After").first?.trimmingCharacters(in: .whitespaces), !value.isEmpty else {
      return nil
    }
    if value.utf8.allSatisfy({ $0 &- 0x30 < 10 }) {
      return .seconds(Int64(value) ?? .max)
    }
    guard let date = HTTPDate.parse(value) else { return nil }
    let start = self.value(for: "Date").flatMap(HTTPDate.parse) ?? now
    return .milliseconds(Swift.max(0, Int64((date.timeIntervalSince(start) * 1000).rounded(.up))))
  }
}
