import Foundation
import Testing

@testable import AirportNet

@Suite("RedirectPolicy")
struct RedirectPolicyTests {
  static let source = "http://host.test:8080/a/b/c?q#top"

  private func step(
    _ status: Int, _ location: String?, method: String = "GET", headers: [String: String] = [:], body: String? = nil,
    policy: RedirectPolicy = RedirectPolicy()
  ) throws -> RedirectPolicy.Step {
    let url = try #require(URL(string: Self.source))
    let request = URLRequest(url, method, headers: headers, body: body)
    let fields: HTTPHeaders = location.map { ["Location": $0] } ?? [:]
    return policy.step(after: HTTPResponse(statusCode: status, headers: fields, url: url), to: request)
  }

  private func target(
    _ status: Int, _ location: String?, method: String = "GET", headers: [String: String] = [:], body: String? = nil,
    policy: RedirectPolicy = RedirectPolicy()
  ) throws -> URLRequest? {
    let step = try step(status, location, method: method, headers: headers, body: body, policy: policy)
    return if case .follow(let request) = step { request } else { nil }
  }

  @Test(
    "the method and the body go on as the status says",
    arguments: [
      (301, "POST", "GET", false), (302, "POST", "GET", false), (303, "POST", "GET", false),
      (307, "POST", "POST", true),
      (308, "POST", "POST", true), (301, "PUT", "PUT", true), (302, "PATCH", "PATCH", true), (303, "PUT", "GET", false),
      (303, "DELETE", "GET", false), (307, "PUT", "PUT", true), (308, "PATCH", "PATCH", true),
    ])
  func methods(_ status: Int, _ method: String, _ expected: String, _ keepsBody: Bool) throws {
    let headers = ["Content-Type": "text/plain", "Content-Length": "4", "X-Note": "a"]
    let next = try #require(try target(status, "/next", method: method, headers: headers, body: "body"))
    #expect(next.httpMethod == expected)
    #expect(next.httpBody == (keepsBody ? Data("body".utf8) : nil))
    #expect(next.value(forHTTPHeaderField: "Content-Type") == (keepsBody ? "text/plain" : nil))
    #expect(next.value(forHTTPHeaderField: "Content-Length") == (keepsBody ? "4" : nil))
    #expect(next.value(forHTTPHeaderField: "X-Note") == "a")
  }

  @Test("GET stays GET and HEAD stays HEAD", arguments: [301, 302, 303, 307, 308], ["GET", "HEAD"])
  func safeMethods(_ status: Int, _ method: String) throws {
    #expect(try target(status, "/next", method: method)?.httpMethod == method)
  }

  @Test("every other status is the answer", arguments: [200, 204, 300, 304, 305, 306, 399, 401, 500])
  func others(_ status: Int) throws {
    guard case .stop = try step(status, "/next") else { return #expect(Bool(false), "\(status) was followed") }
  }

  @Test("a redirect without Location is the answer", arguments: [301, 302, 303, 307, 308], [nil, ""])
  func nowhere(_ status: Int, _ location: String?) throws {
    guard case .stop = try step(status, location) else { return #expect(Bool(false), "\(status) went somewhere") }
  }

  /// The examples of RFC 3986 section 5.4, with a fragment that is inherited.
  static let references: [(String, String)] = [
    ("http://other.test/x", "http://other.test/x#top"), ("HTTP://Other.test/x", "http://Other.test/x#top"),
    ("//other.test/x", "http://other.test/x#top"), ("/x", "http://host.test:8080/x#top"),
    ("x", "http://host.test:8080/a/b/x#top"), ("./x", "http://host.test:8080/a/b/x#top"),
    ("x/", "http://host.test:8080/a/b/x/#top"), ("../x", "http://host.test:8080/a/x#top"),
    ("../../x", "http://host.test:8080/x#top"), ("../../../x", "http://host.test:8080/x#top"),
    ("?y", "http://host.test:8080/a/b/c?y#top"), ("x?y", "http://host.test:8080/a/b/x?y#top"),
    ("#s", "http://host.test:8080/a/b/c?q#s"), ("x#s", "http://host.test:8080/a/b/x#s"),
    (".", "http://host.test:8080/a/b/#top"),
    ("..", "http://host.test:8080/a/#top"), ("/./x", "http://host.test:8080/x#top"),
    ("/x y", "http://host.test:8080/x%20y#top"), ("/%EC%9D%B8", "http://host.test:8080/%EC%9D%B8#top"),
    ("/a%2Fb", "http://host.test:8080/a%2Fb#top"), ("https://host.test:8080/x", "https://host.test:8080/x#top"),
  ]

  @Test("a relative Location is resolved by RFC 3986", arguments: references)
  func resolves(_ location: String, _ expected: String) throws {
    #expect(try target(302, location)?.url?.absoluteString == expected)
  }

  @Test(
    "only http and https are followed",
    arguments: [
      "ftp://host.test/x", "file:///etc/passwd", "javascript:alert(1)", "data:text/plain,x", "http://", "mailto:a@b",
    ])
  func schemes(_ location: String) throws {
    guard case .fail(.transport(.badServerResponse, _, _)) = try step(302, location) else {
      return #expect(Bool(false), "\(location) was followed")
    }
  }

  @Test(
    "credentials go only to the origin that they were meant for",
    arguments: [
      ("/next", true), ("http://host.test:8080/next", true), ("http://HOST.test:8080/next", true),
      ("https://host.test:8080/next", false), ("http://host.test/next", false), ("http://host.test:8081/next", false),
      ("http://other.test:8080/next", false), ("http://sub.host.test:8080/next", false),
    ])
  func credentials(_ location: String, _ keeps: Bool) throws {
    let names = ["Authorization", "Cookie", "Proxy-Authorization", "X-Api-Key"]
    let headers = Dictionary(uniqueKeysWithValues: names.map { ($0, "secret") })
    let policy = RedirectPolicy(privateHeaders: ["x-api-key"])
    let next = try #require(try target(307, location, method: "POST", headers: headers, body: "b", policy: policy))
    for name in names { #expect(next.value(forHTTPHeaderField: name) == (keeps ? "secret" : nil), "\(name)") }
  }

  @Test("a streamed body is not asked for twice")
  func streamed() throws {
    let url = try #require(URL(string: Self.source))
    var request = URLRequest(url, "POST")
    request.httpBodyStream = InputStream(data: Data("x".utf8))
    let response = HTTPResponse(statusCode: 307, headers: ["Location": "/x"], url: url)
    guard case .stop = RedirectPolicy().step(after: response, to: request) else {
      return #expect(Bool(false), "the stream was sent again")
    }
  }
}
