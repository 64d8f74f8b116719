#if os(Linux)
  import CCurl
  import Foundation
  import Testing

  @testable import AirportNet

  @Suite("CurlFault")
  struct CurlFaultTests {
    struct Row: Sendable, CustomTestStringConvertible {
      var code: UInt32
      var text = ""
      var sent = 100
      var errno: Int32 = 0
      var verdict = 0
      var phase = NetworkError.TransportPhase.waiting
      var error: NetworkError

      init(
        _ code: CURLcode, text: String = "", sent: Int = 100, errno: Int32 = 0, verdict: Int = 0,
        phase: NetworkError.TransportPhase = .waiting, _ error: NetworkError
      ) {
        self.code = code.rawValue
        (self.text, self.sent, self.errno, self.verdict) = (text, sent, errno, verdict)
        (self.phase, self.error) = (phase, error)
      }

      var testDescription: String { "\(code) \(text) \(errno) \(verdict) \(phase)" }
    }

    private static func kind(
      _ kind: NetworkError.TransportKind, _ phase: NetworkError.TransportPhase = .waiting, reached: Bool = true
    ) -> NetworkError { .transport(kind, phase: phase, mayHaveReachedServer: reached) }

    private static func tls(_ fault: NetworkError.TLSFault) -> NetworkError {
      kind(.tls(fault), .securing, reached: false)
    }

    static let rows: [Row] = [
      Row(CURLE_COULDNT_RESOLVE_HOST, sent: 0, kind(.dns, .resolving, reached: false)),
      Row(CURLE_COULDNT_RESOLVE_PROXY, sent: 0, kind(.dns, .resolving, reached: false)),
      Row(CURLE_COULDNT_CONNECT, sent: 0, errno: ECONNREFUSED, kind(.refused, .connecting, reached: false)),
      Row(CURLE_COULDNT_CONNECT, sent: 0, errno: ENETUNREACH, kind(.offline, .connecting, reached: false)),
      Row(CURLE_COULDNT_CONNECT, sent: 0, errno: EHOSTUNREACH, kind(.offline, .connecting, reached: false)),
      Row(CURLE_COULDNT_CONNECT, sent: 0, errno: EMFILE, kind(.other(code: 7), .connecting, reached: false)),
      Row(CURLE_COULDNT_CONNECT, sent: 0, errno: ETIMEDOUT, .timedOut(.idle, mayHaveReachedServer: false)),
      Row(CURLE_OPERATION_TIMEDOUT, sent: 0, .timedOut(.idle, mayHaveReachedServer: false)),
      Row(CURLE_OPERATION_TIMEDOUT, .timedOut(.idle, mayHaveReachedServer: true)),
      Row(CURLE_GOT_NOTHING, kind(.connectionLost)),
      Row(
        CURLE_RECV_ERROR, text: "Recv failure: Connection reset by peer", phase: .receiving,
        kind(.connectionLost, .receiving)
      ),
      Row(CURLE_SEND_ERROR, text: "Send failure: Broken pipe", phase: .sending, kind(.connectionLost, .sending)),
      Row(CURLE_PARTIAL_FILE, phase: .receiving, kind(.connectionLost, .receiving)),
      Row(
        CURLE_RECV_ERROR, text: "Illegal or missing hexadecimal sequence in chunked-encoding", phase: .receiving,
        kind(.badServerResponse, .receiving)),
      Row(CURLE_WEIRD_SERVER_REPLY, kind(.badServerResponse)),
      Row(CURLE_UNSUPPORTED_PROTOCOL, text: "Received HTTP/0.9 when not allowed", kind(.badServerResponse)),
      Row(CURLE_OUT_OF_MEMORY, phase: .receiving, kind(.badServerResponse, .receiving)),
      Row(CURLE_OUT_OF_MEMORY, sent: 0, phase: .connecting, kind(.other(code: 27), .connecting, reached: false)),
      Row(
        CURLE_PEER_FAILED_VERIFICATION, text: "unable to get local issuer certificate", sent: 0, verdict: 20,
        tls(.unknownAuthority)),
      Row(
        CURLE_PEER_FAILED_VERIFICATION, text: "self-signed certificate", sent: 0, verdict: 18, tls(.unknownAuthority)),
      Row(CURLE_PEER_FAILED_VERIFICATION, text: "certificate has expired", sent: 0, verdict: 10, tls(.expired)),
      Row(CURLE_PEER_FAILED_VERIFICATION, text: "certificate is not yet valid", sent: 0, verdict: 9, tls(.expired)),
      Row(
        CURLE_PEER_FAILED_VERIFICATION, text: "no alternative certificate subject name matches", sent: 0,
        tls(.hostMismatch)),
      Row(CURLE_SSL_PINNEDPUBKEYNOTMATCH, sent: 0, tls(.pinnedKeyMismatch)),
      Row(CURLE_SSL_CONNECT_ERROR, text: "wrong version number", sent: 0, tls(.handshake)),
      Row(CURLE_SSL_CONNECT_ERROR, text: "tlsv13 alert certificate required", sent: 0, tls(.clientCertificate)),
    ]

    @Test("libcurl's code, text and numbers name the failure", arguments: rows)
    func names(_ row: Row) {
      var summary = ccurl_summary()
      summary.request_size = row.sent
      summary.os_error = Int(row.errno)
      summary.verify_result = row.verdict
      let fault = CurlFault(CURLcode(rawValue: row.code), text: row.text, summary: summary, phase: row.phase)
      #expect(fault.error == row.error)
    }
  }
#endif
