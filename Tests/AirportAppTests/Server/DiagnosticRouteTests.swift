import AirportApp
import Foundation
import TestSupport
import Testing

@Suite("The diagnostic routes", .timeLimit(.minutes(2)))
struct DiagnosticRouteTests {
  private struct Echo: Decodable {
    var method: String
    var target: String
    var path: String
    var query: String?
    var headers: [[String]]
    var body: Data
    var text: String?
  }

  private let server: LoopbackServer
  private let client: RawClient

  init() throws {
    server = try .started()
    client = try RawClient(port: server.port)
  }

  @Test("echo what the server saw, untouched")
  func echo() throws {
    try client.send(
      "PURGE /echo/a%2Fb/인?q=%20&q=1 HTTP/1.1\r\nHost: a\r\nx-b: 1\r\nX-A:  two \r\nContent-Length: 2\r\n\r\n\u{E9}")
    let echo = try JSONDecoder().decode(Echo.self, from: try client.readResponse().body)
    #expect(echo.method == "PURGE")
    #expect(echo.target == "/echo/a%2Fb/인?q=%20&q=1")
    #expect(echo.path == "/echo/a%2Fb/인")
    #expect(echo.query == "q=%20&q=1")
    #expect(echo.headers == [["Host", "a"], ["x-b", "1"], ["X-A", "two"], ["Content-Length", "2"]])
    #expect(echo.body == Data("é".utf8))
    #expect(echo.text == "é")
  }

  @Test("echo bodies that are no text")
  func echoBinary() throws {
    try client.send(Data("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\n".utf8) + Data([0xFF, 0x00]))
    let echo = try JSONDecoder().decode(Echo.self, from: try client.readResponse().body)
    #expect(echo.body == Data([0xFF, 0x00]))
    #expect(echo.text == nil)
    #expect(echo.query == nil)
  }

  @Test("give any final status with any body", arguments: [200, 201, 204, 205, 304, 400, 401, 418, 500, 599])
  func status(code: Int) throws {
    try client.get("/status/\(code)?body=hello%20there&type=text/x-note")
    let response = try client.readResponse()
    #expect(response.status == code)
    let isBare = code == 204 || code == 304
    #expect(response.text == (isBare ? "" : "hello there"))
    #expect(response.header("Content-Type") == "text/x-note")
    try client.get("/echo")
    #expect(try client.readResponse().status == 200)
  }

  @Test("refuse statuses that cannot end an exchange", arguments: ["100", "199", "600", "x", "-1"])
  func badStatus(code: String) throws {
    try client.get("/status/\(code)")
    #expect(try client.readResponse().status == 400)
  }

  @Test("give so many bytes, plain, chunked or in gzip", arguments: [0, 1, 255, 65_535, 65_536, 200_000])
  func bytes(count: Int) throws {
    let expected = Data((0..<count).map { UInt8(truncatingIfNeeded: $0) })
    try client.get("/bytes/\(count)")
    #expect(try client.readResponse().body == expected)
    try client.get("/bytes/\(count)?chunked=10000")
    #expect(try client.readResponse().body == expected)
    try client.get("/bytes/\(count)?gzip=1")
    #expect(try client.readResponse().header("Content-Encoding") == "gzip")
  }

  @Test("redirect where they are told to", arguments: [301, 302, 303, 307, 308])
  func redirect(status: Int) throws {
    try client.get("/redirect?to=http://example.com/%3Fa&status=\(status)")
    let response = try client.readResponse()
    #expect(response.status == status)
    #expect(response.header("Location") == "http://example.com/?a")
    try client.get("/redirect?to=a%0D%0AX:y")
    #expect(try client.readResponse().status == 400)
  }
}
