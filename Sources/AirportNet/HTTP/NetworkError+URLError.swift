public import Foundation

extension NetworkError {
  /// The error in Foundation's words, for code that looks at `URLError` codes or `DecodingError`; nil where Foundation
  /// has no word for it.
  public var underlyingError: (any Error)? {
    switch self {
    case .undecodable(let failure):
      DecodingError.dataCorrupted(
        DecodingError.Context(codingPath: [PathKey(failure.codingPath)], debugDescription: failure.reason))
    case .authentication(.refreshFailed(let cause)): cause
    case .invalidRequest(.url): URLError(.badURL)
    case .timedOut: URLError(.timedOut)
    case .cancelled: URLError(.cancelled)
    case .transport(let kind, _, _): URLError(kind.urlErrorCode ?? .unknown)
    case .invalidRequest, .status, .authentication: nil
    }
  }

  /// The same error in this library's words.
  public init(_ error: URLError, phase: TransportPhase = .waiting, mayHaveReachedServer: Bool = true) {
    let kind: TransportKind
    var phase = phase
    var reached = mayHaveReachedServer
    switch error.code {
    case .cancelled:
      self = .cancelled
      return
    case .timedOut:
      self = .timedOut(.idle, mayHaveReachedServer: mayHaveReachedServer)
      return
    case .badURL, .unsupportedURL:
      self = .invalidRequest(
        .url(error.failingURL?.absoluteString ?? "", reason: "is not an address that can be loaded"))
      return
    case .notConnectedToInternet, .dataNotAllowed, .internationalRoamingOff, .callIsActive:
      (kind, phase, reached) = (.offline, .connecting, false)
    case .cannotFindHost, .dnsLookupFailed: (kind, phase, reached) = (.dns, .resolving, false)
    case .cannotConnectToHost: (kind, phase, reached) = (.refused, .connecting, false)
    case .networkConnectionLost: kind = .connectionLost
    case .serverCertificateUntrusted, .serverCertificateHasUnknownRoot:
      (kind, phase, reached) = (.tls(.unknownAuthority), .securing, false)
    case .serverCertificateHasBadDate, .serverCertificateNotYetValid:
      (kind, phase, reached) = (.tls(.expired), .securing, false)
    case .clientCertificateRejected, .clientCertificateRequired:
      (kind, phase, reached) = (.tls(.clientCertificate), .securing, false)
    case .secureConnectionFailed: (kind, phase, reached) = (.tls(.handshake), .securing, false)
    case .badServerResponse, .cannotParseResponse, .cannotDecodeRawData, .cannotDecodeContentData, .zeroByteResource:
      (kind, phase, reached) = (.badServerResponse, .receiving, true)
    case .httpTooManyRedirects: (kind, reached) = (.tooManyRedirects, true)
    default: kind = .other(code: error.errorCode)
    }
    self = .transport(kind, phase: phase, mayHaveReachedServer: reached)
  }

  /// Any error in this library's words: a NetworkError stays, cancellation is `cancelled`, a URLError is translated,
  /// and an error of the caller's own code is an `invalidRequest` that quotes it.
  public init(wrapping error: any Error) {
    switch error {
    case let error as NetworkError: self = error
    case let error as URLError: self.init(error)
    case is CancellationError: self = .cancelled
    default: self = .invalidRequest(.other(String(describing: error)))
    }
  }
}

extension NetworkError.TransportKind {
  fileprivate var urlErrorCode: URLError.Code? {
    switch self {
    case .offline: .notConnectedToInternet
    case .dns: .cannotFindHost
    case .refused: .cannotConnectToHost
    case .connectionLost: .networkConnectionLost
    case .tls(.unknownAuthority): .serverCertificateHasUnknownRoot
    case .tls(.expired): .serverCertificateHasBadDate
    case .tls(.hostMismatch), .tls(.pinnedKeyMismatch): .serverCertificateUntrusted
    case .tls(.clientCertificate): .clientCertificateRejected
    case .tls(.handshake): .secureConnectionFailed
    case .badServerResponse: .badServerResponse
    case .tooManyRedirects: .httpTooManyRedirects
    case .storage(.occupied), .storage(.denied): .cannotCreateFile
    case .storage: .cannotWriteToFile
    case .other(let code): URLError.Code(rawValue: code)
    }
  }
}

private struct PathKey: CodingKey {
  let stringValue: String
  var intValue: Int? { nil }

  init(_ path: String) { stringValue = path }
  init(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { nil }
}
