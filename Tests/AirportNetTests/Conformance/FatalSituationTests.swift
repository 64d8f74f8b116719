#if os(Linux) && compiler(>=6.2)
  import AirportNet
  import Foundation
  import MiniRx
  import TestSupport
  import Testing

  /// What no client of Foundation's URLSession on Linux survives; `CurlTransport` reads all of it, as the suites say.
  @Suite("Situations that end a process with Foundation's URLSession", .serialized)
  struct FatalSituationTests {
    @Test("trailers after the last chunk")
    func trailers() async {
      await #expect(processExitsWith: .failure) {
        try FatalSituationTests.receive(
          "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\nX-Sum: 7\r\n\r\n")
      }
    }

    @Test("a close within the head")
    func head() async {
      await #expect(processExitsWith: .failure) { try FatalSituationTests.receive("HTTP/1.1 200 OK\r\nA: b\r\n") }
    }

    static func receive(_ answer: String) throws {
      let server = try RawServer([.readRequest, .send(answer)])
      let recorder = EventRecorder()
      let exchange = recorder.record(URLSessionTransport(), URLRequest(server.baseURL))
      _ = recorder.waitForEnd()
      exchange.dispose()
    }
  }
#endif
