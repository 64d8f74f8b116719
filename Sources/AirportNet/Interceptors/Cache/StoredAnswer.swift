internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// An answer in a cache, and what tells how old it is and which requests it answers. Pure.
struct StoredAnswer: Hashable, Sendable {
  /// The answer, without the fields that were for the connection.
  var response: HTTPResponse
  /// When its request was sent, by the wall clock.
  var requestTime: Date
  /// When it came, by the wall clock.
  var responseTime: Date
  /// What the request had in the fields that `Vary` names, by name in lower case.
  var varying: [String: String]

  var directives: CacheDirectives { CacheDirectives(response.headers) }

  /// How many bytes it counts for.
  var size: Int {
    let names = varying.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count }
    return response.headers.reduce(response.body.count + names + 500) { $0 + $1.name.utf8.count + $1.value.utf8.count }
  }

  /// For how long it is fresh, in seconds, counted as `age` is (RFC 9111 section 4.2.1). Nothing is guessed: an answer
  /// that does not say is never fresh. `s-maxage` is for shared caches.
  var lifetime: TimeInterval {
    if let seconds = directives.seconds("max-age") { return seconds }
    guard let expires = response.headers.values(for: "Expires").first else { return 0 }
    return HTTPDate.parse(expires).map { max(0, $0.timeIntervalSince(date)) } ?? 0
  }

  /// How old it is, in seconds (RFC 9111 section 4.2.3); without end where the clock stands before its coming.
  func age(at now: Date) -> TimeInterval {
    guard now >= responseTime else { return .infinity }
    let delay = max(0, responseTime.timeIntervalSince(requestTime))
    let stated = response.headers.values(for: "Age").first.flatMap { Double($0) } ?? 0
    let initial = max(responseTime.timeIntervalSince(date), min(max(0, stated), CacheDirectives.longest) + delay, 0)
    return initial + now.timeIntervalSince(responseTime)
  }

  private var date: Date { response.headers.values(for: "Date").first.flatMap(HTTPDate.parse) ?? responseTime }

  /// Whether a request has what the request had that it answered (RFC 9111 section 4.1).
  func answers(_ request: URLRequest) -> Bool {
    varying.allSatisfy { Self.value($0.key, of: request) == $0.value }
  }

  /// What the fields of `Vary` are in the request; nil where nothing else could match.
  static func varying(_ headers: HTTPHeaders, _ request: URLRequest) -> [String: String]? {
    var result: [String: String] = [:]
    for name in headers.values(for: "Vary").flatMap({ HTTPList.split($0[...], at: ",") }) {
      if name == "*" { return nil }
      result[name.lowercased()] = value(String(name), of: request)
    }
    return result
  }

  private static func value(_ name: String, of request: URLRequest) -> String {
    request.value(forHTTPHeaderField: name).map { "=" + $0 } ?? ""
  }

  /// The answer as it is given to a caller, with its age (RFC 9111 section 5.1).
  func served(at now: Date) -> HTTPResponse {
    var response = response
    response.head.headers["Age"] = "\(Int(min(age(at: now), CacheDirectives.longest)))"
    return response
  }

  /// Whether the server can be asked if it still holds.
  var canBeAskedAgain: Bool { response.headers["ETag"] != nil || response.headers["Last-Modified"] != nil }

  /// The request with the conditions under which it need not come again (RFC 9111 section 4.3.1).
  func condition(_ request: URLRequest) -> URLRequest {
    var request = request
    if let tag = response.headers.values(for: "ETag").first {
      request.setValue(tag, forHTTPHeaderField: "If-None-Match")
    }
    if let date = response.headers.values(for: "Last-Modified").first {
      request.setValue(date, forHTTPHeaderField: "If-Modified-Since")
    }
    return request
  }

  /// The answer made fresh by a 304 (RFC 9111 section 4.3.4); nil where the 304 speaks of another one.
  func freshened(by news: HTTPResponse, requestTime: Date, responseTime: Date) -> StoredAnswer? {
    let (old, new) = (response.headers["ETag"], news.headers["ETag"])
    if let new, old.map(Self.opaque) != Self.opaque(new) { return nil }
    var result = self
    (result.requestTime, result.responseTime) = (requestTime, responseTime)
    var headers = response.headers
    headers.remove(name: "Age")
    headers["Date"] = HTTPDate.format(responseTime)
    let fields = Self.storable(news.headers).filter { field in
      !["Content-Length", "Content-Encoding", "Content-Range"].contains { HTTPToken.equal($0, field.name) }
    }
    for field in fields { headers.remove(name: field.name) }
    for field in fields { headers.append(field) }
    result.response.head.headers = headers
    return result
  }

  private static func opaque(_ tag: String) -> Substring { tag.hasPrefix("W/") ? tag.dropFirst(2) : tag[...] }

  /// The fields without those that are for one connection (RFC 9110 section 7.6.1), and without cookies: they were set
  /// when they came.
  static func storable(_ headers: HTTPHeaders) -> HTTPHeaders {
    var result = headers
    let listed = headers.values(for: "Connection").flatMap { HTTPList.split($0[...], at: ",") }.map(String.init)
    let usual = [
      "Connection", "Keep-Alive", "Proxy-Connection", "Transfer-Encoding", "TE", "Upgrade", "Trailer", "Set-Cookie",
    ]
    for name in usual + listed { result.remove(name: name) }
    return result
  }
}
