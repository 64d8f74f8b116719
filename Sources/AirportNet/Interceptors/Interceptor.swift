public import MiniRx

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// What happens to a request on its way, and to the answer on its way back.
///
/// An interceptor may change the request, send it on once, several times or not at all, and change, replace or wait for
/// the answer. A session applies its interceptors outermost first: the first sees the request before the others and
/// the answer after them.
///
///     struct StampInterceptor: Interceptor {
///       func intercept(
///         _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
///       ) -> Single<HTTPResponse> {
///         var request = request
///         request.setValue("7", forHTTPHeaderField: "X-Client-Version")
///         return next(request)
///       }
///     }
///
/// Any order compiles; this one, outermost first, keeps the promises that each of them makes:
///
/// 1. `TimeoutInterceptor`: the limit of the whole call spans all that follows, waits for tokens and pauses included.
/// 2. `LogInterceptor` or `MonitorInterceptor` for calls: each call once, also those that a cache answers.
/// 3. `CoalescingInterceptor`: the same calls share one way through all that follows, one look into the cache included.
/// 4. `CacheInterceptor`: what is fresh waits for no token, and is found by the request as the app wrote it. Like the one
///    before it does not see who is logged in: give it the account as `owner`, and a session of its own to each account.
/// 5. `AuthenticationInterceptor`: outside of retries, so that a refusal is not taken for a fault and each attempt has a
///    token; outside of redirects, which take the token off for other origins, so that nobody puts it on again.
/// 6. `RetryInterceptor`: outside of redirects, since an attempt begins at the address that was asked for. A second
///    `TimeoutInterceptor` right inside of it limits each attempt.
/// 7. `RedirectInterceptor`.
/// 8. `LogInterceptor` or `MonitorInterceptor` for sendings: each request as it goes to the transport.
public protocol Interceptor: Sendable {
  /// The answer to the request.
  ///
  /// The single is cold and ends exactly once; failures are `NetworkError`. Called on the thread that subscribes.
  /// - Parameters:
  ///   - request: the request as the interceptors outside of this one have left it.
  ///   - next: sends a request on to the interceptors inside of this one and the transport.
  func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse>
}
