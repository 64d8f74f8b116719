#if os(Linux)
  import AirportNet
  import Foundation
  import Testing

  /// What a transport makes of servers with certificates of an authority that was made for the test.
  @Suite("TLS, before nginx and OpenSSL", .judged(by: .nginx), .serialized)
  struct TLSTests {
    /// A configuration that trusts the authority of the tests.
    static func trusting(_ change: (inout CurlConfiguration) throws -> Void = { _ in }) throws -> CurlConfiguration {
      var configuration = CurlConfiguration()
      configuration.extraAuthorities = try Judge.file("tls/authority.pem")
      try change(&configuration)
      return configuration
    }

    static func outcome(
      _ server: String, _ configuration: CurlConfiguration
    ) throws -> Result<HTTPResponse, NetworkError> {
      CurlTransport(configuration).outcome(URLRequest(try Judge.url(server, "/small.txt")))
    }

    @Test("an extra authority is trusted, and says nothing against HTTP/2")
    func extraAuthority() throws {
      let answer = try Self.outcome("TLS", Self.trusting()).get()
      #expect(answer.statusCode == 200)
      #expect(answer.body == Data("a small file\n".utf8))
      #expect(answer.headers["X-Protocol"]?.hasPrefix("HTTP/2.0") == true)
      #expect((answer.metrics?.secureConnect ?? .zero) > .zero)
    }

    @Test("speaks TLS 1.2 and TLS 1.3", arguments: [("TLS12", "TLSv1.2"), ("TLS13", "TLSv1.3"), ("TLS", "TLSv1.3")])
    func versions(_ server: String, _ version: String) throws {
      let answer = try Self.outcome(server, Self.trusting()).get()
      #expect(answer.headers["X-Protocol"] == "HTTP/2.0 \(version)")
    }

    @Test(
      "each failure is a fault of its own, before the server can have seen the request",
      arguments: [
        ("TLS_EXPIRED", .expired), ("TLS_FUTURE", .expired), ("TLS_ELSEWHERE", .hostMismatch),
        ("TLS_STRANGER", .unknownAuthority), ("TLS_OLD", .handshake),
      ] as [(String, NetworkError.TLSFault)])
    func faults(_ server: String, _ fault: NetworkError.TLSFault) throws {
      let error = try Self.outcome(server, Self.trusting()).error
      #expect(error == .transport(.tls(fault), phase: .securing, mayHaveReachedServer: false))
    }

    @Test("without the file of the authority its servers are those of an unknown one")
    func unknownAuthority() throws {
      for server in ["TLS", "TLS12", "TLS_CLIENT"] {
        let error = try Self.outcome(server, CurlConfiguration()).error
        #expect(error == .transport(.tls(.unknownAuthority), phase: .securing, mayHaveReachedServer: false))
      }
    }

    @Test("https where the server speaks http is a failed handshake")
    func plainServer() throws {
      let port = try #require(Judge.url("NGINX", "/").port)
      let url = try #require(URL(string: "https://127.0.0.1:\(port)/"))
      let error = CurlTransport().outcome(URLRequest(url)).error
      #expect(error == .transport(.tls(.handshake), phase: .securing, mayHaveReachedServer: false))
    }

    @Test("http where the server speaks https is an answer, and no end of the process")
    func plainClient() throws {
      let port = try #require(Judge.url("TLS12", "/").port)
      let url = try #require(URL(string: "http://127.0.0.1:\(port)/"))
      let outcome = CurlTransport().outcome(URLRequest(url))
      // With HTTP/2 allowed nginx answers the plain request in HTTP/1.1, status 400.
      #expect(outcome.value?.statusCode == 400 || outcome.error?.mayHaveReachedServer == true)
    }

    @Test("a file of authorities that is not there is a fault of the caller, and trusts nobody")
    func missingFile() throws {
      let configuration = try Self.trusting { $0.extraAuthorities = try Judge.file("tls/none.pem") }
      guard case .invalidRequest(.other)? = try Self.outcome("TLS", configuration).error else {
        Issue.record("the request must fail")
        return
      }
    }
  }
#endif
