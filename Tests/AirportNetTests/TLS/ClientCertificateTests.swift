#if os(Linux)
  import AirportNet
  import Foundation
  import Testing

  /// Two servers that ask who the client is: nginx, which answers strangers with a page, and OpenSSL's, which refuses them
  /// by a TLS alert.
  @Suite("Client certificates", .judged(by: .nginx), .serialized)
  struct ClientCertificateTests {
    private func outcome(
      _ server: String, _ name: String?, key: String? = nil, password: String? = nil
    ) throws -> Result<HTTPResponse, NetworkError> {
      let configuration = try TLSTests.trusting {
        guard let name else { return }
        $0.clientCertificate = CurlConfiguration.ClientCertificate(
          certificate: try Judge.file("tls/\(name).pem"), privateKey: try Judge.file("tls/\(key ?? name).key"),
          password: password)
      }
      return try TLSTests.outcome(server, configuration)
    }

    @Test("the right certificate is accepted, with an encrypted key too")
    func right() throws {
      for answer in [
        try outcome("TLS_CLIENT", "client"),
        try outcome("TLS_CLIENT", "client", key: "locked", password: "open sesame"),
      ] {
        #expect(answer.value?.statusCode == 200)
        #expect(answer.value?.headers["X-Client"] == "SUCCESS")
      }
      #expect(try outcome("TLS_STRICT", "client").value?.statusCode == 200)
    }

    @Test("nginx's page for no certificate and for one of another authority is an answer")
    func refusedByPage() throws {
      let none = try outcome("TLS_CLIENT", nil).get()
      #expect(none.statusCode == 400)
      #expect(none.headers["X-Client"] == "NONE")
      let wrong = try outcome("TLS_CLIENT", "intruder").get()
      #expect(wrong.statusCode == 400)
      #expect(wrong.headers["X-Client"]?.hasPrefix("FAILED") == true)
    }

    @Test("a TLS alert for no certificate and for one of another authority is the client certificate's fault")
    func refusedByAlert() throws {
      // TLS 1.3 tells a client only after it has sent its request, which the server then has not read.
      let none = try outcome("TLS_STRICT", nil).error
      #expect(none == .transport(.tls(.clientCertificate), phase: .securing, mayHaveReachedServer: false))
      let wrong = try outcome("TLS_STRICT", "intruder").error
      guard case .transport(.tls(.clientCertificate), phase: .securing, _)? = wrong else {
        Issue.record("\(String(describing: wrong))")
        return
      }
    }

    @Test("a key that cannot be opened and files that are not there send nothing")
    func unusable() throws {
      let fault = NetworkError.transport(.tls(.clientCertificate), phase: .securing, mayHaveReachedServer: false)
      #expect(try outcome("TLS_CLIENT", "client", key: "locked", password: "wrong").error == fault)
      #expect(try outcome("TLS_CLIENT", "client", key: "intruder").error == fault)
      #expect(try outcome("TLS_CLIENT", "none").error == fault)
    }
  }
#endif
