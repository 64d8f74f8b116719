import Foundation
import Testing

@testable import AirportApp

@Suite("The request parser")
struct RequestParserTests {
  private static let stream =
    "\r\nGET /a?x=1 HTTP/1.1\r\nHost: a\r\nX-Empty:\r\n\r\n"
    + "POST /b HTTP/1.1\r\nhost: a\r\nContent-Length: 4\r\nAccept: one\r\naccept: two\r\n\r\nbody"
    + "PUT /c HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: Chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nT: 1\r\n\r\n"
    + "HEAD http://host:80/d?y HTTP/1.0\r\n\r\n"

  @Test("reads the same requests however the stream is cut in two")
  func anyCut() throws {
    let bytes = Array(Self.stream.utf8)
    let whole = try requests(in: [bytes])
    #expect(whole.map(\.method) == ["GET", "POST", "PUT", "HEAD"])
    #expect(whole.map { String(decoding: $0.body, as: UTF8.self) } == ["", "body", "abc0123456789", ""])
    for cut in 0...bytes.count {
      #expect(try requests(in: [Array(bytes[..<cut]), Array(bytes[cut...])]) == whole)
    }
    #expect(try requests(in: bytes.map { [$0] }) == whole)
  }

  @Test("gives targets and headers as they were written, and finds headers without case")
  func parts() throws {
    let read = try requests(in: [Array(Self.stream.utf8)])
    #expect(read[0].target == "/a?x=1")
    #expect(read[0].path == "/a")
    #expect(read[0].query == "x=1")
    #expect(read[0].header("x-empty") == "")
    #expect(read[0].header("Missing") == nil)
    #expect(read[1].headers.map(\.name) == ["host", "Content-Length", "Accept", "accept"])
    #expect(read[1].header("ACCEPT") == "one, two")
    #expect(read[3].target == "http://host:80/d?y")
    #expect(read[3].path == "/d")
    #expect(read[3].query == "y")
  }

  @Test("decodes queries and keeps their order")
  func query() {
    let request = LoopbackServer.Request(
      method: "GET", target: "/p?b=%EC%9D%B8+%26&a=1=2&b&&%zz=1", headers: [], body: Data(), connection: 1,
      isVersion11: true)
    #expect(request.queryItems.map(\.name) == ["b", "a", "b", "%zz"])
    #expect(request.queryItems.map(\.value) == ["인 &", "1=2", "", "1"])
    #expect(request.queryValue("b") == "인 &")
    #expect(request.removingQuery(["b"]).target == "/p?a=1=2&%zz=1")
    #expect(request.removingQuery(["b", "a", "%zz"]).target == "/p")
  }

  @Test("asks for more as long as a request is not whole, and knows that it is inside one")
  func incomplete() throws {
    var parser = RequestParser()
    #expect(try parser.next() == .needsMoreBytes)
    #expect(!parser.isInsideRequest)
    parser.append(Array("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\n\r\nx".utf8))
    #expect(try parser.next() == .needsMoreBytes)
    #expect(parser.isInsideRequest)
  }

  @Test("holds heads, lines and bodies to its limits")
  func limits() throws {
    let limits = RequestParser.Limits(head: 100, body: 10)
    func fault(_ text: String) -> Int? {
      var parser = RequestParser(limits: limits)
      parser.append(Array(text.utf8))
      do throws(RequestParser.Fault) {
        while try parser.next() != .needsMoreBytes {}
        return nil
      } catch {
        return error.status
      }
    }
    let long = String(repeating: "x", count: 100)
    #expect(fault("GET /\(long) HTTP/1.1\r\nHost: a\r\n\r\n") == 431)
    #expect(fault("GET /\(long)") == 431)
    #expect(fault("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n0123456789") == nil)
    #expect(fault("POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n") == 413)
    let chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n"
    #expect(fault(chunked + "6\r\n012345\r\n5\r\n") == 413)
    #expect(fault(chunked + "7fffffffffffffff\r\n") == 413)
    #expect(fault(chunked + "ffffffffffffffffff\r\n") == 400)
    #expect(fault(chunked + "3\r\nabc\r\n0\r\nT: \(long)\r\n\r\n") == 431)
  }

  private func requests(in pieces: [[UInt8]]) throws -> [LoopbackServer.Request] {
    var parser = RequestParser()
    var requests: [LoopbackServer.Request] = []
    for piece in pieces {
      parser.append(piece)
      while case .request(let request) = try parser.next() { requests.append(request) }
    }
    return requests
  }
}
