import AirportApp
import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("URLSessionTransport's life and known differences", .serialized)
struct URLSessionLifeTests {
  private func answer(
    _ script: [RawServer.Step], _ transport: URLSessionTransport = URLSessionTransport()
  ) throws -> EventRecorder {
    let server = try RawServer(script)
    let recorder = EventRecorder()
    let exchange = recorder.record(transport, URLRequest(server.baseURL))
    #expect(recorder.waitForEnd())
    exchange.dispose()
    return recorder
  }

  @Test("a connection is kept while the transport lives, and goes with it")
  func connections() throws {
    let server = LoopbackServer()
    try server.start()
    var transport: URLSessionTransport? = URLSessionTransport()
    for _ in 0..<3 {
      let recorder = EventRecorder()
      let exchange = recorder.record(try #require(transport), URLRequest(server.baseURL.appending(path: "bytes/10")))
      #expect(recorder.waitForEnd())
      exchange.dispose()
    }
    #expect(server.connectionCount == 1)
    #expect(server.openConnectionCount == 1)
    transport = nil
    #expect(server.waitForOpenConnections(atMost: 0))
    server.stop()
  }

  @Test("sessions, requests and transports are released when their work is done or given up", arguments: [true, false])
  func released(_ answers: Bool) throws {
    let server = try RawServer([
      .readRequest, answers ? .send("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\n1") : .readToEnd,
    ])
    let log = Awaited<Result<Data, NetworkError>>()
    weak var transport: URLSessionTransport?
    weak var session: Session?
    weak var request: DataRequest?
    do {
      let made = URLSessionTransport()
      let one = Session(transport: made)
      let asked = one.request(server.baseURL)
      (transport, session, request) = (made, one, asked)
      asked.responseData(queue: .global()) { log.take($0.result) }
      let subscription = log.record(asked.singleData())
      #expect(server.wait { $0.count == 2 && $0.allSatisfy { !$0.isEmpty } })
      if !answers {
        asked.cancel()
        subscription.dispose()
      }
      #expect(log.wait(answers ? 2 : 1))
    }
    let limit = ContinuousClock.now + .seconds(30)
    while (transport != nil || request != nil) && ContinuousClock.now < limit { usleep(1000) }
    #expect(transport == nil && session == nil && request == nil)
  }

  @Test("cookies are kept and sent when asked for")
  func cookies() throws {
    let transport = URLSessionTransport(storesCookies: true)
    let script: [RawServer.Step] = [
      .readRequest, .send("HTTP/1.1 200 OK\r\nSet-Cookie: stamp=7; Path=/\r\nContent-Length: 0\r\n\r\n"), .again,
    ]
    let server = try RawServer(script)
    for _ in 0..<2 {
      let recorder = EventRecorder()
      let exchange = recorder.record(transport, URLRequest(server.baseURL))
      #expect(recorder.waitForEnd())
      exchange.dispose()
    }
    let text = server.received.map { String(decoding: $0, as: UTF8.self) }.joined()
    #expect(text.components(separatedBy: "stamp=7").count == 2)
    for cookie in HTTPCookieStorage.shared.cookies ?? [] where cookie.name == "stamp" {
      HTTPCookieStorage.shared.deleteCookie(cookie)
    }
  }

  @Test("a body that is coded is handed on decoded")
  func gzip() throws {
    let server = LoopbackServer()
    try server.start()
    let recorder = EventRecorder()
    let url = server.baseURL.appending(path: "bytes/3000").appending(queryItems: [
      URLQueryItem(name: "gzip", value: "1")
    ])
    let exchange = recorder.record(URLSessionTransport(), URLRequest(url))
    #expect(recorder.waitForEnd())
    #expect(recorder.ends == [nil])
    #expect(recorder.heads.first?.headers["Content-Encoding"] == "gzip")
    #expect(recorder.body.count == 3000)
    exchange.dispose()
    server.stop()
  }

  #if !canImport(Darwin)
    @Test(
      "on Linux an untidy head is a damaged answer, though other clients read it",
      arguments: [
        "HTTP/1.1 200\r\nContent-Length: 2\r\n\r\nok", "HTTP/1.1 200 OK\r\ncontent-length:2\r\n\r\nok",
      ])
    func untidy(_ head: String) throws {
      let recorder = try answer([.readRequest, .send(head)])
      #expect(recorder.ends == [.transport(.badServerResponse, phase: .waiting, mayHaveReachedServer: true)])
    }

    @Test("on Linux a gzip body that is cut inside a whole frame passes, short")
    func cutGzip() throws {
      let server = LoopbackServer()
      try server.start()
      let recorder = EventRecorder()
      let url = server.baseURL.appending(path: "bytes/3000").appending(
        queryItems: [URLQueryItem(name: "fault", value: "gzip-cut")])
      let exchange = recorder.record(URLSessionTransport(), URLRequest(url))
      #expect(recorder.waitForEnd())
      #expect(recorder.ends == [nil])
      #expect(recorder.body.count < 3000)
      exchange.dispose()
      server.stop()
    }

    @Test("on Linux the body of a redirect without Location is lost")
    func redirectBody() throws {
      let recorder = try answer([.readRequest, .send("HTTP/1.1 302 Found\r\nContent-Length: 5\r\n\r\nmoved")])
      #expect(recorder.heads.map(\.statusCode) == [302])
      #expect(recorder.ends == [nil])
      #expect(recorder.body.isEmpty)
    }

    @Test("on Linux an IPv6 literal is refused as an address")
    func ipv6() throws {
      let recorder = EventRecorder()
      let url = try #require(URL(string: "http://[::1]:1/"))
      let exchange = recorder.record(URLSessionTransport(), URLRequest(url))
      #expect(recorder.waitForEnd())
      guard case .invalidRequest(.url)?? = recorder.ends.first else { return #expect(Bool(false), "\(recorder.ends)") }
      exchange.dispose()
    }
  #endif
}
