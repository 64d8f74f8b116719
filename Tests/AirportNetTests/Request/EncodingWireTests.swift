import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

/// The rules of describing requests once more, by the bytes that a server gets over the default transport.
@Suite("Requests as they arrive", .serialized)
struct EncodingWireTests {
  private static let good = RawServer.Step.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")

  /// What the server got: the first line, the header lines, the body.
  private struct Seen {
    let line: String
    let headers: [String]
    let body: String

    init(_ data: Data) {
      let parts = String(decoding: data, as: UTF8.self).components(separatedBy: "\r\n\r\n")
      let lines = parts[0].components(separatedBy: "\r\n")
      (line, headers, body) = (lines[0], Array(lines.dropFirst()), parts.dropFirst().joined(separator: "\r\n\r\n"))
    }

    /// The lines of a name, compared without case.
    func lines(_ name: String) -> [String] { headers.filter { $0.lowercased().hasPrefix(name.lowercased() + ":") } }
  }

  private func end(_ request: DataRequest) throws -> Result<Data, NetworkError> {
    let log = Awaited<Result<Data, NetworkError>>()
    let subscription = log.record(request.singleData())
    #expect(log.wait())
    subscription.dispose()
    return try #require(log.values.first)
  }

  private func sent(overIPv6: Bool = false, _ make: (Session, RawServer) -> DataRequest) throws -> Seen {
    let server = try RawServer(connections: [[.readRequest, Self.good]], overIPv6: overIPv6)
    #expect(try end(make(Session(), server)) == .success(Data("ok".utf8)))
    return Seen(try #require(server.received.first))
  }

  private func refused(_ make: (Session, RawServer) -> DataRequest) throws -> NetworkError.RequestFault? {
    let server = try RawServer([.readRequest, Self.good])
    let result = try end(make(Session(), server))
    #expect(server.connectionCount == 0)
    guard case .failure(.invalidRequest(let fault)) = result else {
      Issue.record("\(result)")
      return nil
    }
    return fault
  }

  @Test("A query arrives in its exact bytes, and none leaves no question mark", arguments: URLEncodingTests.rows)
  func query(row: URLEncodingTests.Row) throws {
    let seen = try sent {
      $0.request($1.baseURL.appendingPathComponent("x"), parameters: row.parameters(), encoding: row.encoding)
    }
    #expect(seen.line == "GET /x\(row.expected.isEmpty ? "" : "?")\(row.expected) HTTP/1.1")
    #expect(seen.body.isEmpty)
    #expect(seen.lines("Content-Type").isEmpty && seen.lines("Content-Length").isEmpty)
  }

  @Test("A form arrives in its exact bytes, with its type and length", arguments: URLEncodingTests.rows)
  func form(row: URLEncodingTests.Row) throws {
    let seen = try sent {
      $0.request($1.baseURL, method: .post, parameters: row.parameters(), encoding: row.encoding)
    }
    #expect(seen.line == "POST / HTTP/1.1")
    #expect(seen.body == row.expected)
    #expect(seen.lines("Content-Length") == ["Content-Length: \(row.expected.utf8.count)"])
    let type = "Content-Type: application/x-www-form-urlencoded; charset=utf-8"
    #expect(seen.lines("Content-Type") == (row.expected.isEmpty ? [] : [type]))
  }

  struct Search: Encodable, Sendable {
    struct Place: Encodable { var lat = 37.46, lon = 126.44 }
    var q = "New York C++ 인천"
    var iata = ["ICN", "GMP"]
    var direct = true
    var none: Int?
    var pos = Place()
    var legs = [["from": "ICN"], ["from": "NRT"]]
    var big = UInt64.max
  }

  private static let written =
    "big=18446744073709551615&direct=1&iata%5B%5D=ICN&iata%5B%5D=GMP&legs%5B0%5D%5Bfrom%5D=ICN"
    + "&legs%5B1%5D%5Bfrom%5D=NRT&pos%5Blat%5D=37.46&pos%5Blon%5D=126.44"
    + "&q=New%20York%20C%2B%2B%20%EC%9D%B8%EC%B2%9C"

  @Test("An Encodable value arrives as a query, as a form and as JSON")
  func encodable() throws {
    let query = try sent { $0.request($1.baseURL, parameters: Search()) }
    #expect(query.line == "GET /?\(Self.written) HTTP/1.1")
    let form = try sent { $0.request($1.baseURL, method: .put, parameters: Search()) }
    #expect(form.line == "PUT / HTTP/1.1")
    #expect(form.body == Self.written)
    let json = try sent { $0.request($1.baseURL, method: .patch, parameters: Search(), encoder: .json) }
    #expect(
      json.body == #"{"big":18446744073709551615,"direct":true,"iata":["ICN","GMP"],"legs":[{"from":"ICN"},"#
        + #"{"from":"NRT"}],"pos":{"lat":37.46,"lon":126.44},"q":"New York C++ 인천"}"#)
    #expect(json.lines("Content-Type") == ["Content-Type: application/json"])
    #expect(json.lines("Content-Length") == ["Content-Length: \(json.body.utf8.count)"])
  }

  @Test("JSON arrives in its exact bytes")
  func json() throws {
    let seen = try sent {
      $0.request(
        $1.baseURL, method: .post, parameters: ["b": 1, "a": ["x/y", NSNull(), 1.5, true] as [Any]],
        encoding: JSONEncoding.default)
    }
    #expect(seen.body == #"{"a":["x/y",null,1.5,true],"b":1}"#)
  }

  struct Router: HttpRouter {
    var baseUrlString: String
    var path: String
    var method = HTTPMethod.get
    var parameters: Parameters? { ["a": 1] }
  }

  @Test(
    "A base and a path meet in one slash, and the query of each stays",
    arguments: [
      ("", "x.json", "/x.json?a=1"), ("/", "/x.json", "/x.json?a=1"), ("//", "//x", "/x?a=1"), ("", "", "/?a=1"),
      ("/v1/", "x/", "/v1/x/?a=1"), ("/v1", "", "/v1?a=1"), ("?k=1#frag", "x", "/x?k=1&a=1"),
      ("?k=1&", "x?b=2", "/x?k=1&b=2&a=1"), ("/v1?k=%26", "인천/a b", "/v1/%EC%9D%B8%EC%B2%9C/a%20b?k=%26&a=1"),
      ("", "a%20b/100%", "/a%20b/100%25?a=1"), ("", "x#frag", "/x?a=1"),
    ])
  func routes(base: String, path: String, target: String) throws {
    let seen = try sent { $0.request(Router(baseUrlString: "\($1.baseURL)\(base)", path: path)) }
    #expect(seen.line == "GET \(target) HTTP/1.1")
  }

  struct Endpoint: RequestConvertible, URLRequestConvertible {
    var baseUrl: String
    var paths: [String]
    var method: HTTPMethod { .post }
    var parameters: [String: Any]? { ["a": Optional(3) as Any] }
    var body: [String: Any]? { ["b": 1] }
    var headers: [String: String]? { nil }
    func asURLRequest() throws -> URLRequest { try asURLRequest(timeoutInterval: 5) }
  }

  @Test(
    "What is inside a segment is escaped, once",
    arguments: [
      (["인천 공항"], "/%EC%9D%B8%EC%B2%9C%20%EA%B3%B5%ED%95%AD"),
      (["a?b", "c#d", "e%f", "g%20h", "i/j"], "/a%3Fb/c%23d/e%25f/g%2520h/i%2Fj"),
      (["✈️"], "/%E2%9C%88%EF%B8%8F"), (["/posts/", "/1"], "/posts/1"), ([], "/"), (["a\r\nb"], "/a%0D%0Ab"),
    ])
  func segments(paths: [String], target: String) throws {
    let seen = try sent { $0.request(Endpoint(baseUrl: "\($1.baseURL)", paths: paths)) }
    #expect(seen.line == "POST \(target)?a=3 HTTP/1.1")
    #expect(seen.body == #"{"b":1}"#)
  }

  @Test("Scheme and host arrive in lower case, IPv6 in brackets")
  func hosts() throws {
    let capitals = try sent { $0.request("HTTP://LocalHost:\($1.port)/Path?Q=A") }
    #expect(capitals.line == "GET /Path?Q=A HTTP/1.1")
    #expect(capitals.lines("Host")[0].hasPrefix("Host: localhost:"))
    let literal = try sent(overIPv6: true) { $0.request("http://[::1]:\($1.port)/x") }
    #expect(literal.lines("Host")[0].hasPrefix("Host: [::1]:"))
  }

  #if os(Linux)
    @Test(
      "A host in another script arrives in ASCII",
      arguments: [
        ("http://인천.test/x", "xn--lu5b27g.test"), ("http://%EC%9D%B8%EC%B2%9C.test/x", "xn--lu5b27g.test"),
        ("http://Bücher.Test:80/x", "xn--bcher-kva.test"),
      ])
    func scripts(address: String, host: String) throws {
      let proxy = try RawServer([.readRequest, Self.good])
      var configuration = CurlConfiguration()
      configuration.proxy = "\(proxy.baseURL)"
      let request = Session(transport: CurlTransport(configuration)).request(address)
      #expect(try end(request) == .success(Data("ok".utf8)))
      let seen = Seen(try #require(proxy.received.first))
      #expect(seen.line.replacingOccurrences(of: ":80/", with: "/") == "GET http://\(host)/x HTTP/1.1")
      #expect(seen.lines("Host").map { $0.replacingOccurrences(of: ":80", with: "") } == ["Host: \(host)"])
    }
  #endif

  @Test("Header values arrive as they are, and a type that the caller names is the only one")
  func headers() throws {
    let seen = try sent {
      $0.request(
        $1.baseURL, method: .post, parameters: ["a": 1],
        headers: ["X-One": "a\tb, c", "X-Text": "한글", "X-Empty": "", "content-TYPE": "text/x", "x-one": "last"])
    }
    #expect(seen.lines("X-One") == ["x-one: last"])
    #expect(seen.lines("X-Text") == ["X-Text: 한글"])
    #expect(seen.lines("X-Empty").count == 1)
    #expect(seen.lines("Content-Type").map { $0.split(separator: ":")[1] } == [" text/x"])
    #expect(seen.body == "a=1")
  }

  @Test(
    "A line end or NUL in a header, method or host is refused, and nothing is sent",
    arguments: ["a\r\nX-Evil: 1", "a\nb", "a\rb", "a\u{0}b"])
  func lineEnds(text: String) throws {
    let faults = [
      try refused { $0.request($1.baseURL, headers: ["X": text]) },
      try refused { $0.request($1.baseURL, headers: [text: "x"]) },
      try refused { $0.request($1.baseURL, method: HTTPMethod(rawValue: text)) },
      try refused { session, _ in session.request("http://\(text).test/") },
    ]
    let kinds = faults.map { fault in
      switch fault {
      case .header?: "header"
      case .method?: "method"
      case .url?: "url"
      default: "other"
      }
    }
    #expect(kinds == ["header", "header", "method", "url"])
  }

  @Test("A body on GET or HEAD, and one that cannot be written, are refused, and nothing is sent")
  func bodies() throws {
    for method in [HTTPMethod.get, .head] {
      let fault = try refused {
        $0.request($1.baseURL, method: method, parameters: ["a": 1], encoding: JSONEncoding.default)
      }
      #expect(fault == .bodyNotAllowed(method))
      #expect(try refused { $0.upload(Data([1]), to: $1.baseURL, method: method) } == .bodyNotAllowed(method))
    }
    struct Trip: Encodable { var legs = [["km": Double.nan]] }
    let faults = [
      try refused {
        $0.request($1.baseURL, method: .post, parameters: ["t": ["d": Date.self]], encoding: JSONEncoding.default)
      },
      try refused { $0.request($1.baseURL, parameters: ["t": ["d": Double.infinity]]) },
      try refused { $0.request($1.baseURL, method: .post, parameters: Trip()) },
      try refused { $0.request($1.baseURL, method: .post, parameters: Trip(), encoder: .json) },
    ]
    let paths = faults.map { if case .unencodable(let path, _)? = $0 { path } else { "none" } }
    #expect(paths == ["t.d", "t.d", "legs[0].km", "legs[0].km"])
  }
}
