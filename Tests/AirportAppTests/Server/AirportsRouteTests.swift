import AirportApp
import Foundation
import TestSupport
import Testing

@Suite("The airports route", .timeLimit(.minutes(2)))
struct AirportsRouteTests {
  private let server: LoopbackServer

  init() throws {
    server = LoopbackServer()
    try server.start()
  }

  @Test("serves the bundled document whole, with its length and type")
  func wholeDocument() throws {
    let client = try RawClient(port: server.port)
    try client.get("/airports.json")
    let response = try client.readResponse()
    #expect(response.statusLine == "HTTP/1.1 200 OK")
    #expect(response.header("Content-Type") == "application/json; charset=utf-8")
    #expect(response.body == (try AirportsDocument.data()))
    #expect(response.header("Content-Encoding") == nil)
  }

  @Test(
    "serves the compressed document to clients that accept gzip",
    arguments: ["gzip", "br, gzip;q=0.5", "*", "GZIP", "deflate, *;q=0.1"])
  func compressed(accept: String) throws {
    let client = try RawClient(port: server.port)
    try client.get("/airports.json", "Accept-Encoding: \(accept)")
    let response = try client.readResponse()
    #expect(response.header("Content-Encoding") == "gzip")
    #expect(response.header("Vary") == "Accept-Encoding")
    #expect(response.body == (try AirportsDocument.gzip()))
  }

  @Test(
    "serves the plain document to clients that refuse gzip", arguments: ["identity", "gzip;q=0", "br", "*;q=0", ""])
  func plain(accept: String) throws {
    let client = try RawClient(port: server.port)
    try client.get("/airports.json", "Accept-Encoding: \(accept)")
    let response = try client.readResponse()
    #expect(response.header("Content-Encoding") == nil)
    #expect(response.body.first == UInt8(ascii: "["))
  }

  @Test("answers HEAD with the head of GET and no body")
  func head() throws {
    let client = try RawClient(port: server.port)
    try client.send("HEAD /airports.json HTTP/1.1\r\nHost: loopback\r\n\r\n")
    let response = try client.readResponse(toHead: true)
    #expect(response.header("Content-Length") == String(try AirportsDocument.data().count))
    try client.get("/echo")
    #expect(try client.readResponse().status == 200)
  }

  @Test("answers 304 to the entity tag it gave, each form of the document with its own")
  func notModified() throws {
    let client = try RawClient(port: server.port)
    try client.get("/airports.json")
    let plain = try #require(try client.readResponse().header("ETag"))
    try client.get("/airports.json", "Accept-Encoding: gzip")
    let compressed = try #require(try client.readResponse().header("ETag"))
    #expect(plain != compressed)
    for list in [plain, "W/\(plain)", "\"other\", \(plain)", "*"] {
      try client.get("/airports.json", "If-None-Match: \(list)")
      let response = try client.readResponse()
      #expect(response.status == 304)
      #expect(response.header("ETag") == plain)
      #expect(response.header("Content-Length") == nil)
    }
    try client.get("/airports.json", "If-None-Match: \(compressed)")
    #expect(try client.readResponse().status == 200)
  }

  @Test("gives another entity tag to a replaced document")
  func replaced() throws {
    let client = try RawClient(port: server.port)
    server.replaceDocument(with: Data("[1]".utf8))
    try client.get("/airports.json")
    let first = try client.readResponse()
    server.replaceDocument(with: Data("[2]".utf8))
    try client.get("/airports.json", "If-None-Match: \(try #require(first.header("ETag")))")
    let second = try client.readResponse()
    #expect(first.text == "[1]")
    #expect(second.text == "[2]")
  }

  @Test(
    "serves one range with 206",
    arguments: [
      ("bytes=0-3", "0123", "bytes 0-3/10"), ("bytes=7-", "789", "bytes 7-9/10"), ("bytes=-2", "89", "bytes 8-9/10"),
      ("bytes=5-99", "56789", "bytes 5-9/10"), ("bytes=-99", "0123456789", "bytes 0-9/10"),
    ])
  func range(header: String, body: String, contentRange: String) throws {
    server.replaceDocument(with: Data("0123456789".utf8))
    let client = try RawClient(port: server.port)
    try client.get("/airports.json", "Range: \(header)")
    let response = try client.readResponse()
    #expect(response.status == 206)
    #expect(response.text == body)
    #expect(response.header("Content-Range") == contentRange)
  }

  @Test(
    "ignores a Range that it cannot read",
    arguments: ["bytes=3-1", "bytes=a-b", "lines=1-2", "bytes=0-1,4-5", "bytes=-"])
  func unreadableRange(header: String) throws {
    server.replaceDocument(with: Data("0123456789".utf8))
    let client = try RawClient(port: server.port)
    try client.get("/airports.json", "Range: \(header)")
    let response = try client.readResponse()
    #expect(response.status == 200)
    #expect(response.text == "0123456789")
  }

  @Test("answers 416 with the length to a range beyond the end", arguments: ["bytes=10-", "bytes=99-100", "bytes=-0"])
  func unsatisfiableRange(header: String) throws {
    server.replaceDocument(with: Data("0123456789".utf8))
    let client = try RawClient(port: server.port)
    try client.get("/airports.json", "Range: \(header)")
    let response = try client.readResponse()
    #expect(response.status == 416)
    #expect(response.header("Content-Range") == "bytes */10")
  }

  @Test("serves the range only while If-Range is the current tag")
  func ifRange() throws {
    server.replaceDocument(with: Data("0123456789".utf8))
    let client = try RawClient(port: server.port)
    try client.get("/airports.json")
    let tag = try #require(try client.readResponse().header("ETag"))
    try client.get("/airports.json", "Range: bytes=0-1", "If-Range: \(tag)")
    #expect(try client.readResponse().status == 206)
    try client.get("/airports.json", "Range: bytes=0-1", "If-Range: \"old\"")
    #expect(try client.readResponse().status == 200)
  }
}
