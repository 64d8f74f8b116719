internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What a cache keeps and when it may answer: the rules of RFC 9111 for a private cache. Pure.
///
/// - Kept are answers to GET of a status that RFC 9110 calls cacheable and that say how long they are fresh (max-age,
///   Expires) or can be asked about again (ETag, Last-Modified). How long one is fresh is never guessed.
/// - Not kept: `no-store` of either side, `Vary: *`, parts of a file, answers to requests that bring conditions or a
///   body, and answers that redirects led to, since they do not say how long those hold.
/// - `private` and `s-maxage` are for shared caches and change nothing. A clock that stands before an answer's coming
///   makes it stale.
/// - A request with a credential is answered by what was kept for that credential alone, and that never reaches a disk.
/// - A request's Cache-Control counts (no-store, no-cache, max-age, max-stale, min-fresh, only-if-cached), and so does
///   `URLRequest.cachePolicy`.
public struct CachePolicy: Sendable {
  /// For how long after its time an answer that does not say so (`stale-if-error`, RFC 5861) still serves where the
  /// server cannot be reached or answers 500, 502, 503 or 504. `must-revalidate` and `no-cache` forbid it.
  public var staleIfError: Duration
  /// For how long after its time an answer that does not say so (`stale-while-revalidate`, RFC 5861) serves at once
  /// while a new one is fetched. `must-revalidate` and `no-cache` forbid it.
  public var staleWhileRevalidate: Duration
  /// The names of header fields whose values have entries of their own, beside Authorization, Cookie, Accept and
  /// Accept-Language. Those with a name like a secret's, such as `X-Api-Key`, are always among them.
  public var keyHeaders: [String]

  /// Takes its values.
  public init(
    staleIfError: Duration = .zero, staleWhileRevalidate: Duration = .zero, keyHeaders: [String] = []
  ) {
    self.staleIfError = staleIfError
    self.staleWhileRevalidate = staleWhileRevalidate
    self.keyHeaders = keyHeaders
  }

  /// How the cache has to do with a request.
  enum Route: Hashable, Sendable {
    /// Nothing.
    case pass
    /// Answer it with 504: it is not for the server, nor for the cache.
    case refuse
    /// It may change what is kept.
    case invalidate
    /// It may be answered by what is kept under the key.
    case lookUp(CacheKey)
  }

  func route(_ request: URLRequest, owner: String?) -> Route {
    switch HTTPMethod(rawValue: request.httpMethod ?? "GET") {
    case .get: break
    case .head, .options, .trace, .query: return .pass
    default: return .invalidate
    }
    let own = ["Range", "If-None-Match", "If-Modified-Since", "If-Match", "If-Unmodified-Since", "If-Range"]
    let asked = CacheDirectives(request)
    guard let url = request.url, request.httpBody?.isEmpty ?? true, request.httpBodyStream == nil,
      !own.contains(where: { request.value(forHTTPHeaderField: $0) != nil }), !asked.contains("no-store")
    else { return asked.contains("only-if-cached") ? .refuse : .pass }
    return .lookUp(CacheKey(url, request.allHTTPHeaderFields ?? [:], owner: owner, keyHeaders: keyHeaders))
  }

  /// What to do with a request and what is kept for it.
  enum Use: Hashable, Sendable {
    /// Give this.
    case answer(HTTPResponse)
    /// Give this, and fetch a new one by the request meanwhile.
    case answerAndFetch(HTTPResponse, URLRequest)
    /// Send this.
    case fetch(URLRequest)
  }

  func use(_ kept: StoredAnswer?, for request: URLRequest, now: Date) -> Use {
    let asked = CacheDirectives(request)
    let isOffline = asked.contains("only-if-cached")
    guard let kept, kept.answers(request) else {
      return isOffline ? .answer(Self.missing(request)) : .fetch(request)
    }
    let (said, age) = (kept.directives, kept.age(at: now))
    let left = kept.lifetime - age
    let isTooOld = age > asked.seconds("max-age") ?? .infinity
    if !asked.contains("no-cache"), !said.contains("no-cache"), !isTooOld {
      let mayBeStale = !said.contains("must-revalidate")
      if left > 0, left >= asked.seconds("min-fresh") ?? 0 { return .answer(kept.served(at: now)) }
      if mayBeStale, let limit = asked.limit("max-stale"), -left <= limit { return .answer(kept.served(at: now)) }
      let grace = said.seconds("stale-while-revalidate") ?? staleWhileRevalidate / .seconds(1)
      if mayBeStale, !isOffline, left <= 0, -left < grace {
        return .answerAndFetch(kept.served(at: now), kept.condition(request))
      }
    }
    return isOffline ? .answer(Self.missing(request)) : .fetch(kept.condition(request))
  }

  /// What a request gets that allows the cache alone, where that has nothing (RFC 9111 section 5.2.1.7).
  static func missing(_ request: URLRequest) -> HTTPResponse {
    HTTPResponse(statusCode: 504, url: request.url, method: HTTPMethod(rawValue: request.httpMethod ?? "GET"))
  }

  /// What to keep of an answer; nil for nothing.
  func kept(
    _ response: HTTPResponse, to request: URLRequest, requestTime: Date, responseTime: Date
  ) -> StoredAnswer? {
    let directives = CacheDirectives(response.headers)
    guard Self.statuses.contains(response.statusCode), response.method == .get, !directives.contains("no-store"),
      let varying = StoredAnswer.varying(response.headers, request), !Self.isElsewhere(response, request)
    else { return nil }
    var kept = StoredAnswer(
      response: response, requestTime: requestTime, responseTime: responseTime, varying: varying)
    kept.response.head.headers = StoredAnswer.storable(response.headers)
    kept.response.metrics = nil
    return kept.canBeAskedAgain || kept.lifetime > 0 ? kept : nil
  }

  /// Whether what was kept before is out of date, now that this came in its place.
  func isSuperseded(by response: HTTPResponse) -> Bool { Self.statuses.contains(response.statusCode) }

  /// Whether what is kept serves in place of a failure.
  func serves(_ kept: StoredAnswer, insteadOf error: NetworkError, for request: URLRequest, now: Date) -> Bool {
    switch error {
    case .transport, .timedOut: survives(kept, request, now)
    default: false
    }
  }

  /// Whether what is kept serves in place of an answer.
  func serves(_ kept: StoredAnswer, insteadOf response: HTTPResponse, for request: URLRequest, now: Date) -> Bool {
    [500, 502, 503, 504].contains(response.statusCode) && survives(kept, request, now)
  }

  private func survives(_ kept: StoredAnswer, _ request: URLRequest, _ now: Date) -> Bool {
    let asked = CacheDirectives(request)
    guard !kept.directives.contains("must-revalidate"), !kept.directives.contains("no-cache"),
      !asked.contains("no-cache"), kept.answers(request)
    else { return false }
    let limits = [asked.seconds("stale-if-error"), kept.directives.seconds("stale-if-error")].compactMap { $0 }
    return kept.age(at: now) - kept.lifetime < limits.max() ?? staleIfError / .seconds(1)
  }

  /// The addresses that a request may have changed, its answer being this, or nil where none came that says so
  /// (RFC 9111 section 4.4).
  func invalidated(by request: URLRequest, _ outcome: Result<HTTPResponse, NetworkError>) -> [URL] {
    guard let url = request.url else { return [] }
    switch outcome {
    case .failure(let error): return error.mayHaveReachedServer ? [url] : []
    case .success(let response):
      guard (200..<400).contains(response.statusCode) else { return [] }
      let named = ["Location", "Content-Location"].compactMap { response.headers.values(for: $0).first }
      let others = named.compactMap { URL(string: $0, relativeTo: url)?.absoluteURL } + [response.url].compactMap { $0 }
      return [url] + others.filter { RequestAddress.origin($0) == RequestAddress.origin(url) }
    }
  }

  private static func isElsewhere(_ response: HTTPResponse, _ request: URLRequest) -> Bool {
    guard let place = response.url, let asked = request.url, place != asked else { return false }
    return RequestAddress.text(place) != RequestAddress.text(asked)
  }

  // Cacheable by RFC 9110 section 15.1, but for parts.
  private static let statuses: Set<Int> = [200, 203, 204, 300, 301, 308, 404, 405, 410, 414, 501]
}
