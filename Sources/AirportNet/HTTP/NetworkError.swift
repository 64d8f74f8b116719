public import Foundation

/// Why a call failed; each case answers one question, and `advice` says what to do about it.
///
///     do {
///       airports = try await service.airports()
///     } catch {
///       switch error.advice {
///       case .logIn: showLogin()
///       case .ignore: break
///       default: show(error.userMessage)
///       }
///     }
public enum NetworkError: Error, Hashable, Sendable {
  /// The request could not be built or may not be sent: fix the code or the input, never retry.
  case invalidRequest(RequestFault)
  /// The bytes did not get there or back.
  case transport(TransportKind, phase: TransportPhase, mayHaveReachedServer: Bool)
  /// A deadline passed first.
  case timedOut(Deadline, mayHaveReachedServer: Bool)
  /// The caller gave up: never shown, never retried.
  case cancelled
  /// The server answered with a status that the caller does not accept.
  indirect case status(StatusFailure)
  /// The answer came, and is not what the caller asked for.
  indirect case undecodable(DecodingFailure)
  /// No credential that the server takes.
  indirect case authentication(AuthenticationFailure)
}

extension NetworkError {
  /// The status code of the answer, nil when none came.
  public var statusCode: Int? {
    switch self {
    case .status(let failure): failure.code
    case .undecodable(let failure): failure.status
    case .authentication(.refreshFailed(let cause)): cause?.statusCode
    default: nil
    }
  }

  /// The status code under the name that Alamofire's users know.
  public var responseCode: Int? { statusCode }

  /// The body of the answer, also of an error answer; nil when none came.
  public var body: Data? {
    switch self {
    case .status(let failure): failure.body
    case .undecodable(let failure): failure.body
    case .authentication(.refreshFailed(let cause)): cause?.body
    default: nil
    }
  }

  /// False only where it is certain that the server has not seen the request.
  public var mayHaveReachedServer: Bool {
    switch self {
    case .invalidRequest: false
    case .transport(_, _, let reached), .timedOut(_, let reached): reached
    case .cancelled, .status, .undecodable: true
    case .authentication(.missing), .authentication(.refreshRejected), .authentication(.refreshFailed): false
    case .authentication(.tooManyRefreshes): true
    }
  }

  /// True for `cancelled`.
  public var isCancelled: Bool { self == .cancelled }
}
