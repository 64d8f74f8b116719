import Foundation
import Testing

@testable import AirportNet

@Suite("Checks before sending")
struct RequestValidationTests {
  private func request(
    _ url: String = "http://a.test/", method: String? = "GET", headers: [String: String] = [:], body: String? = nil
  ) -> URLRequest {
    var request = URLRequest(url: URL(string: url) ?? URL(fileURLWithPath: "/"))
    request.httpMethod = method
    request.allHTTPHeaderFields = headers
    request.httpBody = body.map { Data($0.utf8) }
    return request
  }

  @Test(
    "A method that is no token is refused",
    arguments: ["", " ", "GET ", "GET\r\nX: y", "GET /", "GE\u{0}T", "G(T", "가져오기"])
  func method(text: String) {
    #expect(throws: NetworkError.invalidRequest(.method(text))) {
      try RequestValidation.validated(request(method: text))
    }
    #expect(throws: NetworkError.invalidRequest(.method(text))) {
      try URLRequest(url: "http://a.test", method: HTTPMethod(rawValue: text))
    }
  }

  @Test(
    "A header field that would break its line is refused by name",
    arguments: [
      ("X", "a\r\nEvil: 1"), ("X", "a\n"), ("X", "a\rb"), ("X", "a\u{0}"), ("X\r\nEvil", "1"), ("X Y", "1"),
      ("X:", "1"),
      ("", "1"), ("한", "1"),
    ])
  func header(name: String, value: String) {
    do {
      _ = try URLRequest(url: "http://a.test", method: .get, headers: [name: value])
      Issue.record("built")
    } catch {
      guard case .invalidRequest(.header(name, _)) = error else {
        Issue.record("threw \(error)")
        return
      }
    }
    #expect(throws: NetworkError.self) { try RequestValidation.validated(request(headers: [name: value])) }
  }

  @Test("Fields with text, tabs and other scripts pass")
  func goodHeaders() throws {
    let headers = ["X-One": "a\tb", "X_2": "한글", "x~!": ""]
    #expect(try RequestValidation.validated(request(headers: headers)).allHTTPHeaderFields?.count == 3)
  }

  @Test("A body on GET, HEAD, TRACE or CONNECT is refused", arguments: ["GET", "HEAD", "TRACE", "CONNECT"])
  func bodyRefused(method: String) throws {
    #expect(throws: NetworkError.invalidRequest(.bodyNotAllowed(HTTPMethod(rawValue: method)))) {
      try RequestValidation.validated(request(method: method, body: "x"))
    }
    var streamed = request(method: method)
    streamed.httpBodyStream = InputStream(data: Data([1]))
    #expect(throws: NetworkError.self) { try RequestValidation.validated(streamed) }
    #expect(try RequestValidation.validated(request(method: method, body: "")).httpMethod == method)
  }

  @Test("A body on the other methods passes", arguments: ["POST", "PUT", "PATCH", "DELETE", "OPTIONS", "QUERY"])
  func bodyPasses(method: String) throws {
    #expect(try RequestValidation.validated(request(method: method, body: "x")).httpBody == Data("x".utf8))
  }

  @Test("Scheme and host are lower-cased, a good request stays as it is")
  func normalised() throws {
    #expect(
      try RequestValidation.validated(request("HTTP://A.Test/Path?Q=1")).url?.absoluteString == "http://a.test/Path?Q=1"
    )
    let good = request("http://a.test/x?q=%20#f", headers: ["Accept": "x"])
    #expect(try RequestValidation.validated(good) == good)
  }

  @Test(
    "An address without scheme or host, or of another scheme, is refused", arguments: ["file:///x", "x/y", "ftp://a/b"])
  func badAddress(text: String) {
    #expect(throws: NetworkError.self) { try RequestValidation.validated(request(text)) }
  }

  @Test("An error of a caller's own address type is quoted")
  func ownAddress() {
    struct Mine: URLConvertible {
      struct Nowhere: Error {}
      func asURL() throws -> URL { throw Nowhere() }
    }
    #expect(throws: NetworkError.invalidRequest(.other("Nowhere()"))) { try URLRequest(url: Mine(), method: .get) }
  }
}
