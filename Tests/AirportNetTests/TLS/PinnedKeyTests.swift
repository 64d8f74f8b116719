#if os(Linux)
  import AirportNet
  import Foundation
  import Testing

  @Suite("Pinned public keys", .judged(by: .nginx), .serialized)
  struct PinnedKeyTests {
    private func outcome(_ server: String, pins: [String], trusts: Bool = true) throws -> NetworkError? {
      var configuration = trusts ? try TLSTests.trusting() : CurlConfiguration()
      configuration.pinnedPublicKeys = try pins.map { try Judge.text("tls/\($0).pin") }
      return try TLSTests.outcome(server, configuration).error
    }

    @Test("the right key passes, also as one of several")
    func right() throws {
      #expect(try outcome("TLS", pins: ["server"]) == nil)
      #expect(try outcome("TLS", pins: ["stranger", "server"]) == nil)
    }

    @Test("a wrong key is refused before anything is sent")
    func wrong() throws {
      let mismatch = NetworkError.transport(.tls(.pinnedKeyMismatch), phase: .securing, mayHaveReachedServer: false)
      #expect(try outcome("TLS", pins: ["stranger"]) == mismatch)
      #expect(try outcome("TLS12", pins: ["stranger"]) == mismatch)
    }

    @Test("the right key makes no unknown authority good, and no expired certificate")
    func addition() throws {
      let unknown = NetworkError.transport(.tls(.unknownAuthority), phase: .securing, mayHaveReachedServer: false)
      #expect(try outcome("TLS_STRANGER", pins: ["stranger"]) == unknown)
      #expect(try outcome("TLS", pins: ["server"], trusts: false) == unknown)
    }
  }
#endif
