import AirportApp
import Foundation
import TestSupport
import Testing

@Suite("A connection of the loopback server", .timeLimit(.minutes(2)))
struct ServerConnectionTests {
  private let server: LoopbackServer
  private let client: RawClient

  init() throws {
    server = try .started()
    client = try RawClient(port: server.port)
  }

  @Test("stays open for the next request")
  func keepAlive() throws {
    for number in 1...5 {
      try client.get("/echo/\(number)")
      let response = try client.readResponse()
      #expect(response.status == 200)
      #expect(response.header("Connection") == nil)
    }
    #expect(server.connectionCount == 1)
    #expect(server.requests.map(\.path) == (1...5).map { "/echo/\($0)" })
    #expect(server.requests.allSatisfy { $0.connection == 1 })
  }

  @Test("answers pipelined requests in their order")
  func pipelining() throws {
    let requests = (1...20).map { "GET /echo/\($0) HTTP/1.1\r\nHost: loopback\r\n\r\n" }
    try client.send(requests.joined())
    for number in 1...20 {
      #expect(try client.readResponse().text.contains("\"path\":\"/echo/\(number)\""))
    }
  }

  @Test("answers pipelined requests with bodies, when a slow answer is first")
  func pipeliningBehindLatency() throws {
    try client.send(
      "POST /echo/1?latency=50 HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\n\r\noneGET /echo/2 HTTP/1.1\r\nHost: a\r\n\r\n"
    )
    #expect(try client.readResponse().text.contains("\"text\":\"one\""))
    #expect(try client.readResponse().text.contains("\"path\":\"/echo/2\""))
  }

  @Test("reads a request that comes byte by byte")
  func byteByByte() throws {
    for byte in "POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nhi".utf8 { try client.send(Data([byte])) }
    #expect(try client.readResponse().text.contains("\"text\":\"hi\""))
  }

  @Test("closes after an answer to Connection: close")
  func close() throws {
    try client.get("/echo", "Connection: close")
    #expect(try client.readResponse().header("Connection") == "close")
    #expect(try client.readToEnd().isEmpty)
    #expect(server.waitForOpenConnections(atMost: 0))
  }

  @Test("closes after an answer to HTTP/1.0, which never gets chunks")
  func version10() throws {
    try client.send("GET /airports.json?chunked=8 HTTP/1.0\r\n\r\n")
    let response = try client.readResponse()
    #expect(response.header("Transfer-Encoding") == nil)
    #expect(response.body == smallDocument)
    #expect(try client.readToEnd().isEmpty)
  }

  @Test("keeps an HTTP/1.0 connection that asks for it")
  func version10KeepAlive() throws {
    for _ in 1...2 {
      try client.send("GET /echo HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
      #expect(try client.readResponse().header("Connection") == "keep-alive")
    }
  }

  @Test("answers a client that has finished sending")
  func halfClosed() throws {
    try client.get("/echo")
    client.finishSending()
    #expect(try client.readResponse().status == 200)
    #expect(try client.readToEnd().isEmpty)
  }

  @Test("sends 100 Continue before it reads the body, when asked to")
  func expectContinue() throws {
    try client.send("PUT /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n")
    #expect(try client.readResponse().statusLine == "HTTP/1.1 100 Continue")
    try client.send("body")
    #expect(try client.readResponse().text.contains("\"text\":\"body\""))
  }

  @Test("does not send 100 Continue when the body is there already")
  func expectContinueTooLate() throws {
    try client.send("PUT /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\nbody")
    #expect(try client.readResponse().status == 200)
  }

  @Test("reads a chunked body with extensions and a trailer")
  func chunkedRequest() throws {
    try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
    try client.send("5\r\nhello\r\n6;name=value\r\n world\r\n0\r\nX-Sum: 1\r\n\r\n")
    #expect(try client.readResponse().text.contains("\"text\":\"hello world\""))
    #expect(server.requests.first?.body == Data("hello world".utf8))
  }

  @Test("answers in chunks of the size that is asked for")
  func chunkedAnswer() throws {
    try client.get("/airports.json?chunked=16")
    let response = try client.readResponse()
    #expect(response.header("Transfer-Encoding") == "chunked")
    #expect(response.header("Content-Length") == nil)
    #expect(response.chunks.dropLast().allSatisfy { $0.count == 16 })
    #expect(response.body == smallDocument)
    try client.get("/echo")
    #expect(try client.readResponse().status == 200)
  }

  @Test("adds the headers that are asked for, repeats apart")
  func addedHeaders() throws {
    try client.get("/echo?header=Set-Cookie:a%3D1&header=Set-Cookie:b%3D2&header=X-Note:%20spaced")
    let response = try client.readResponse()
    #expect(response.head.contains("\r\nSet-Cookie: a=1\r\nSet-Cookie: b=2\r\n"))
    #expect(response.header("X-Note") == "spaced")
  }

  @Test(
    "refuses options that it cannot read",
    arguments: [
      "fault=nonsense", "latency=-1", "latency=soon", "chunked=0", "header=novalue", "header=A:b%0D%0AC:d", "times=x",
    ])
  func badOptions(query: String) throws {
    try client.get("/echo?\(query)")
    #expect(try client.readResponse().status == 400)
  }

  @Test(
    "refuses what is no request with the reason, and closes",
    arguments: [
      ("GET / HTTP/1.1\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
      ("GET /\r\n\r\n", 400), ("GET / x HTTP/1.1\r\nHost: a\r\n\r\n", 400), ("G@T / HTTP/1.1\r\nHost: a\r\n\r\n", 400),
      ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505), ("GET / HTTP/1.1\r\nHost: a\r\nNo colon\r\n\r\n", 400),
      ("GET / HTTP/1.1\r\nHost: a\r\nSpace : b\r\n\r\n", 400), ("GET / HTTP/1.1\r\nHost: a\r\n folded\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999999999999\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 999999999\r\n\r\n", 413),
      ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip\r\n\r\n", 501),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n-5\r\n", 400),
      ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nabc\r\n", 400),
    ])
  func badRequests(bytes: String, status: Int) throws {
    try client.send(bytes)
    let response = try client.readResponse()
    #expect(response.status == status)
    #expect(response.text.contains("\"message\":"))
    #expect(try client.readToEnd().isEmpty)
    #expect(server.requests.isEmpty)
  }

  @Test("refuses a head without end")
  func endlessHead() throws {
    try client.send("GET / HTTP/1.1\r\nHost: a\r\nX: " + String(repeating: "x", count: 70_000))
    #expect(try client.readResponse().status == 431)
  }

  @Test("delivers the refusal of a large body even while the client still sends it")
  func refusalWhileSending() throws {
    try client.send("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 20000000\r\n\r\n")
    try client.send(Data(count: 300_000))
    #expect(try client.readResponse().status == 413)
    #expect(try client.readToEnd().isEmpty)
  }

  @Test("ends when it has been idle for longer than it may")
  func idle() throws {
    let server = try LoopbackServer.started { $0.keepAliveTimeout = .milliseconds(30) }
    let client = try RawClient(port: server.port)
    #expect(try client.readToEnd().isEmpty)
  }

  @Test("answers 408 when the rest of a request does not come")
  func halfRequest() throws {
    let server = try LoopbackServer.started { $0.keepAliveTimeout = .milliseconds(30) }
    let client = try RawClient(port: server.port)
    try client.send("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 9\r\n\r\nabc")
    #expect(try client.readResponse().status == 408)
    #expect(try client.readToEnd().isEmpty)
  }

  @Test("is refused with 503 when there are too many")
  func tooMany() throws {
    let server = try LoopbackServer.started { $0.maximumConnections = 2 }
    let clients = try (1...2).map { _ in try RawClient(port: server.port) }
    for client in clients {
      try client.get("/echo")
      #expect(try client.readResponse().status == 200)
    }
    let third = try RawClient(port: server.port)
    #expect(try third.readResponse().status == 503)
    clients[0].close()
    #expect(server.waitForOpenConnections(atMost: 1))
    let fourth = try RawClient(port: server.port)
    try fourth.get("/echo")
    #expect(try fourth.readResponse().status == 200)
  }

  @Test("notices during the latency that the client has gone")
  func clientGoneDuringLatency() throws {
    try client.get("/echo?latency=60000")
    #expect(server.waitForRequests(1))
    client.close()
    #expect(server.waitForOpenConnections(atMost: 0))
  }

  @Test("survives clients that reset in the middle of an answer")
  func clientResets() throws {
    for _ in 1...20 {
      let rude = try RawClient(port: server.port)
      try rude.get("/bytes/3000000")
      _ = try rude.read(count: 10)
      rude.reset()
    }
    #expect(server.waitForOpenConnections(atMost: 1))
    try client.get("/echo")
    #expect(try client.readResponse().status == 200)
  }
}
