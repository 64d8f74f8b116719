import Testing

@testable import AirportNet

@Suite("URLSessionFault")
struct URLSessionFaultTests {
  /// What libcurl writes, and the kind that it stands for.
  static let texts: [(String, NetworkError.TransportKind)] = [
    ("SSL certificate problem: unable to get local issuer certificate", .tls(.unknownAuthority)),
    ("SSL certificate problem: self-signed certificate", .tls(.unknownAuthority)),
    ("SSL certificate problem: certificate has expired", .tls(.expired)),
    ("SSL certificate problem: certificate is not yet valid", .tls(.expired)),
    ("SSL: no alternative certificate subject name matches target host name 'a.test'", .tls(.hostMismatch)),
    ("OpenSSL SSL_connect: SSL_ERROR_SYSCALL in connection to a.test:443", .tls(.handshake)),
    ("transfer closed with 726 bytes remaining to read", .connectionLost),
    ("transfer closed with outstanding read data remaining", .connectionLost),
    ("Recv failure: Connection reset by peer", .connectionLost), ("Send failure: Broken pipe", .connectionLost),
    ("Failed writing header", .badServerResponse), ("Invalid Content-Length: value", .badServerResponse),
    ("Illegal or missing hexadecimal sequence in chunked-encoding", .badServerResponse),
    ("Error while processing content unencoding: incorrect header check", .badServerResponse),
    ("Received HTTP/0.9 when not allowed", .badServerResponse), ("Network is unreachable", .offline),
    ("something new", .other(code: -1)),
  ]

  @Test("libcurl's text names the kind", arguments: texts)
  func kinds(_ text: String, _ kind: NetworkError.TransportKind) {
    guard
      case .transport(let named, let phase, let reached) = URLSessionFault.named(by: text, code: -1, phase: .waiting)
    else { return #expect(Bool(false), "no transport error") }
    #expect(named == kind)
    switch kind {
    case .tls: #expect(phase == .securing && !reached)
    case .offline: #expect(phase == .connecting && !reached)
    default: #expect(phase == .waiting && reached)
    }
  }

  @Test("what breaks within the body is a lost connection, whatever the text")
  func receiving() {
    #expect(
      URLSessionFault.named(by: "something new", code: -1, phase: .receiving)
        == .transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true))
  }
}
