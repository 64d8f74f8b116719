import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Bodies on their way out, over every transport", .serialized)
struct UploadConformanceTests {
  private static let hello = RawServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello")

  private func end(
    _ carrier: Carrier, _ server: RawServer, _ request: URLRequest
  ) -> (recorder: EventRecorder, seen: String) {
    let recorder = EventRecorder()
    let exchange = recorder.record(carrier.make(), request)
    #expect(recorder.waitForEnd(seconds: 30))
    exchange.dispose()
    server.stop()
    #expect(recorder.ends.count == 1)
    #expect(recorder.isGrammatical)
    return (recorder, String(decoding: server.received.first ?? Data(), as: UTF8.self))
  }

  private func expecting(_ server: RawServer) -> URLRequest {
    URLRequest(server.baseURL, "POST", timeout: 10, headers: ["Expect": "100-continue"], body: "body")
  }

  @Test("a body that waits for 100 goes out after it", arguments: Carrier.allCases)
  func continued(_ carrier: Carrier) throws {
    let server = try RawServer([.readHead, .send("HTTP/1.1 100 Continue\r\n\r\n"), .read(4), Self.hello])
    let (recorder, seen) = end(carrier, server, expecting(server))
    #expect(recorder.ends == [nil])
    #expect(recorder.heads.map(\.statusCode) == [200])
    #expect(seen.contains("Expect: 100-continue\r\n"))
    #expect(seen.hasSuffix("\r\n\r\nbody"))
  }

  @Test("a body whose 100 never comes goes out after a while", arguments: Carrier.allCases)
  func unanswered(_ carrier: Carrier) throws {
    let server = try RawServer([.readHead, .read(4), Self.hello])
    let (recorder, seen) = end(carrier, server, expecting(server))
    #expect(recorder.ends == [nil])
    #expect(recorder.elapsed < .seconds(25))
    #expect(seen.hasSuffix("\r\n\r\nbody"))
  }

  #if os(Linux)
    // libcurl, also below Foundation's URLSession, would send the request again; what CurlTransport forbids that with
    // costs the body of the 417.
    @Test("a 417 is the answer, and the body stays here")
    func refused() throws {
      let server = try RawServer([
        .readHead, .send("HTTP/1.1 417 No\r\nContent-Length: 2\r\n\r\nno"), .readHead, .read(4), Self.hello,
      ])
      let (recorder, seen) = end(.curl, server, expecting(server))
      #expect(recorder.ends == [nil])
      #expect(recorder.heads.map(\.statusCode) == [417])
      #expect(recorder.body.isEmpty)
      #expect(seen.components(separatedBy: "POST /").count == 2)
      #expect(!seen.contains("body"))
    }
  #endif

  @Test("an early 413 is the answer, and the rest of 20 MB stays here", arguments: Carrier.allCases)
  func early(_ carrier: Carrier) throws {
    let server = try RawServer([
      .readHead, .send("HTTP/1.1 413 Too Large\r\nConnection: close\r\nContent-Length: 3\r\n\r\nbig"), .readToEnd,
    ])
    var request = URLRequest(server.baseURL, "PUT", timeout: 20)
    request.httpBody = Data(count: 20_000_000)
    let (recorder, _) = end(carrier, server, request)
    #expect(recorder.ends == [nil])
    #expect(recorder.heads.map(\.statusCode) == [413])
    #expect(recorder.body == Data("big".utf8))
    #expect((server.received.first?.count ?? 0) < 20_000_000)
  }

  @Test("a stream with a length goes out as it is, without one in chunks", arguments: Carrier.allCases, [true, false])
  func streams(_ carrier: Carrier, _ hasLength: Bool) throws {
    let server = try RawServer([.readRequest, Self.hello])
    var request = URLRequest(server.baseURL, "POST", headers: hasLength ? ["Content-Length": "200000"] : [:])
    request.httpBodyStream = InputStream(data: Data(repeating: 0x61, count: 200_000))
    let (recorder, seen) = end(carrier, server, request)
    #expect(recorder.ends == [nil])
    #expect(seen.contains("Content-Length: 200000\r\n") == hasLength)
    #if os(Linux)
      // Foundation's URLSession sends both.
      let isChunked = !hasLength || carrier == .urlSession
    #else
      let isChunked = !hasLength
    #endif
    #expect(seen.contains("Transfer-Encoding: chunked\r\n") == isChunked)
    #expect(seen.filter { $0 == "a" }.count >= 200_000)
  }

  @Test("progress never falls, never exceeds the length, and ends at it", arguments: Carrier.allCases)
  func progress(_ carrier: Carrier) throws {
    let server = try RawServer([.readRequest, Self.hello])
    var request = URLRequest(server.baseURL, "POST", timeout: 20)
    request.httpBody = Data(count: 3_000_000)
    let (recorder, _) = end(carrier, server, request)
    #expect(recorder.ends == [nil])
    let sent = recorder.sent
    #expect(sent.last?.bytes == 3_000_000)
    #expect(sent.count > 3)
    #expect(sent.allSatisfy { $0.total == 3_000_000 })
    #expect(zip(sent, sent.dropFirst()).allSatisfy { $0.bytes <= $1.bytes })
  }

  #if os(Linux)
    // Foundation's URLSession on Linux takes the failure of a stream for its end.
    @Test("a stream that fails fails the request, and the server sees no end of the body", arguments: [true, false])
    func failing(_ hasLength: Bool) throws {
      let server = try RawServer([.readRequest, Self.hello])
      var request = URLRequest(server.baseURL, "POST", headers: hasLength ? ["Content-Length": "9"] : [:])
      request.httpBodyStream = ScriptedStream([.bytes(Data("abc".utf8)), .fail])
      let (recorder, seen) = end(.curl, server, request)
      guard case .invalidRequest(.other)?? = recorder.ends.first else {
        return #expect(Bool(false), "\(recorder.ends)")
      }
      #expect(!seen.contains("\r\n0\r\n"))
    }

    @Test("a stream that is shorter than its length fails, one that is longer is cut there", arguments: [3, 9])
    func lengths(_ length: Int) throws {
      let server = try RawServer([.readRequest, Self.hello])
      var request = URLRequest(server.baseURL, "POST", headers: ["Content-Length": "\(length)"])
      request.httpBodyStream = InputStream(data: Data("abcdef".utf8))
      let (recorder, seen) = end(.curl, server, request)
      if length == 3 {
        #expect(recorder.ends == [nil])
        #expect(seen.hasSuffix("\r\n\r\nabc"))
      } else {
        guard case .invalidRequest(.other)?? = recorder.ends.first else {
          return #expect(Bool(false), "\(recorder.ends)")
        }
      }
    }

    @Test("a stream that makes its reader wait holds nobody else up, and may be paused with the answer")
    func slowStream() throws {
      let server = try RawServer([.readRequest, Self.hello])
      let transport = Carrier.curl.make()
      let gate = Gate()
      var request = URLRequest(server.baseURL, "POST", timeout: 20)
      request.httpBodyStream = ScriptedStream([.bytes(Data("abc".utf8)), .waitFor(gate), .bytes(Data("def".utf8))])
      let slow = EventRecorder()
      let exchange = slow.record(transport, request)
      #expect(server.wait { $0.first?.suffix(5) == Data("abc\r\n".utf8) })
      exchange.pause()
      for _ in 0..<3 {
        let quick = EventRecorder()
        let other = quick.record(transport, URLRequest(server.baseURL))
        #expect(quick.waitForEnd())
        other.dispose()
      }
      #expect(slow.ends.isEmpty)
      gate.open()
      #expect(server.wait { $0.first?.suffix(5) == Data("0\r\n\r\n".utf8) }, "it goes out while the answer is paused")
      exchange.resume()
      #expect(slow.waitForEnd())
      #expect(slow.ends == [nil])
      #expect(slow.body == Data("hello".utf8))
      #expect(slow.sent.last?.bytes == 6)
      exchange.dispose()
    }

    @Test("a request whose stream waits is given up at once")
    func givenUp() throws {
      let server = try RawServer([.readRequest, Self.hello])
      let gate = Gate()
      var request = URLRequest(server.baseURL, "POST", timeout: 20)
      request.httpBodyStream = ScriptedStream([.bytes(Data("abc".utf8)), .waitFor(gate), .bytes(Data("def".utf8))])
      let recorder = EventRecorder()
      let exchange = recorder.record(Carrier.curl.make(), request)
      #expect(server.wait { $0.first?.suffix(5) == Data("abc\r\n".utf8) })
      exchange.dispose()
      #expect(server.waitForEnds(1), "the server sees the connection close")
      gate.open()
      #expect(recorder.ends.isEmpty)
    }
  #endif
}
