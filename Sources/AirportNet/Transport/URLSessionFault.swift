/// What an error is that Foundation on Linux passes on as "unknown": libcurl's text is all there is to go by.
enum URLSessionFault {
  /// Names the failure by its text.
  static func named(by text: String, code: Int, phase: NetworkError.TransportPhase) -> NetworkError {
    let text = text.lowercased()
    if let fault = tlsFault(text) { return .transport(.tls(fault), phase: .securing, mayHaveReachedServer: false) }
    let kind: NetworkError.TransportKind
    if containsAny(text, ["http/0.9", "header", "invalid", "illegal", "chunk", "encoding", "unsupported", "weird"]) {
      kind = .badServerResponse
    } else if phase == .receiving
      || containsAny(text, ["transfer closed", "recv failure", "send failure", "reset by peer", "broken pipe", "eof"])
    {
      kind = .connectionLost
    } else if containsAny(text, ["unreachable", "network is down"]) {
      return .transport(.offline, phase: .connecting, mayHaveReachedServer: false)
    } else {
      kind = .other(code: code)
    }
    return .transport(kind, phase: phase, mayHaveReachedServer: true)
  }

  private static func tlsFault(_ text: String) -> NetworkError.TLSFault? {
    guard containsAny(text, ["ssl", "tls", "certificate"]) else { return nil }
    if containsAny(text, ["expired", "not yet valid"]) { return .expired }
    if containsAny(text, ["no alternative certificate subject", "host name", "hostname", "does not match"]) {
      return .hostMismatch
    }
    if containsAny(text, ["issuer", "self-signed", "self signed", "unknown ca"]) { return .unknownAuthority }
    return containsAny(text, ["alert certificate required", "bad certificate"]) ? .clientCertificate : .handshake
  }

  private static func containsAny(_ text: String, _ parts: [String]) -> Bool {
    parts.contains { text.contains($0) }
  }
}
