import AirportNet
import Foundation
import Testing

@Suite("Endpoints")
struct RequestConvertibleTests {
  struct Endpoint: RequestConvertible {
    var baseUrl = "https://posts.test"
    var method = HTTPMethod.get
    var paths: [String] = ["posts"]
    var parameters: [String: Any]?
    var body: [String: Any]?
    var headers: [String: String]?
  }

  @Test("A request has all the parts of its endpoint")
  func parts() throws {
    let endpoint = Endpoint(
      method: .post, paths: ["posts", "1"], parameters: ["draft": true], body: ["title": "인천"], headers: ["X-Id": "7"])
    let request = try #require(endpoint.request(timeoutInterval: 5))
    #expect(request.url?.absoluteString == "https://posts.test/posts/1?draft=1")
    #expect(request.method == .post)
    #expect(request.httpBody == Data(#"{"title":"인천"}"#.utf8))
    #expect(request.headers == ["Content-Type": "application/json", "X-Id": "7"])
    #expect(request.timeoutInterval == 5)
  }

  @Test("Slashes at the joints are one")
  func slashes() throws {
    let endpoint = Endpoint(baseUrl: "https://posts.test/api/", paths: ["/posts/", "/1", "comments/"])
    #expect(try endpoint.asURLRequest().url?.absoluteString == "https://posts.test/api/posts/1/comments/")
  }

  @Test("The query of the base stays")
  func baseQuery() throws {
    let endpoint = Endpoint(baseUrl: "https://posts.test/api?key=1#top", parameters: ["page": 2])
    #expect(try endpoint.asURLRequest().url?.absoluteString == "https://posts.test/api/posts?key=1&page=2#top")
  }

  @Test("An Optional in the parameters is its value, and nil is left out")
  func optionals() throws {
    let endpoint = Endpoint(parameters: ["id": Optional(3) as Any, "none": Optional<Int>.none as Any])
    #expect(try endpoint.asURLRequest().url?.query == "id=3")
  }

  @Test("A body that cannot be encoded is an error with its key path, never an empty POST")
  func unencodable() {
    let endpoint = Endpoint(method: .post, body: ["post": ["at": Date()]])
    #expect(endpoint.request(timeoutInterval: 5) == nil)
    #expect {
      try endpoint.asURLRequest()
    } throws: { error in
      guard case NetworkError.invalidRequest(.unencodable("post.at", _)) = error else { return false }
      return true
    }
  }

  @Test("What cannot be built is nil, and the throwing form says why")
  func unbuildable() {
    let endpoints: [(Endpoint, String)] = [
      (Endpoint(baseUrl: "posts.test"), "url"), (Endpoint(baseUrl: ""), "url"), (Endpoint(paths: [".."]), "url"),
      (Endpoint(body: ["a": 1]), "bodyNotAllowed"), (Endpoint(headers: ["A": "b\n"]), "header"),
      (Endpoint(method: HTTPMethod(rawValue: "GE T")), "method"),
      (Endpoint(parameters: ["x": Double.nan]), "unencodable"),
    ]
    for (endpoint, kind) in endpoints {
      #expect(endpoint.request(timeoutInterval: 1) == nil)
      #expect {
        try endpoint.asURLRequest(timeoutInterval: 1)
      } throws: { error in
        guard case NetworkError.invalidRequest(let fault) = error else { return false }
        return String(describing: fault).hasPrefix(kind)
      }
    }
  }
}
