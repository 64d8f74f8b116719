#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// How the request for the next page follows from a page. A pure value.
public struct NextPage<Page: Sendable>: Sendable {
  /// What follows a page.
  enum Step: Sendable {
    /// The page is delivered; then this request is sent, or there is none and it was the last.
    case deliver(then: URLRequest?)
    /// The page only says that there was none more.
    case stop
  }

  let step: @Sendable (Page, HTTPResponse, URLRequest) throws -> Step

  private init(step: @escaping @Sendable (Page, HTTPResponse, URLRequest) throws -> Step) {
    self.step = step
  }

  /// A rule of the caller's own: the next request, made of the page, the answer that it came in and the request that
  /// was sent for it; nil after the last page.
  public init(_ next: @escaping @Sendable (Page, HTTPResponse, URLRequest) throws -> URLRequest?) {
    self.init(step: { .deliver(then: try next($0, $1, $2)) })
  }

  /// The page that the answer's `Link` header names by `rel="next"` (RFC 8288), a relative address being resolved.
  ///
  /// Authorization, Cookie and the names given do not go along to another scheme, host or port.
  public static func link(privateHeaders: [String] = []) -> NextPage {
    NextPage { _, response, request in
      guard let link = response.headers.linkTarget("next"), let place = response.url ?? request.url else { return nil }
      // The rules for redirects are those that are wanted here.
      let target = RedirectPolicy.resolve(link, against: place)?.absoluteString ?? link
      let redirect = HTTPResponse(statusCode: 307, headers: ["Location": target])
      switch RedirectPolicy(privateHeaders: privateHeaders).step(after: redirect, to: request) {
      case .follow(let next): return next
      case .stop: return nil
      case .fail(let error): throw error
      }
    }
  }

  /// The page whose cursor the page before holds: the parameter of the query takes it, everything else stays. Nil or an
  /// empty text ends.
  public static func cursor(
    _ parameter: String = "cursor", _ read: @escaping @Sendable (Page) -> String?
  ) -> NextPage {
    NextPage { page, _, request in
      guard let cursor = read(page), !cursor.isEmpty else { return nil }
      return request.replacing(query: parameter, cursor)
    }
  }

  /// The page of the number after: the parameter of the query counts up, until a page is empty, which is not delivered.
  ///
  /// - Parameters:
  ///   - parameter: the name in the query.
  ///   - first: the number of the first page, where its request names none.
  ///   - isEmpty: whether a page is empty.
  public static func number(
    _ parameter: String = "page", startingAt first: Int = 1, isEmpty: @escaping @Sendable (Page) -> Bool
  ) -> NextPage {
    NextPage(step: { page, _, request in
      if isEmpty(page) { return .stop }
      let number = request.query(parameter).flatMap { Int($0) } ?? first
      return .deliver(then: request.replacing(query: parameter, "\(number + 1)"))
    })
  }

  /// The page of the number after, until one is empty; see `number(_:startingAt:isEmpty:)`.
  public static func number(
    _ parameter: String = "page", startingAt first: Int = 1
  ) -> NextPage where Page: Collection {
    number(parameter, startingAt: first) { $0.isEmpty }
  }
}

extension URLRequest {
  fileprivate func query(_ name: String) -> String? {
    url.flatMap { URLComponents(url: $0, resolvingAgainstBaseURL: true) }?.queryItems?.first { $0.name == name }?.value
  }

  /// The same request with one value of that name in the query, at the place of the first.
  fileprivate func replacing(query name: String, _ value: String) -> URLRequest {
    guard let url, var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return self }
    let item = URLQueryItem(
      name: PercentEncoding.encode(name[...], .queryItem), value: PercentEncoding.encode(value[...], .queryItem))
    var items = parts.percentEncodedQueryItems ?? []
    let isNamed = { (item: URLQueryItem) in (item.name.removingPercentEncoding ?? item.name) == name }
    let place = items.firstIndex(where: isNamed) ?? items.count
    items.removeAll(where: isNamed)
    items.insert(item, at: place)
    parts.percentEncodedQueryItems = items
    var request = self
    request.url = parts.url
    return request
  }
}
