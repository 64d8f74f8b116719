#if os(Linux)
  import AirportNet
  import Foundation
  import Testing

  /// URLSession on Linux can be told of no authority, so that of the tests is unknown, whatever else is wrong.
  @Suite("TLS of URLSession, before nginx", .judged(by: .nginx), .serialized)
  struct URLSessionTLSTests {
    @Test(
      "a server of an unknown authority is not trusted, and has not seen the request",
      arguments: ["TLS", "TLS12", "TLS13", "TLS_EXPIRED", "TLS_ELSEWHERE", "TLS_STRANGER", "TLS_CLIENT"])
    func unknownAuthority(_ server: String) throws {
      let error = URLSessionTransport().outcome(URLRequest(try Judge.url(server, "/small.txt"))).error
      #expect(error == .transport(.tls(.unknownAuthority), phase: .securing, mayHaveReachedServer: false))
    }
  }
#endif
