import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("Answers of httpbin: statuses, encodings, streams, time", .judged(by: .httpbin), .serialized)
struct HttpbinAnswerTests {
  @Test(
    "every status is an answer with its body", arguments: Carrier.allCases,
    [
      200, 201, 202, 204, 205, 206, 226, 300, 304, 400, 402, 403, 404, 406, 409, 410, 418, 422, 429, 451, 500, 502, 503,
      599,
    ])
  func statuses(_ transport: Carrier, _ status: Int) throws {
    let answer = try transport.make().answer(URLRequest(try Judge.url("HTTPBIN", "/status/\(status)")))
    #expect(answer.statusCode == status)
    let hasText = [402, 406, 418].contains(status)
    #expect(answer.body.isEmpty != hasText)
  }

  @Test(
    "each encoding is decoded", arguments: Carrier.allCases,
    [("/gzip", "gzipped", "gzip"), ("/deflate", "deflated", "deflate"), ("/brotli", "brotli", "br")])
  func encodings(_ transport: Carrier, _ place: (path: String, mark: String, name: String)) throws {
    let answer = try transport.make().answer(URLRequest(try Judge.url("HTTPBIN", place.path)))
    #expect(answer.json(place.mark) == "true")
    let accepted = answer.echoed(header: "Accept-Encoding") ?? ""
    #expect(accepted.contains(place.name), "\(accepted)")
  }

  @Test("a caller's own Accept-Encoding is sent as it is", arguments: Carrier.allCases)
  func acceptEncoding(_ transport: Carrier) throws {
    let url = try Judge.url("HTTPBIN", "/headers")
    let answer = try transport.make().answer(URLRequest(url, headers: ["Accept-Encoding": "identity"]))
    #expect(answer.echoed(header: "Accept-Encoding") == "identity")
  }

  @Test("text keeps its characters", arguments: Carrier.allCases)
  func text(_ transport: Carrier) throws {
    let answer = try transport.make().answer(URLRequest(try Judge.url("HTTPBIN", "/encoding/utf8")))
    #expect(try answer.text().contains("∮ E⋅da = Q"))
  }

  @Test("several fields of one name stay apart", arguments: Carrier.allCases)
  func repeats(_ transport: Carrier) throws {
    let url = try Judge.url("HTTPBIN", "/response-headers?Set-Cookie=a%3D1&Set-Cookie=b%3D2&X-Note=yes")
    let answer = try transport.make().answer(URLRequest(url))
    #expect(answer.headers["X-Note"] == "yes")
    // URLSession on Linux joins them.
    let expected = transport == .urlSession ? ["a=1, b=2"] : ["a=1", "b=2"]
    #expect(answer.headers.values(for: "Set-Cookie") == expected)
  }

  @Test("ranges: a part, the rest, and one that cannot be", arguments: Carrier.allCases)
  func ranges(_ transport: Carrier) throws {
    let transport = transport.make()
    func range(_ range: String) throws -> HTTPResponse {
      try transport.answer(URLRequest(try Judge.url("HTTPBIN", "/range/1024"), headers: ["Range": range]))
    }
    let part = try range("bytes=26-51")
    #expect(part.statusCode == 206)
    #expect(part.headers["Content-Range"] == "bytes 26-51/1024")
    #expect(String(decoding: part.body, as: UTF8.self) == "abcdefghijklmnopqrstuvwxyz")
    let rest = try range("bytes=1000-")
    #expect(rest.headers["Content-Range"] == "bytes 1000-1023/1024")
    #expect(rest.body.count == 24)
    let none = try range("bytes=5000-6000")
    #expect(none.statusCode == 416)
    #expect(none.headers["Content-Range"] == "bytes */1024")
  }

  @Test("a body in chunks is the body with a length", arguments: Carrier.allCases)
  func streams(_ transport: Carrier) throws {
    let transport = transport.make()
    let whole = try transport.answer(URLRequest(try Judge.url("HTTPBIN", "/bytes/90000?seed=7")))
    let streamed = try transport.answer(
      URLRequest(try Judge.url("HTTPBIN", "/stream-bytes/90000?seed=7&chunk_size=1000")))
    #expect(whole.headers["Content-Length"] == "90000")
    #expect(streamed.headers["Content-Length"] == nil)
    #expect(streamed.body.count == 90_000)
    #expect(whole.body == streamed.body)
    let lines = try transport.answer(URLRequest(try Judge.url("HTTPBIN", "/stream/20")))
    let documents = lines.body.split(separator: 0x0A).compactMap { try? JSONSerialization.jsonObject(with: $0) }
    #expect(documents.count == 20)
  }

  @Test("what drips is reported as it comes", arguments: Carrier.allCases)
  func drips(_ transport: Carrier) throws {
    let recorder = EventRecorder()
    let url = try Judge.url("HTTPBIN", "/drip?duration=4&numbytes=4&delay=0")
    let task = recorder.record(transport.make(), URLRequest(url, timeout: 20))
    #expect(recorder.wait { $0.contains { if case .body = $0 { true } else { false } } })
    #expect(recorder.ends.isEmpty, "the first byte does not wait for the last")
    #expect(recorder.waitForEnd())
    task.dispose()
    #expect(recorder.ends == [nil])
    #expect(recorder.body == Data("****".utf8))
    #expect(recorder.events.count { if case .body = $0 { true } else { false } } >= 2)
  }

  @Test("a server that is late is an idle timeout, within a fraction of a second", arguments: Carrier.allCases)
  func idle(_ transport: Carrier) throws {
    let start = ContinuousClock.now
    let error = transport.make().outcome(URLRequest(try Judge.url("HTTPBIN", "/delay/3"), timeout: 0.3)).error
    let time = start.duration(to: .now)
    #expect(error == .timedOut(.idle, mayHaveReachedServer: true))
    #expect(time >= .milliseconds(300) && time < .seconds(15))
  }

  @Test(
    "a server that is slow and moves is no idle timeout, but may be a total one", arguments: Carrier.allCases)
  func total(_ transport: Carrier) throws {
    let request = URLRequest(try Judge.url("HTTPBIN", "/drip?duration=3&numbytes=15&delay=0"), timeout: 2)
    let patient = try Session(transport: transport.make()).request(request).outcome().get()
    #expect(patient.body.count == 15)
    let limited = Session(
      transport: transport.make(), interceptors: [TimeoutInterceptor(total: .milliseconds(1500))])
    #expect(limited.request(request).outcome().error == .timedOut(.total, mayHaveReachedServer: true))
  }
}
