public import Foundation

/// An error whose `errorDescription` is always there, and is what `localizedDescription` prints.
///
/// `LocalizedError` asks for an optional text; this protocol fills that from `summary`, so that the error's own
/// `errorDescription` can be a plain String.
public protocol DescribedError: LocalizedError {
  /// One line in English that says what went wrong.
  var summary: String { get }
}

extension DescribedError {
  /// The summary, for callers that know only `LocalizedError`.
  public var errorDescription: String? { summary }
}

extension NetworkError {
  /// One line in English for logs and developers; `userMessage` is for people. Credentials are redacted.
  public var errorDescription: String { summary }
}

extension NetworkError: DescribedError {
  /// One line in English for logs and developers; `userMessage` is for people. Credentials are redacted.
  public var summary: String {
    switch self {
    case .invalidRequest(let fault): "Invalid request: \(fault.text)."
    case .transport(let kind, let phase, let reached):
      "\(kind.text) while \(phase.text)\(reached ? "; the server may have seen the request" : "")."
    case .timedOut(.idle, let reached):
      "Timed out: nothing moved for too long\(reached ? "; the server may have seen the request" : "")."
    case .timedOut(.total, let reached):
      "Timed out: the call took too long\(reached ? "; the server may have seen the request" : "")."
    case .cancelled: "Cancelled."
    case .status(let failure):
      "The server answered \(failure.code) to \(failure.method)\(Self.place(failure.url))."
    case .undecodable(let failure):
      "The answer\(Self.place(failure.url)) could not be read as \(failure.type)"
        + (failure.codingPath.isEmpty ? "" : " at \(failure.codingPath)") + ": \(failure.reason)"
        + (failure.reason.hasSuffix(".") ? "" : ".")
    case .authentication(let failure): failure.text
    }
  }

  private static func place(_ url: URL?) -> String {
    url.map { " \(Redaction.url($0.absoluteString))" } ?? ""
  }
}

extension NetworkError: CustomDebugStringConvertible, CustomStringConvertible {
  /// As `errorDescription`.
  public var description: String { summary }

  /// All that is known - method, address, status, key path, the first bytes of the body - with credentials redacted.
  public var debugDescription: String {
    switch self {
    case .status(let failure):
      "NetworkError.status \(failure.code) \(failure.method)\(Self.place(failure.url)) attempts=\(failure.attempts)"
        + Self.excerpt(failure.body)
    case .undecodable(let failure):
      "NetworkError.undecodable \(failure.type) at \(failure.codingPath.isEmpty ? "top" : failure.codingPath): "
        + "\(failure.reason) status=\(failure.status.map(String.init) ?? "none")"
        + (failure.method.map { " \($0)" } ?? "") + Self.place(failure.url) + Self.excerpt(failure.body)
    case .authentication(.refreshFailed(let cause?)): "\(summary) Cause: \(cause.debugDescription)"
    default: "NetworkError: \(summary)"
    }
  }

  private static func excerpt(_ body: Data) -> String {
    body.isEmpty ? " body=empty" : " body(\(body.count))=\(Redaction.body(body, limit: 256))"
  }
}

extension NetworkError.RequestFault {
  /// What is wrong, with credentials redacted.
  var text: String {
    switch self {
    case .url(let url, let reason): "\"\(Redaction.url(url))\" \(reason)"
    case .method(let method): "\(method.debugDescription) is not a method"
    case .header(let name, let reason): "the header \(name.debugDescription) \(reason)"
    case .bodyNotAllowed(let method): "\(method) carries no body"
    case .unencodable(let keyPath, let reason): "\(keyPath.isEmpty ? "the body" : keyPath) \(reason)"
    case .other(let reason): reason
    }
  }
}

extension NetworkError.TransportKind {
  fileprivate var text: String {
    switch self {
    case .offline: "There is no network, noticed"
    case .dns: "The host's name has no address, noticed"
    case .refused: "The server does not take connections, noticed"
    case .connectionLost: "The connection was lost"
    case .tls(let fault): "No secure connection (\(fault.text)), noticed"
    case .badServerResponse: "The server's answer is damaged, noticed"
    case .tooManyRedirects: "The redirects have no end, noticed"
    case .storage(let fault): "The file could not be written (\(fault.text)), noticed"
    case .other(let code): "The transfer failed with code \(code)"
    }
  }
}

extension NetworkError.TLSFault {
  fileprivate var text: String {
    switch self {
    case .unknownAuthority: "the certificate's authority is unknown"
    case .expired: "the certificate is not valid today"
    case .hostMismatch: "the certificate is for another host"
    case .pinnedKeyMismatch: "the public key is not the pinned one"
    case .clientCertificate: "the client's certificate was not accepted"
    case .handshake: "no common protocol"
    }
  }
}

extension NetworkError.StorageFault {
  fileprivate var text: String {
    switch self {
    case .full: "the disk is full"
    case .denied: "it may not be"
    case .occupied: "there is one, which shall stay"
    case .other(let code): String(cString: strerror(Int32(code)))
    }
  }
}

extension NetworkError.TransportPhase {
  fileprivate var text: String {
    switch self {
    case .resolving: "looking up the host"
    case .connecting: "connecting"
    case .securing: "securing the connection"
    case .sending: "sending the request"
    case .waiting: "waiting for the answer"
    case .receiving: "receiving the answer"
    }
  }
}

extension NetworkError.AuthenticationFailure {
  fileprivate var text: String {
    switch self {
    case .missing: "Not logged in."
    case .refreshRejected: "The login has ended."
    case .refreshFailed(let cause): "The login could not be renewed." + (cause.map { " \($0.summary)" } ?? "")
    case .tooManyRefreshes: "The server refuses every new login."
    }
  }
}
