import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("Methods and bodies, as httpbin got them", .judged(by: .httpbin), .serialized)
struct HttpbinMethodTests {
  @Test("a method arrives with its body", arguments: Carrier.allCases, ["POST", "PUT", "PATCH", "DELETE"])
  func bodies(_ transport: Carrier, _ method: String) throws {
    let request = URLRequest(
      try Judge.url("HTTPBIN", "/anything/a%20b?x=1"), method,
      headers: ["Content-Type": "text/plain", "X-Note": "yes"],
      body: "한국 text")
    let answer = try transport.make().answer(request)
    #expect(answer.statusCode == 200)
    #expect(answer.json("method") == "\"\(method)\"")
    #expect(answer.json("data") == "\"한국 text\"")
    #expect(answer.json("args") == #"{"x":"1"}"#)
    #expect(answer.echoed(header: "X-Note") == "yes")
    #expect(answer.echoed(header: "Content-Type") == "text/plain")
    #expect(answer.echoed(header: "Content-Length") == "\("한국 text".utf8.count)")
  }

  @Test(
    "a method without a body sends none, and no type of one", arguments: Carrier.allCases,
    ["GET", "DELETE", "POST", "PUT", "PATCH"])
  func withoutBodies(_ transport: Carrier, _ method: String) throws {
    let answer = try transport.make().answer(URLRequest(try Judge.url("HTTPBIN", "/anything"), method))
    #expect(answer.json("method") == "\"\(method)\"")
    #expect(answer.json("data") == "\"\"")
    // URLSession on Linux gives DELETE a body of no bytes.
    let bodiless = transport == .urlSession ? ["GET"] : ["GET", "DELETE"]
    #expect(answer.echoed(header: "Content-Length") == (bodiless.contains(method) ? nil : "0"))
    // URLSession on Linux names a type for the empty body of these.
    if transport != .urlSession { #expect(answer.echoed(header: "Content-Type") == nil) }
  }

  @Test("HEAD has the head of GET and no body", arguments: Carrier.allCases)
  func head(_ transport: Carrier) throws {
    let transport = transport.make()
    let url = try Judge.url("HTTPBIN", "/bytes/500?seed=1")
    let (head, get) = (try transport.answer(URLRequest(url, "HEAD")), try transport.answer(URLRequest(url)))
    #expect(head.statusCode == 200)
    #expect(head.body.isEmpty)
    #expect(head.headers["Content-Length"] == "500")
    #expect(get.body.count == 500)
  }

  @Test("OPTIONS is answered with what is allowed", arguments: Carrier.allCases)
  func options(_ transport: Carrier) throws {
    let answer = try transport.make().answer(URLRequest(try Judge.url("HTTPBIN", "/get"), "OPTIONS"))
    let allowed = answer.headers["Allow"]?.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) } ?? []
    #expect(Set(allowed).isSuperset(of: ["GET", "HEAD", "OPTIONS"]))
  }

  @Test(
    "a streamed body arrives whole, in chunks or with its length", arguments: Carrier.allCases, [true, false])
  func streamed(_ transport: Carrier, _ hasLength: Bool) throws {
    let body = Data((0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) })
    var request = URLRequest(
      try Judge.url("HTTPBIN", "/anything"), "POST", timeout: 20, headers: ["Content-Type": "application/octet-stream"])
    request.httpBodyStream = InputStream(data: body)
    if hasLength { request.setValue("\(body.count)", forHTTPHeaderField: "Content-Length") }
    let recorder = EventRecorder()
    let task = recorder.record(transport.make(), request)
    #expect(recorder.waitForEnd(seconds: 30))
    task.dispose()
    if hasLength, transport == .urlSession {
      // URLSession on Linux sends the length and chunks, which may not be (RFC 9112 section 6.2). The server refuses it
      // with the body unread, and its closing may overtake its answer (section 9.6).
      if recorder.heads.isEmpty {
        #expect(recorder.ends == [.transport(.connectionLost, phase: .waiting, mayHaveReachedServer: true)])
      } else {
        #expect(recorder.heads.map(\.statusCode) == [400])
      }
      return
    }
    #expect(recorder.ends == [nil])
    let answer = HTTPResponse(
      head: try #require(recorder.heads.first), body: recorder.body, method: .post)
    let prefix = "data:application/octet-stream;base64,"
    let text = try #require(try JSONDecoder().decode(Echo.self, from: answer.body).data)
    #expect(text.hasPrefix(prefix))
    #expect(Data(base64Encoded: String(text.dropFirst(prefix.count))) == body)
    #expect(answer.echoed(header: hasLength ? "Content-Length" : "Transfer-Encoding") != nil)
    let sent = recorder.events.compactMap { if case .sent(let count, _) = $0 { count } else { nil } }
    #expect(sent.last == Int64(body.count))
    #expect(sent == sent.sorted())
  }

  private struct Echo: Decodable {
    var data: String?
  }
}
