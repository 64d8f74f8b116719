import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("URLSessionTransport", .serialized)
struct URLSessionTransportTests {
  struct Situation: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var script: [RawServer.Step]
    var method = "GET"
    var status: Int?
    var body = ""
    var error: NetworkError?

    init(
      _ name: String, _ script: [RawServer.Step], method: String = "GET", status: Int? = 200, body: String = "",
      error: NetworkError? = nil
    ) {
      (testDescription, self.script, self.method) = (name, script, method)
      (self.status, self.body, self.error) = (status, body, error)
    }
  }

  static let lost = NetworkError.transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true)
  static let lostBefore = NetworkError.transport(.connectionLost, phase: .waiting, mayHaveReachedServer: true)

  static let situations: [Situation] = [
    Situation(
      "a body with its length", [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")],
      body: "hello"),
    Situation(
      "a body in chunks",
      [
        .readRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nhel\r\n2\r\nlo\r\n0\r\n\r\n"),
      ], body: "hello"),
    Situation(
      "a body until the close", [.readRequest, .send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\nhello"), .close],
      body: "hello"),
    Situation("an empty 200", [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")]),
    Situation("204", [.readRequest, .send("HTTP/1.1 204 No Content\r\n\r\n")], status: 204),
    Situation(
      "304 with a Content-Length", [.readRequest, .send("HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n")],
      status: 304),
    Situation(
      "HEAD with a Content-Length", [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")],
      method: "HEAD"),
    Situation(
      "404 with a body", [.readRequest, .send("HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\ngone")],
      status: 404, body: "gone"),
    Situation(
      "500 with a body", [.readRequest, .send("HTTP/1.1 500 Oops\r\nContent-Length: 4\r\n\r\noops")],
      status: 500, body: "oops"),
    Situation(
      "401 with a Basic challenge",
      [
        .readRequest,
        .send("HTTP/1.1 401 No\r\nWWW-Authenticate: Basic realm=\"x\"\r\nContent-Length: 4\r\n\r\nnope"),
      ], status: 401, body: "nope"),
    Situation(
      "401 with a Digest challenge",
      [
        .readRequest,
        .send(
          "HTTP/1.1 401 No\r\nWWW-Authenticate: Digest realm=\"x\", nonce=\"y\"\r\nContent-Length: 4\r\n\r\nnope"),
      ], status: 401, body: "nope"),
    Situation(
      "401 with a Bearer challenge",
      [.readRequest, .send("HTTP/1.1 401 No\r\nWWW-Authenticate: Bearer\r\nContent-Length: 4\r\n\r\nnope")],
      status: 401, body: "nope"),
    Situation(
      "interim answers before the answer",
      [
        .readRequest,
        .send(
          "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 102 Processing\r\n\r\n"
            + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
      ], body: "ok"),
    Situation(
      "a redirect is an answer",
      [.readRequest, .send("HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 5\r\n\r\nmoved")], status: 302,
      body: "moved"),
    Situation(
      "a redirect without Location is an answer",
      [.readRequest, .send("HTTP/1.1 302 Found\r\nContent-Length: 0\r\n\r\n")], status: 302),
    Situation(
      "a body cut by a close", [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"), .close],
      body: "hello", error: lost),
    Situation(
      "a body cut by a reset", [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhello"), .reset],
      body: "hello", error: lost),
    Situation(
      "chunks without the last",
      [.readRequest, .send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n"), .close],
      body: "hello", error: lost),
    Situation("a close before the head", [.readRequest, .close], status: nil, error: lostBefore),
    Situation("a reset before the head", [.readRequest, .reset], status: nil, error: lostBefore),
    Situation(
      "another protocol", [.readRequest, .send("SSH-2.0-thing\r\n"), .close], status: nil,
      error: .transport(.badServerResponse, phase: .waiting, mayHaveReachedServer: true)),
  ]

  @Test("ends once with what the server sent", arguments: situations)
  func conforms(_ situation: Situation) throws {
    let server = try RawServer(situation.script)
    let transport = URLSessionTransport()
    let recorder = EventRecorder()
    let exchange = recorder.record(transport, URLRequest(server.baseURL, situation.method))
    #expect(recorder.waitForEnd())
    #expect(recorder.ends == [situation.error])
    #expect(recorder.heads.map(\.statusCode) == (situation.status.map { [$0] } ?? []))
    if situation.error == nil || !recorder.body.isEmpty {
      #expect(String(decoding: recorder.body, as: UTF8.self) == situation.body)
    }
    #expect(recorder.overlapCount == 0)
    exchange.dispose()
  }

  @Test("silence ends at the idle limit, to the millisecond", arguments: [0.2, 0.7])
  func idle(_ limit: Double) throws {
    let server = try RawServer([.readRequest, .readToEnd])
    let recorder = EventRecorder()
    let exchange = recorder.record(URLSessionTransport(), URLRequest(server.baseURL, timeout: limit))
    #expect(recorder.waitForEnd())
    #expect(recorder.ends == [.timedOut(.idle, mayHaveReachedServer: true)])
    #expect(recorder.elapsed >= .seconds(limit))
    #expect(recorder.elapsed < .seconds(limit + 15))
    #expect(server.waitForEnds(1), "the server sees the connection close")
    exchange.dispose()
  }

  @Test("a slow body that moves stays within the idle limit")
  func trickle() throws {
    var script: [RawServer.Step] = [.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n")]
    for _ in 0..<10 { script += [.wait(milliseconds: 250), .send("x")] }
    let server = try RawServer(script)
    let recorder = EventRecorder()
    let exchange = recorder.record(URLSessionTransport(), URLRequest(server.baseURL, timeout: 2))
    #expect(recorder.waitForEnd())
    #expect(recorder.ends == [nil])
    #expect(recorder.elapsed > .seconds(2))
    #expect(recorder.body.count == 10)
    exchange.dispose()
  }

  @Test("a refused connection says that nothing has reached the server")
  func refused() throws {
    let server = try RawServer([.close])
    let url = server.baseURL
    server.stop()
    let recorder = EventRecorder()
    let exchange = recorder.record(URLSessionTransport(), URLRequest(url))
    #expect(recorder.waitForEnd())
    #expect(recorder.ends == [.transport(.refused, phase: .connecting, mayHaveReachedServer: false)])
    exchange.dispose()
  }

  @Test("an unknown host is a dns failure")
  func dns() throws {
    let recorder = EventRecorder()
    let url = try #require(URL(string: "http://nowhere.invalid/"))
    let exchange = recorder.record(URLSessionTransport(), URLRequest(url))
    #expect(recorder.waitForEnd())
    #expect(recorder.ends == [.transport(.dns, phase: .resolving, mayHaveReachedServer: false)])
    exchange.dispose()
  }

  @Test("a request that may not be sent is refused before a connection is made")
  func invalid() throws {
    let server = try RawServer([.readRequest])
    let recorder = EventRecorder()
    let exchange = recorder.record(URLSessionTransport(), URLRequest(server.baseURL, body: "a body on GET"))
    #expect(recorder.ends == [.invalidRequest(.bodyNotAllowed(.get))])
    #expect(server.connectionCount == 0)
    exchange.dispose()
  }

  @Test("method, fields and body arrive as they are")
  func sends() throws {
    let server = try RawServer([.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
    let recorder = EventRecorder()
    let request = URLRequest(server.baseURL, "PUT", headers: ["X-Note": "a b"], body: "the body")
    let exchange = recorder.record(URLSessionTransport(), request)
    #expect(recorder.waitForEnd())
    let text = String(decoding: server.received[0], as: UTF8.self)
    #expect(text.hasPrefix("PUT / HTTP/1.1\r\n"))
    #expect(text.contains("X-Note: a b\r\n"))
    #expect(text.contains("Content-Length: 8\r\n"))
    #expect(text.hasSuffix("\r\n\r\nthe body"))
    exchange.dispose()
  }

  @Test("a body from a stream arrives whole")
  func streams() throws {
    let server = try RawServer([.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")])
    let recorder = EventRecorder()
    var request = URLRequest(server.baseURL, "POST", headers: ["Content-Length": "8"])
    request.httpBodyStream = InputStream(data: Data("streamed".utf8))
    let exchange = recorder.record(URLSessionTransport(), request)
    #expect(recorder.waitForEnd())
    #expect(recorder.ends == [nil])
    #expect(String(decoding: server.received[0], as: UTF8.self).contains("streamed"))
    exchange.dispose()
  }

  @Test("no cookie is kept")
  func cookies() throws {
    let answer = RawServer.Step.send("HTTP/1.1 200 OK\r\nSet-Cookie: a=1\r\nContent-Length: 0\r\n\r\n")
    let server = try RawServer([.readRequest, answer, .again])
    let transport = URLSessionTransport()
    for _ in 0..<2 {
      let recorder = EventRecorder()
      let exchange = recorder.record(transport, URLRequest(server.baseURL))
      #expect(recorder.waitForEnd())
      #expect(recorder.heads.first?.headers["Set-Cookie"] == "a=1")
      exchange.dispose()
    }
    let text = server.received.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(text.contains("GET /"))
    #expect(!text.contains("Cookie"))
  }

  @Test("dispose closes the connection and silences the exchange", arguments: ["", "HTTP/1.1 200 OK\r\n\r\nhel"])
  func dispose(_ sent: String) throws {
    let server = try RawServer([.readRequest, .send(sent), .readToEnd])
    let recorder = EventRecorder()
    let exchange = recorder.record(URLSessionTransport(), URLRequest(server.baseURL))
    #expect(server.wait { $0.first?.isEmpty == false })
    if !sent.isEmpty { #expect(recorder.wait { $0.count >= 2 }) }
    exchange.dispose()
    let count = recorder.events.count
    #expect(server.waitForEnds(1), "the server sees the connection close")
    #expect(recorder.events.count == count)
    #expect(recorder.ends.isEmpty)
    exchange.dispose()
  }

  @Test("a transport that is released in flight still answers")
  func released() throws {
    let gate = Gate()
    let server = try RawServer([
      .readRequest, .waitFor(gate), .send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"),
    ])
    let recorder = EventRecorder()
    let exchange = recorder.record(URLSessionTransport(), URLRequest(server.baseURL))
    #expect(server.wait { $0.first?.isEmpty == false })
    gate.open()
    #expect(recorder.waitForEnd())
    #expect(recorder.ends == [nil])
    exchange.dispose()
  }

  @Test("a storm of cancellations at any moment ends without a crash, and the transport still works")
  func storm() throws {
    try withWatchdog(seconds: 60, "cancel storm") {
      let answer = RawServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")
      let server = try RawServer([.readRequest, answer, .again])
      let transport = URLSessionTransport()
      let recorders = (0..<400).map { _ in EventRecorder() }
      DispatchQueue.concurrentPerform(iterations: 400) { index in
        let exchange = recorders[index].record(transport, URLRequest(server.baseURL, timeout: 30))
        if index % 4 == 1 { usleep(UInt32.random(in: 0..<3000)) }
        if index % 4 != 0 { exchange.dispose() }
      }
      for index in stride(from: 0, to: 400, by: 4) {
        #expect(recorders[index].waitForEnd(seconds: 30))
        #expect(recorders[index].ends == [nil])
      }
      #expect(recorders.allSatisfy { $0.ends.count <= 1 && $0.overlapCount == 0 })
    }
  }
}
