#if os(Linux)
  import AirportNet
  import Foundation
  import MiniRx
  import TestSupport
  import Testing

  @Suite("HTTP/2, before nginx", .judged(by: .nginx), .serialized)
  struct HTTP2Tests {
    private func together(
      _ count: Int, _ transport: any Transport, _ request: (Int) throws -> URLRequest
    ) throws -> [HTTPResponse] {
      let log = Awaited<Result<HTTPResponse, NetworkError>>()
      let subscriptions = try (0..<count).map { log.record(transport.response(for: try request($0))) }
      #expect(log.wait(count, seconds: 30))
      subscriptions.forEach { $0.dispose() }
      return try log.values.map { try $0.get() }
    }

    @Test("many requests at once go over one connection")
    func multiplexed() throws {
      let transport = CurlTransport(try TLSTests.trusting())
      let url = try Judge.url("TLS", "/numbers.txt")
      let answers = try together(200, transport) { _ in URLRequest(url, timeout: 30) }
      #expect(answers.count == 200)
      #expect(answers.allSatisfy { $0.headers["X-Protocol"] == "HTTP/2.0 TLSv1.3" })
      #expect(Set(answers.compactMap { $0.headers["X-Connection"] }).count == 1)
      #expect(Set(answers.map(\.body)).count == 1)
      #expect(answers.first?.body.count == 108_894)
    }

    @Test("bodies that go out at once arrive each as it is")
    func uploads() throws {
      let transport = CurlTransport(try TLSTests.trusting())
      let url = try Judge.url("TLS", "/echo")
      let answers = try together(30, transport) { index in
        URLRequest(url, "PUT", timeout: 30, body: String(repeating: "x", count: 1000 + index))
      }
      let texts = Set(answers.map { String(decoding: $0.body, as: UTF8.self) })
      #expect(texts == Set((0..<30).map { "PUT \(1000 + $0)" }))
    }

    @Test("a request that is cancelled leaves the connection to the others")
    func cancelled() throws {
      let transport = CurlTransport(try TLSTests.trusting())
      let small = URLRequest(try Judge.url("TLS", "/small.txt"))
      let first = try transport.answer(small).headers["X-Connection"]
      let large = EventRecorder()
      let task = large.record(transport, URLRequest(try Judge.url("TLS", "/large.bin"), timeout: 30))
      #expect(large.wait { !$0.isEmpty })
      task.dispose()
      #expect(try transport.answer(small).headers["X-Connection"] == first)
      #expect(large.ends.isEmpty)
    }
  }
#endif
