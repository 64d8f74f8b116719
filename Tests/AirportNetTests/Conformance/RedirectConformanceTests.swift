import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Redirects over every transport", .serialized)
struct RedirectConformanceTests {
  private static let answer: [RawServer.Step] = [
    .readRequest, .send("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 4\r\n\r\nhere"),
  ]

  private static func redirect(_ code: Int, to location: String) -> [RawServer.Step] {
    [
      .readRequest,
      .send("HTTP/1.1 \(code) Go\r\nLocation: \(location)\r\nConnection: close\r\nContent-Length: 5\r\n\r\nthere"),
    ]
  }

  private func follow(_ request: URLRequest, _ carrier: Carrier) -> Result<Data, NetworkError>? {
    let session = Session(transport: carrier.make(), scheduler: ImmediateScheduler.instance)
    let log = Awaited<Result<Data, NetworkError>>()
    let subscription = log.record(session.request(request).singleData())
    #expect(log.wait())
    subscription.dispose()
    #expect(log.values.count == 1, "one end")
    return log.values.first
  }

  private func expectedMethod(_ code: Int, _ method: String) -> String {
    switch code {
    case 301, 302: method == "POST" ? "GET" : method
    case 303: method == "HEAD" ? "HEAD" : "GET"
    default: method
    }
  }

  @Test(
    "method, body and credentials go where they may", arguments: Carrier.allCases, [301, 302, 303, 307, 308])
  func matrix(_ carrier: Carrier, _ code: Int) throws {
    for method in ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE"] {
      for leavesOrigin in [false, true] {
        let other = try RawServer(Self.answer)
        let location = leavesOrigin ? "\(other.baseURL)/next" : "/next"
        let server = try RawServer(connections: [Self.redirect(code, to: location), Self.answer])
        var request = URLRequest(
          server.baseURL, method, headers: ["Authorization": "Bearer t", "Cookie": "a=1", "X-Note": "n"])
        let hasBody = ["POST", "PUT", "PATCH"].contains(method)
        if hasBody { request.httpBody = Data("body".utf8) }

        let result = follow(request, carrier)
        #expect(result == .success(Data((method == "HEAD" ? "" : "here").utf8)), "\(code) \(method)")
        let seen = leavesOrigin ? other.received : Array(server.received.dropFirst())
        #expect(seen.count == 1)
        let text = String(decoding: seen.first ?? Data(), as: UTF8.self)
        let expected = expectedMethod(code, method)
        #expect(text.hasPrefix("\(expected) /next HTTP/1.1\r\n"), "\(code) \(method): \(text)")
        #expect(text.hasSuffix("\r\n\r\nbody") == (hasBody && expected == method))
        #expect(text.contains("Authorization: Bearer t\r\n") == !leavesOrigin)
        #expect(text.contains("Cookie: a=1\r\n") == !leavesOrigin)
        #expect(text.contains("X-Note: n\r\n"))
      }
    }
  }

  /// RFC 3986 section 5.4, from `/b/c/d;p?q`.
  static let references = [
    ("g", "/b/c/g"), ("./g", "/b/c/g"), ("g/", "/b/c/g/"), ("/g", "/g"), ("?y", "/b/c/d;p?y"), ("g?y", "/b/c/g?y"),
    ("#s", "/b/c/d;p?q"), ("g#s", "/b/c/g"), ("g?y#s", "/b/c/g?y"), (";x", "/b/c/;x"), ("g;x", "/b/c/g;x"),
    ("g;x?y#s", "/b/c/g;x?y"), (".", "/b/c/"), ("./", "/b/c/"), ("..", "/b/"), ("../", "/b/"), ("../g", "/b/g"),
    ("../..", "/"), ("../../", "/"), ("../../g", "/g"), ("../../../g", "/g"), ("../../../../g", "/g"), ("/./g", "/g"),
    ("/../g", "/g"), ("g.", "/b/c/g."), (".g", "/b/c/.g"), ("g..", "/b/c/g.."), ("..g", "/b/c/..g"),
    ("./../g", "/b/g"), ("./g/.", "/b/c/g/"), ("g/./h", "/b/c/g/h"), ("g/../h", "/b/c/h"),
    ("g;x=1/./y", "/b/c/g;x=1/y"), ("g;x=1/../y", "/b/c/y"), ("g?y/./x", "/b/c/g?y/./x"), ("g?y/../x", "/b/c/g?y/../x"),
    ("/a b", "/a%20b"), ("/%EC%9D%B8", "/%EC%9D%B8"),
  ]

  @Test("a relative Location is resolved by RFC 3986", arguments: Carrier.allCases)
  func relative(_ carrier: Carrier) throws {
    for (location, target) in Self.references {
      let server = try RawServer(connections: [Self.redirect(302, to: location), Self.answer])
      let url = try #require(URL(string: "\(server.baseURL)/b/c/d;p?q"))
      #expect(follow(URLRequest(url), carrier) == .success(Data("here".utf8)))
      let text = String(decoding: server.received.last ?? Data(), as: UTF8.self)
      #expect(text.hasPrefix("GET \(target) HTTP/1.1\r\n"), "\(location): \(text.prefix(80))")
    }
  }

  @Test("a loop and too many hops end", arguments: Carrier.allCases)
  func loops(_ carrier: Carrier) throws {
    let tooMany = NetworkError.transport(.tooManyRedirects, phase: .receiving, mayHaveReachedServer: true)
    let loop = try RawServer(Self.redirect(302, to: "/"))
    #expect(follow(URLRequest(loop.baseURL), carrier) == .failure(tooMany))
    let long = try RawServer(connections: (0..<30).map { Self.redirect(302, to: "/\($0)") })
    #expect(follow(URLRequest(long.baseURL), carrier) == .failure(tooMany))
    #expect(long.connectionCount == 21, "the first request and 20 more")
  }

  @Test("a Location that leads out of HTTP is not followed", arguments: Carrier.allCases)
  func otherSchemes(_ carrier: Carrier) throws {
    for location in ["file:///etc/hosts", "ftp://host.test/", "javascript:1", "http://"] {
      let server = try RawServer(Self.redirect(302, to: location))
      #expect(
        follow(URLRequest(server.baseURL), carrier)
          == .failure(.transport(.badServerResponse, phase: .receiving, mayHaveReachedServer: true)), "\(location)")
      #expect(server.connectionCount == 1)
    }
  }
}
