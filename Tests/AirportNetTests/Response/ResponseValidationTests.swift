import AirportNet
import Foundation
import Testing

@Suite("Validation")
struct ResponseValidationTests {
  private func answer(_ status: Int, _ type: String? = nil, body: String = "x") -> HTTPResponse {
    HTTPResponse(
      statusCode: status, headers: type.map { [.contentType($0)] } ?? [:], url: URL(string: "http://a.test/x"),
      body: Data(body.utf8), method: .post, attempts: 2)
  }

  @Test("An error answer keeps status, fields, body, address, method and attempts")
  func keepsAll() {
    #expect(
      throws: NetworkError.status(
        .init(
          code: 404, headers: ["Content-Type": "text/html"], body: Data("gone".utf8),
          url: URL(string: "http://a.test/x"),
          method: .post, attempts: 2))
    ) {
      try answer(404, "text/html", body: "gone").validate()
    }
  }

  @Test(
    "A status passes when it is in the range",
    arguments: [(199, false), (200, true), (204, true), (299, true), (300, false), (404, false), (500, false)])
  func defaultRange(status: Int, passes: Bool) {
    #expect(((try? answer(status).validate()) != nil) == passes)
  }

  @Test(
    "Ranges of every kind, arrays and sequences without an end are taken",
    arguments: [
      (.statusCode(200..<400), 399, true), (.statusCode(200..<400), 400, false), (.statusCode(200...400), 400, true),
      (.statusCode(200...), 599, true), (.statusCode(200...), 199, false), (.statusCode([200, 404]), 404, true),
      (.statusCode([200, 404]), 201, false), (.statusCode(Set([201])), 201, true),
      (.statusCode(stride(from: 200, to: 300, by: 2)), 201, false),
      (.statusCode(sequence(first: 200) { $0 + 1 }), 418, true), (.statusCode([]), 200, false),
    ] as [(ResponseValidation, Int, Bool)])
  func sequences(validation: ResponseValidation, status: Int, passes: Bool) {
    #expect(((try? validation.check(answer(status))) != nil) == passes)
  }

  @Test(
    "The media type is held against Accept",
    arguments: [
      ("application/json", "application/json", true), ("application/json", "Application/JSON; charset=utf-8", true),
      ("application/json", "text/html", false), ("application/*", "application/json", true),
      ("application/*", "text/json", false), ("text/html, application/json;q=0.9", "application/json", true),
      ("text/html, */*;q=0.1", "image/png", true), ("application/json, text/html;q=0", "text/html", false),
      (nil, "text/html", true), ("application/json", nil, true), ("", "text/html", true),
    ] as [(String?, String?, Bool)])
  func accept(accept: String?, type: String?, passes: Bool) throws {
    let request = try URLRequest(url: "http://a.test/x", method: .get, headers: accept.map { [.accept($0)] })
    #expect(((try? answer(200, type).validate(for: request)) != nil) == passes)
  }

  @Test("A wrong media type keeps the body; without a body it does not matter")
  func mediaType() throws {
    do {
      try answer(200, "text/html", body: "<p>").validate(contentType: ["application/json"])
      Issue.record("passed")
    } catch {
      #expect(error.body == Data("<p>".utf8))
      #expect(error.statusCode == 200)
      #expect(error.errorDescription.contains("text/html"))
    }
    try answer(200, "text/html", body: "").validate(contentType: ["application/json"])
    try answer(204, "text/html").validate(contentType: ["application/json"])
  }

  @Test("The status is judged before the media type")
  func order() throws {
    let request = try URLRequest(url: "http://a.test/x", method: .get, headers: [.accept("application/json")])
    #expect {
      try answer(500, "text/html").validate(for: request)
    } throws: { error in
      (error as? NetworkError)?.statusCode == 500 && (error as? NetworkError)?.isRetryable == true
    }
  }

  @Test("A condition of the caller's own fails with the body kept")
  func custom() {
    struct Stale: Error {}
    let validation = ResponseValidation.custom { if $0.headers["Age"] == nil { throw Stale() } }
    #expect(throws: NetworkError.undecodable(.init(reason: "Stale()", type: "valid answer", response: answer(200)))) {
      try validation.check(answer(200))
    }
    #expect(throws: NetworkError.cancelled) {
      try ResponseValidation.custom { _ in throw NetworkError.cancelled }.check(answer(200))
    }
  }
}
