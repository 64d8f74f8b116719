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
