public import MiniRx

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Follows redirects by one set of rules on every platform; the rules are `RedirectPolicy`.
public struct RedirectInterceptor: Interceptor {
  private let policy: RedirectPolicy

  /// Takes the rules.
  public init(_ policy: RedirectPolicy = RedirectPolicy()) {
    self.policy = policy
  }

  /// The first answer that is no redirect, or the last redirect where there is no way on.
  ///
  /// Fails with `tooManyRedirects` for a loop and beyond the limit, and with `badServerResponse` for a Location that is
  /// no http or https address.
  public func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    follow(RedirectTrail(), request, next)
  }

  private func follow(
    _ trail: RedirectTrail, _ request: URLRequest, _ next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    next(request).flatMap { response in
      switch policy.step(after: response, to: request) {
      case .stop: return .just(response)
      case .fail(let error): return .error(error)
      case .follow(let target):
        var trail = trail
        guard trail.add(request, response, limit: policy.limit) else {
          return .error(NetworkError.transport(.tooManyRedirects, phase: .receiving, mayHaveReachedServer: true))
        }
        return follow(trail, target, next)
      }
    }
  }
}

/// Where a call has been.
private struct RedirectTrail: Sendable {
  private var places: Set<String> = []
  private var hops = 0

  /// Notes a hop; false beyond the limit, and where the same request was redirected before.
  mutating func add(_ request: URLRequest, _ response: HTTPResponse, limit: Int) -> Bool {
    hops += 1
    let place = "\(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "")"
    let isNew = places.insert(place).inserted
    // A server may send back to the same place with a cookie; that is no loop, and the limit ends it if it is.
    return hops <= limit && (isNew || response.headers["Set-Cookie"] != nil)
  }
}
