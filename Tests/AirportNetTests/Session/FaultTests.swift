import AirportApp
import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

/// Every fault that a server or the network can show, through the whole library and over a socket.
@Suite("Faults over a socket", .serialized)
struct FaultTests {
  struct Row: Decodable, Sendable, Equatable {
    var code: String
    var size: Int
  }

  struct Situation: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: [RawServer.Step]
    var isExpected: @Sendable (NetworkError) -> Bool
    /// The idle limit in seconds.
    var limit: TimeInterval { testDescription.hasPrefix("silence") ? 0.5 : 10 }

    init(_ name: String, _ script: [RawServer.Step], _ isExpected: @escaping @Sendable (NetworkError) -> Bool) {
      (testDescription, self.script, self.isExpected) = (name, script, isExpected)
    }
  }

  private static func answer(_ status: String, _ body: String) -> [RawServer.Step] {
    [
      .readRequest,
      .send(
        "HTTP/1.1 \(status)\r\nContent-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)"),
    ]
  }

  private static func undecodable(
    _ error: NetworkError, at path: String, saying word: String, body: String
  ) -> Bool {
    guard case .undecodable(let failure) = error else { return false }
    return failure.codingPath == path && failure.reason.contains(word) && failure.body == Data(body.utf8)
      && (path.isEmpty || error.errorDescription?.contains(path) == true)
  }

  static let situations: [Situation] = [
    Situation("404 with a body", answer("404 Not Found", #"{"message":"gone"}"#)) {
      $0.statusCode == 404 && $0.body == Data(#"{"message":"gone"}"#.utf8)
    },
    Situation("500 with a body", answer("500 Oops", "<html>oops</html>")) {
      $0.statusCode == 500 && $0.body == Data("<html>oops</html>".utf8) && $0.isRetryable
    },
    Situation("empty 200", answer("200 OK", "")) { undecodable($0, at: "", saying: "empty", body: "") },
    Situation("204", [.readRequest, .send("HTTP/1.1 204 No Content\r\n\r\n")]) {
      undecodable($0, at: "", saying: "empty", body: "")
    },
    Situation("not JSON", answer("200 OK", "<html>")) { undecodable($0, at: "", saying: "JSON", body: "<html>") },
    Situation("a missing key", answer("200 OK", #"[{"code":"A","size":1},{"code":"B"}]"#)) {
      undecodable($0, at: "[1].size", saying: "missing", body: #"[{"code":"A","size":1},{"code":"B"}]"#)
    },
    Situation("a value of another type", answer("200 OK", #"[{"code":"A","size":"big"}]"#)) {
      undecodable($0, at: "[0].size", saying: "Int", body: #"[{"code":"A","size":"big"}]"#)
    },
    Situation(
      "a truncated body", [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{\"code\""), .close]
    ) { $0 == .transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true) },
    Situation("a reset", [.readRequest, .reset]) {
      $0 == .transport(.connectionLost, phase: .waiting, mayHaveReachedServer: true)
    },
    Situation(
      "a reset within the body", [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n[{"), .reset]
    ) { $0 == .transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true) },
    Situation("silence", [.readRequest, .readToEnd]) { $0 == .timedOut(.idle, mayHaveReachedServer: true) },
    Situation(
      "silence after the head", [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n["), .readToEnd]
    ) { $0 == .timedOut(.idle, mayHaveReachedServer: true) },
  ]

  private func request(_ url: URL, timeout: TimeInterval = 5) -> DataRequest {
    Session(transport: URLSessionTransport()).request(URLRequest(url, timeout: timeout)).validate()
  }

  @Test("a single ends exactly once with its error, within its limit", arguments: situations)
  func single(_ situation: Situation) throws {
    let server = try RawServer(situation.script)
    let log = Awaited<Result<[Row], NetworkError>>()
    let subscription = log.record(request(server.baseURL, timeout: situation.limit).single(of: [Row].self))
    #expect(log.wait())
    #expect(log.elapsed < .seconds(15))
    server.stop()
    #expect(log.values.count == 1)
    let error = try #require(log.values.first?.error)
    #expect(situation.isExpected(error), "\(error)")
    subscription.dispose()
  }

  @Test("a handler is called exactly once with its error, within its limit", arguments: situations)
  func handler(_ situation: Situation) throws {
    let server = try RawServer(situation.script)
    let log = Awaited<Result<[Row], NetworkError>>()
    request(server.baseURL, timeout: situation.limit).responseDecodable(of: [Row].self) { log.take($0.result) }
    #expect(log.wait())
    #expect(log.elapsed < .seconds(15))
    server.stop()
    #expect(log.values.count == 1)
    let error = try #require(log.values.first?.error)
    #expect(situation.isExpected(error), "\(error)")
  }

  @Test("a refused connection ends at once and may be retried")
  func refused() throws {
    let server = try RawServer([.close])
    let url = server.baseURL
    server.stop()
    let log = Awaited<Result<[Row], NetworkError>>()
    let subscription = log.record(request(url).single(of: [Row].self))
    #expect(log.wait())
    #expect(log.values.map(\.error) == [.transport(.refused, phase: .connecting, mayHaveReachedServer: false)])
    subscription.dispose()
  }

  @Test("dispose closes the socket, and nothing is delivered afterwards")
  func dispose() throws {
    let server = try RawServer([.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n["), .readToEnd])
    let log = Awaited<Result<[Row], NetworkError>>()
    let request = Session(transport: URLSessionTransport()).request(URLRequest(server.baseURL, timeout: 30))
    let subscription = log.record(request.single(of: [Row].self))
    #expect(server.wait { $0.first?.isEmpty == false })
    subscription.dispose()
    #expect(server.waitForEnds(1), "the server sees the connection close")
    #expect(log.values.isEmpty)
  }

  @Test("cancel closes the socket, and handlers get cancelled")
  func cancel() throws {
    let server = try RawServer([.readRequest, .readToEnd])
    let log = Awaited<Result<[Row], NetworkError>>()
    let request = Session(transport: URLSessionTransport()).request(URLRequest(server.baseURL, timeout: 30))
    request.responseDecodable(of: [Row].self) { log.take($0.result) }
    #expect(server.wait { $0.first?.isEmpty == false })
    request.cancel()
    #expect(server.waitForEnds(1), "the server sees the connection close")
    #expect(log.wait())
    #expect(log.values.map(\.error) == [.cancelled])
  }

  @Test("a session, a request, a service and a provider that are released in flight still answer")
  func released() throws {
    let gate = Gate()
    let text = #"[{"code":"A","lat":1,"lon":2,"size":1}]"#
    let body = "HTTP/1.1 200 OK\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
    let server = try RawServer([.readRequest, .waitFor(gate), .send(body)])
    let url = server.baseURL
    let rows = Awaited<Result<[Row], NetworkError>>()
    let codes = Awaited<Result<[String], NetworkError>>()
    Session().request(url).responseDecodable(of: [Row].self) { rows.take($0.result) }
    NetworkProvider<[Row]>(session: Session()).request(endpoint: RawEndpoint(baseUrl: url.absoluteString)) {
      rows.take($0)
    }
    let subscription = codes.record(
      AirportService(
        service: AirportHttpService(sessionManager: Session()), baseUrlString: url.absoluteString
      ).fetchAirports().map { $0.airports.map(\.code) })
    #expect(server.wait { $0.count == 3 && $0.allSatisfy { !$0.isEmpty } })
    gate.open()
    #expect(rows.wait(2) && codes.wait())
    #expect(rows.values.map(\.value) == [[Row(code: "A", size: 1)], [Row(code: "A", size: 1)]])
    #expect(codes.values.map(\.value) == [["A"]])
    subscription.dispose()
  }

  @Test("a storm of subscriptions that are disposed at any moment leaves no connection open")
  func storm() throws {
    try withWatchdog(seconds: 60, "storm of disposals") {
      let server = LoopbackServer()
      try server.start()
      let session = Session(transport: URLSessionTransport())
      let log = Awaited<Result<Data, NetworkError>>()
      DispatchQueue.concurrentPerform(iterations: 300) { index in
        let subscription = log.record(session.request("\(server.baseURL)/bytes/5000?latency=1").singleData())
        if index % 3 == 1 { usleep(UInt32.random(in: 0..<4000)) }
        if index % 3 != 0 { subscription.dispose() }
      }
      #expect(log.wait(100, seconds: 40))
      #expect(log.values.allSatisfy { $0.value?.count == 5000 })
      #expect(server.waitForOpenConnections(atMost: 6))
      server.stop()
    }
  }
}

private struct RawEndpoint: RequestConvertible {
  var baseUrl: String
  var method: HTTPMethod { .get }
  var paths: [String] { [] }
  var parameters: [String: Any]? { nil }
  var body: [String: Any]? { nil }
  var headers: [String: String]? { nil }
}
