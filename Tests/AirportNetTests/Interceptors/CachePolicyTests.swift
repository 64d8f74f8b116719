import Foundation
import Testing

@testable import AirportNet

/// A row of a table: what an answer says, what a request says, so many seconds later.
struct CacheCase: Sendable, CustomTestStringConvertible {
  var answer: [String: String]
  var request: [String: String] = [:]
  var after: TimeInterval
  var use: String

  init(_ answer: [String: String], _ request: [String: String] = [:], after: TimeInterval, _ use: String) {
    (self.answer, self.request, self.after, self.use) = (answer, request, after, use)
  }

  var testDescription: String { "\(answer) \(request) after \(after): \(use)" }
}

@Suite("CachePolicy")
struct CachePolicyTests {
  /// Sun, 06 Nov 1994 08:49:37 GMT
  static let start = Date(timeIntervalSince1970: 784_111_777)

  private func request(
    _ headers: [String: String] = [:], _ method: String = "GET", _ address: String = "http://host.test/a"
  ) throws -> URLRequest {
    URLRequest(try #require(URL(string: address)), method, headers: headers)
  }

  private func store(
    _ headers: [String: String], to request: URLRequest, status: Int = 200, delay: TimeInterval = 0,
    policy: CachePolicy = CachePolicy()
  ) -> StoredAnswer? {
    policy.kept(
      HTTPResponse(statusCode: status, headers: HTTPHeaders(headers), url: request.url, body: Data("1".utf8)),
      to: request, requestTime: Self.start, responseTime: Self.start + delay)
  }

  private func use(_ use: CachePolicy.Use) -> String {
    switch use {
    case .answer(let response): response.statusCode == 504 ? "504" : "answer"
    case .answerAndFetch(_, let sent): sent.value(forHTTPHeaderField: "If-None-Match") == nil ? "both" : "both if"
    case .fetch(let sent): sent.value(forHTTPHeaderField: "If-None-Match") == nil ? "fetch" : "fetch if"
    }
  }

  private static let tag = "\"1\""

  static let freshness: [CacheCase] = [
    CacheCase(["Cache-Control": "max-age=60"], after: 59, "answer"),
    CacheCase(["Cache-Control": "max-age=60"], after: 60, "fetch"),
    CacheCase(["Cache-Control": "max-age=60", "ETag": tag], after: 60, "fetch if"),
    CacheCase(["Cache-Control": "private, MAX-AGE=\"60\""], after: 59, "answer"),
    CacheCase(["Cache-Control": "s-maxage=1, max-age=60"], after: 59, "answer"),
    CacheCase(["Cache-Control": "s-maxage=100", "ETag": tag], after: 1, "fetch if"),
    CacheCase(["Cache-Control": "max-age=60, max-age=90", "ETag": tag], after: 61, "fetch if"),
    CacheCase(["Cache-Control": "max-age=6x0", "ETag": tag], after: 0, "fetch if"),
    CacheCase(["Cache-Control": "max-age=-1", "ETag": tag], after: 0, "fetch if"),
    CacheCase(["Cache-Control": "max-age=99999999999999999999"], after: 2_000_000_000, "answer"),
    CacheCase(["Cache-Control": "max-age=60", "Expires": "0"], after: 59, "answer"),
    CacheCase(["Expires": "Sun, 06 Nov 1994 08:50:37 GMT"], after: 59, "answer"),
    CacheCase(["Expires": "Sun, 06 Nov 1994 08:50:37 GMT"], after: 60, "fetch"),
    CacheCase(["Expires": "0", "ETag": tag], after: 0, "fetch if"),
    CacheCase(["ETag": tag], after: 0, "fetch if"),
    CacheCase(["Last-Modified": "Sun, 06 Nov 1994 08:00:00 GMT"], after: 0, "fetch"),
    CacheCase(["Cache-Control": "max-age=60", "Age": "50"], after: 9, "answer"),
    CacheCase(["Cache-Control": "max-age=60", "Age": "50"], after: 10, "fetch"),
    CacheCase(["Cache-Control": "max-age=60", "Date": "Sun, 06 Nov 1994 08:48:47 GMT"], after: 9, "answer"),
    CacheCase(["Cache-Control": "max-age=60", "Date": "Sun, 06 Nov 1994 08:48:47 GMT"], after: 10, "fetch"),
    CacheCase(
      ["Date": "Sun, 06 Nov 1994 08:48:47 GMT", "Expires": "Sun, 06 Nov 1994 08:49:47 GMT"], after: 9, "answer"),
    CacheCase(["Cache-Control": "max-age=60", "Date": "Sun, 06 Nov 2094 08:48:47 GMT"], after: 59, "answer"),
    CacheCase(["Cache-Control": "max-age=60", "ETag": tag], after: -1, "fetch if"),
    CacheCase(["Cache-Control": "no-cache, max-age=60", "ETag": tag], after: 1, "fetch if"),
    CacheCase(["Cache-Control": "max-age=60, must-revalidate"], after: 59, "answer"),
  ]

  static let wishes: [CacheCase] = [
    CacheCase(["Cache-Control": "max-age=60", "ETag": tag], ["Cache-Control": "no-cache"], after: 1, "fetch if"),
    CacheCase(["Cache-Control": "max-age=60", "ETag": tag], ["Pragma": "no-cache"], after: 1, "fetch if"),
    CacheCase(
      ["Cache-Control": "max-age=60"], ["Pragma": "no-cache", "Cache-Control": "max-age=5"], after: 1, "answer"),
    CacheCase(["Cache-Control": "max-age=60"], ["Cache-Control": "max-age=5"], after: 5, "answer"),
    CacheCase(["Cache-Control": "max-age=60"], ["Cache-Control": "max-age=5"], after: 6, "fetch"),
    CacheCase(["Cache-Control": "max-age=60"], ["Cache-Control": "max-age=0"], after: 1, "fetch"),
    CacheCase(["Cache-Control": "max-age=60"], ["Cache-Control": "min-fresh=50"], after: 10, "answer"),
    CacheCase(["Cache-Control": "max-age=60"], ["Cache-Control": "min-fresh=50"], after: 11, "fetch"),
    CacheCase(["Cache-Control": "max-age=60"], ["Cache-Control": "max-stale=5"], after: 65, "answer"),
    CacheCase(["Cache-Control": "max-age=60"], ["Cache-Control": "max-stale=5"], after: 66, "fetch"),
    CacheCase(["Cache-Control": "max-age=60"], ["Cache-Control": "max-stale"], after: 1e6, "answer"),
    CacheCase(["Cache-Control": "max-age=60, must-revalidate"], ["Cache-Control": "max-stale"], after: 61, "fetch"),
    CacheCase(["Cache-Control": "no-cache", "ETag": tag], ["Cache-Control": "max-stale"], after: 1, "fetch if"),
    CacheCase(["Cache-Control": "max-age=60"], ["Cache-Control": "only-if-cached"], after: 59, "answer"),
    CacheCase(["Cache-Control": "max-age=60"], ["Cache-Control": "only-if-cached"], after: 61, "504"),
    CacheCase(["Cache-Control": "max-age=60"], ["Cache-Control": "only-if-cached, no-cache"], after: 1, "504"),
    CacheCase(["Cache-Control": "max-age=60"], ["Cache-Control": "only-if-cached, max-stale"], after: 61, "answer"),
    CacheCase(["Cache-Control": "max-age=60, stale-while-revalidate=30"], after: 61, "both"),
    CacheCase(["Cache-Control": "max-age=60, stale-while-revalidate=30", "ETag": tag], after: 89, "both if"),
    CacheCase(["Cache-Control": "max-age=60, stale-while-revalidate=30"], after: 90, "fetch"),
    CacheCase(["Cache-Control": "max-age=60, stale-while-revalidate=30"], after: 59, "answer"),
    CacheCase(["Cache-Control": "max-age=60, stale-while-revalidate=30, must-revalidate"], after: 61, "fetch"),
    CacheCase(
      ["Cache-Control": "max-age=60, stale-while-revalidate=30"], ["Cache-Control": "no-cache"], after: 61, "fetch"),
  ]

  @Test("what is kept serves for as long as it says, and as the request wishes", arguments: freshness + wishes)
  func uses(_ row: CacheCase) throws {
    let request = try request(row.request)
    let kept = try #require(store(row.answer, to: request))
    #expect(use(CachePolicy().use(kept, for: request, now: Self.start + row.after)) == row.use)
  }

  @Test("the time on the way counts as age")
  func delay() throws {
    let request = try request()
    let kept = try #require(store(["Cache-Control": "max-age=60", "Age": "10"], to: request, delay: 20))
    #expect(kept.age(at: Self.start + 20) == 30)
    #expect(kept.age(at: Self.start + 50) == 60)
    #expect(kept.served(at: Self.start + 49.9).headers["Age"] == "59")
  }

  @Test("without anything kept the server is asked, or 504 is the answer")
  func nothing() throws {
    let policy = CachePolicy()
    #expect(use(policy.use(nil, for: try request(), now: Self.start)) == "fetch")
    #expect(use(policy.use(nil, for: try request(["Cache-Control": "only-if-cached"]), now: Self.start)) == "504")
  }

  @Test(
    "what a request's cache policy means",
    arguments: [
      (URLRequest.CachePolicy.useProtocolCachePolicy, "answer", "fetch"),
      (.reloadIgnoringLocalCacheData, "fetch", "fetch"), (.returnCacheDataElseLoad, "answer", "answer"),
      (.returnCacheDataDontLoad, "answer", "answer"),
    ])
  func cachePolicies(_ cachePolicy: URLRequest.CachePolicy, _ fresh: String, _ stale: String) throws {
    var request = try request()
    request.cachePolicy = cachePolicy
    let kept = try #require(store(["Cache-Control": "max-age=60"], to: request))
    #expect(use(CachePolicy().use(kept, for: request, now: Self.start + 1)) == fresh)
    #expect(use(CachePolicy().use(kept, for: request, now: Self.start + 61)) == stale)
  }

  @Test(
    "what is kept, by status",
    arguments: [
      (200, true), (203, true), (204, true), (300, true), (301, true), (308, true), (404, true), (405, true),
      (410, true), (414, true), (501, true), (201, false), (206, false), (302, false), (303, false), (304, false),
      (307, false), (400, false), (401, false), (403, false), (429, false), (500, false), (503, false),
    ])
  func statuses(_ status: Int, _ isKept: Bool) throws {
    #expect((store(["Cache-Control": "max-age=60"], to: try request(), status: status) != nil) == isKept)
  }

  @Test(
    "what is not kept, by header",
    arguments: [
      [:], ["Cache-Control": "no-store, max-age=60"], ["Cache-Control": "max-age=60", "Vary": "*"],
      ["Cache-Control": "max-age=60", "Vary": "Accept, *"], ["Cache-Control": "max-age=0"], ["Expires": "0"],
      ["Cache-Control": "x=\"open, no-store, max-age=60", "ETag": tag],
    ] as [[String: String]])
  func notKept(_ headers: [String: String]) throws {
    #expect(store(headers, to: try request()) == nil)
  }

  @Test("an answer from where redirects led, or to another method, is not kept")
  func elsewhere() throws {
    let request = try request()
    let fresh: HTTPHeaders = ["Cache-Control": "max-age=60"]
    func kept(_ response: HTTPResponse) -> StoredAnswer? {
      CachePolicy().kept(response, to: request, requestTime: Self.start, responseTime: Self.start)
    }
    #expect(kept(HTTPResponse(statusCode: 200, headers: fresh, url: URL(string: "http://host.test/b"))) == nil)
    #expect(kept(HTTPResponse(statusCode: 200, headers: fresh, url: request.url, method: .head)) == nil)
    #expect(kept(HTTPResponse(statusCode: 200, headers: fresh, url: URL(string: "http://HOST.test:80/a#x"))) != nil)
    #expect(kept(HTTPResponse(statusCode: 200, headers: fresh, url: nil)) != nil)
  }

  @Test("fields for the connection and cookies are not kept")
  func storable() throws {
    let headers = [
      "Cache-Control": "max-age=60", "Connection": "close, X-Hop", "X-Hop": "1", "Keep-Alive": "5", "Set-Cookie": "a=b",
      "X-Note": "2",
    ]
    let kept = try #require(store(headers, to: try request()))
    #expect(kept.response.headers.dictionary == ["Cache-Control": "max-age=60", "X-Note": "2"])
  }

  @Test("a request that Vary tells apart is not answered")
  func varies() throws {
    let headers = ["Cache-Control": "max-age=60", "Vary": "X-Unit, accept-encoding"]
    let kept = try #require(store(headers, to: try request(["X-Unit": "km"])))
    func use(_ headers: [String: String]) throws -> String {
      self.use(CachePolicy().use(kept, for: try request(headers), now: Self.start + 1))
    }
    #expect(try use(["x-unit": "km"]) == "answer")
    #expect(try use(["X-Unit": "mi"]) == "fetch")
    #expect(try use([:]) == "fetch")
    #expect(try use(["X-Unit": "km", "Accept-Encoding": "gzip"]) == "fetch")
  }

  @Test(
    "which way a request goes",
    arguments: [
      ("GET", [:], "lookUp"), ("HEAD", [:], "pass"), ("OPTIONS", [:], "pass"), ("QUERY", [:], "pass"),
      ("POST", [:], "invalidate"), ("PUT", [:], "invalidate"), ("DELETE", [:], "invalidate"),
      ("PATCH", [:], "invalidate"), ("PURGE", [:], "invalidate"), ("GET", ["Range": "bytes=0-1"], "pass"),
      ("GET", ["If-None-Match": tag], "pass"), ("GET", ["If-Modified-Since": "x"], "pass"),
      ("GET", ["Cache-Control": "no-store"], "pass"), ("GET", ["Cache-Control": "only-if-cached, no-store"], "refuse"),
      ("GET", ["Cache-Control": "only-if-cached", "Range": "bytes=0-1"], "refuse"),
    ] as [(String, [String: String], String)])
  func routes(_ method: String, _ headers: [String: String], _ expected: String) throws {
    #expect("\(CachePolicy().route(try request(headers, method), owner: nil))".hasPrefix(expected))
  }

  @Test("a credential, a cookie, a language, a listed name and an owner each have entries of their own")
  func keys() throws {
    func key(
      _ headers: [String: String] = [:], owner: String? = nil, _ address: String = "http://host.test/a"
    ) throws -> CacheKey {
      let route = CachePolicy(keyHeaders: ["X-Unit"]).route(try request(headers, "GET", address), owner: owner)
      guard case .lookUp(let key) = route else { throw NetworkError.cancelled }
      return key
    }
    let keys = try [
      key(), key(["Authorization": "Bearer a"]), key(["Authorization": "Bearer b"]), key(["Cookie": "a=b"]),
      key(["X-Api-Key": "k"]), key(["Accept-Language": "ko"]), key(["Accept": "text/plain"]), key(["X-Unit": "km"]),
      key(owner: "7"), key(owner: "8"), key([:], owner: nil, "http://host.test/a?token=x"),
    ]
    #expect(Set(keys).count == keys.count)
    #expect(keys.map(\.isSecret) == [false, true, true, true, true, false, false, false, false, false, true])
    #expect(try key(["X-Other": "1"], owner: nil, "HTTP://HOST.test:80/a#x") == key())
    #expect(try key(["authorization": "Bearer a"]) == keys[1])
  }

  static let errors: [(NetworkError, Bool)] = [
    (.transport(.offline, phase: .connecting, mayHaveReachedServer: false), true),
    (.transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true), true),
    (.timedOut(.idle, mayHaveReachedServer: true), true), (.cancelled, false), (.authentication(.missing), false),
    (.invalidRequest(.other("x")), false),
  ]

  @Test("stale-if-error serves in place of faults on the way", arguments: errors)
  func insteadOfError(_ error: NetworkError, _ serves: Bool) throws {
    let (request, policy) = (try request(), CachePolicy())
    let kept = try #require(store(["Cache-Control": "max-age=60, stale-if-error=30"], to: request))
    #expect(policy.serves(kept, insteadOf: error, for: request, now: Self.start + 89) == serves)
    #expect(!policy.serves(kept, insteadOf: error, for: request, now: Self.start + 90))
  }

  @Test("stale-if-error serves in place of these statuses", arguments: [400, 404, 429, 500, 501, 502, 503, 504])
  func insteadOfStatus(_ status: Int) throws {
    let request = try request()
    let kept = try #require(store(["Cache-Control": "max-age=60, stale-if-error=30"], to: request))
    let serves = CachePolicy().serves(
      kept, insteadOf: HTTPResponse(statusCode: status), for: request, now: Self.start + 61)
    #expect(serves == [500, 502, 503, 504].contains(status))
  }

  @Test(
    "who allows stale-if-error, and who forbids it",
    arguments: [
      ("max-age=60", "", 0, false), ("max-age=60", "", 30, true), ("max-age=60", "stale-if-error=30", 0, true),
      ("max-age=60, stale-if-error=0", "", 30, false),
      ("max-age=60, stale-if-error=30, must-revalidate", "", 30, false),
      ("no-cache, max-age=60, stale-if-error=30", "", 30, false),
      ("max-age=60, stale-if-error=30", "no-cache", 30, false),
    ])
  func allows(_ answer: String, _ asked: String, _ seconds: Int, _ serves: Bool) throws {
    let request = try request(asked.isEmpty ? [:] : ["Cache-Control": asked])
    let kept = try #require(store(["Cache-Control": answer, "ETag": "1"], to: request))
    let policy = CachePolicy(staleIfError: .seconds(seconds))
    let lost = NetworkError.transport(.offline, phase: .connecting, mayHaveReachedServer: false)
    #expect(policy.serves(kept, insteadOf: lost, for: request, now: Self.start + 61) == serves)
  }

  @Test("a 304 brings new fields and a new age, and leaves what describes the body")
  func freshens() throws {
    var headers: HTTPHeaders = [
      "Cache-Control": "max-age=60", "ETag": Self.tag, "Age": "50", "Content-Length": "1", "X-Note": "old",
      "X-Kept": "1", "Date": "Sun, 06 Nov 1994 08:49:37 GMT",
    ]
    headers.append(name: "X-Note", value: "older")
    let response = HTTPResponse(statusCode: 200, headers: headers, body: Data("1".utf8))
    let request = try request()
    let kept = try #require(
      CachePolicy().kept(response, to: request, requestTime: Self.start, responseTime: Self.start))
    let news = HTTPResponse(
      statusCode: 304,
      headers: [
        "Cache-Control": "max-age=5", "ETag": "W/\"1\"", "Content-Length": "0", "X-Note": "new", "Connection": "close",
      ])
    let (sent, came) = (Self.start + 100, Self.start + 101)
    let fresh = try #require(kept.freshened(by: news, requestTime: sent, responseTime: came))
    #expect(fresh.response.statusCode == 200)
    #expect(fresh.response.body == Data("1".utf8))
    #expect(
      fresh.response.headers.dictionary == [
        "Cache-Control": "max-age=5", "ETag": "W/\"1\"", "Content-Length": "1", "X-Note": "new", "X-Kept": "1",
        "Date": "Sun, 06 Nov 1994 08:51:18 GMT",
      ])
    #expect(fresh.age(at: came) == 1)
    #expect(fresh.lifetime == 5)
    let other = HTTPResponse(statusCode: 304, headers: ["ETag": "\"2\""])
    #expect(kept.freshened(by: other, requestTime: sent, responseTime: came) == nil)
  }

  @Test("the conditions are those that the answer gave the means for")
  func conditions() throws {
    let date = "Sun, 06 Nov 1994 08:00:00 GMT"
    let request = try request()
    let both = try #require(store(["ETag": "W/\"1\"", "Last-Modified": date], to: request)).condition(request)
    #expect(both.value(forHTTPHeaderField: "If-None-Match") == "W/\"1\"")
    #expect(both.value(forHTTPHeaderField: "If-Modified-Since") == date)
    let neither = try #require(store(["Cache-Control": "max-age=1"], to: request)).condition(request)
    #expect(neither == request)
  }

  @Test("a change makes the address unknown, and those of the same origin that its answer names")
  func invalidation() throws {
    let post = try request([:], "POST", "http://host.test/list")
    func forgotten(_ status: Int, _ headers: HTTPHeaders = [:]) -> [String] {
      let response = HTTPResponse(statusCode: status, headers: headers, method: .post)
      return CachePolicy().invalidated(by: post, .success(response)).map(\.absoluteString)
    }
    #expect(forgotten(200) == ["http://host.test/list"])
    #expect(forgotten(201, ["Location": "/list/7"]) == ["http://host.test/list", "http://host.test/list/7"])
    #expect(
      forgotten(200, ["Location": "http://other.test/x", "Content-Location": "HTTP://HOST.test:80/y"]) == [
        "http://host.test/list", "HTTP://HOST.test:80/y",
      ])
    #expect(forgotten(400).isEmpty)
    #expect(forgotten(500).isEmpty)
    let policy = CachePolicy()
    #expect(policy.invalidated(by: post, .failure(.timedOut(.idle, mayHaveReachedServer: true))).count == 1)
    #expect(
      policy.invalidated(
        by: post, .failure(.transport(.refused, phase: .connecting, mayHaveReachedServer: false))
      ).isEmpty)
  }
}
