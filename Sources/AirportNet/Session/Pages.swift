internal import Foundation
public import MiniRx

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// Lists that come page by page. Cold: each subscription begins with the first page, and disposing it cancels the request
/// that is under way.
///
///     pages     -p1--p2--p3|        one request at a time, the next when the page before has been delivered
///
/// - Ends after the page that names none more; an error of any page ends it, after the pages before.
/// - A page that names one which was there before is an `undecodable` error: the list would never end.
/// - Costs a few words of memory for each page, to know it again.
/// - An observer that is told on another actor or queue does not hold the next request back; `take(n)` does.
extension HttpService {
  /// The pages of a list, each checked as the service checks its answers.
  ///
  ///     service.pages(of: [Post].self, from: PostsRouter.list, next: .link())
  ///
  /// - Parameters:
  ///   - type: the type of a page.
  ///   - first: the request for the first page, built here and now.
  ///   - next: how the next request follows from a page.
  ///   - decoder: what reads a page.
  public func pages<Page: Decodable & Sendable>(
    of type: Page.Type = Page.self, from first: any URLRequestConvertible, next: NextPage<Page>,
    decoder: any DataDecoder = JSONValueDecoder()
  ) -> Observable<Page> {
    PageTurner(next: next, decoder: decoder) { self.request($0) }.pages(from: BuiltRequest(first.asURLRequest))
  }
}

extension Session {
  /// The pages of a list, where the statuses are 200..<300; see `HttpService.pages(of:from:next:decoder:)`.
  public func pages<Page: Decodable & Sendable>(
    of type: Page.Type = Page.self, from first: any URLRequestConvertible, next: NextPage<Page>,
    decoder: any DataDecoder = JSONValueDecoder()
  ) -> Observable<Page> {
    PageTurner(next: next, decoder: decoder) { self.request($0).validate() }
      .pages(from: BuiltRequest(first.asURLRequest))
  }
}

private struct PageTurner<Page: Decodable & Sendable>: Sendable {
  let next: NextPage<Page>
  let decoder: any DataDecoder
  let send: @Sendable (URLRequest) -> DataRequest

  func pages(from first: BuiltRequest) -> Observable<Page> {
    .deferred { pages(from: try first.asURLRequest(), after: Trail()) }
  }

  /// The rest takes the place of the chain, so that it is no deeper after any number of pages.
  private func pages(from request: URLRequest, after trail: Trail) -> Observable<Page> {
    .deferred {
      let page = send(request).singleResponse().map { response in
        let page = try response.decode(Page.self, decoder: decoder)
        guard case .deliver(let following) = try next.step(page, response, request) else { return Page?.none }
        trail.turn(from: request, to: following, response, Page.self)
        return page
      }
      return page.asObservable().compactMap { $0 }.concat(
        .deferred { try trail.takeNext().map { pages(from: $0, after: trail) } ?? .empty() })
    }
  }
}

/// Where one subscription has been, and goes next.
private final class Trail: @unchecked Sendable {
  // Sendable by rule: one request is under way at a time.
  private var places: Set<StableHash> = []
  private var next: Result<URLRequest?, NetworkError> = .success(nil)

  func turn(from request: URLRequest, to following: URLRequest?, _ response: HTTPResponse, _ type: Any.Type) {
    places.insert(Self.place(request))
    next = .success(following)
    guard let following, places.contains(Self.place(following)) else { return }
    let address = Redaction.url(following.url?.absoluteString ?? "")
    next = .failure(
      .undecodable(.init(reason: "the next page \(address) was there before", type: "\(type)", response: response)))
  }

  func takeNext() throws(NetworkError) -> URLRequest? {
    defer { next = .success(nil) }
    return try next.get()
  }

  private static func place(_ request: URLRequest) -> StableHash {
    var hash = StableHash()
    hash.combine(Data((request.url.map(RequestAddress.text) ?? "").utf8))
    hash.combine(request.httpBody ?? Data())
    return hash
  }
}
