public import MiniRx

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Ends a call that takes too long as a whole, whatever moves meanwhile.
///
/// The time counts from the subscription and includes what the interceptors inside of this one do: waits for tokens,
/// redirects, retries and the pauses between them. The idle limit of each single request is
/// `URLRequest.timeoutInterval`. Inside of retries it limits each attempt.
public struct TimeoutInterceptor: Interceptor {
  private let total: Duration
  private let scheduler: any SchedulerType

  /// Takes the limit, which may be a fraction of a second, and what runs it.
  public init(
    total: Duration, scheduler: any SchedulerType = ConcurrentDispatchQueueScheduler()
  ) {
    self.total = total
    self.scheduler = scheduler
  }

  /// The answer, or `timedOut(.total)`; then the request is cancelled.
  ///
  /// The error says that no server has seen the request where it is certain: as long as nothing was handed to a transport,
  /// and over `CurlTransport` (libcurl 7.80 or newer) until the connection stands. That is known of the interceptors of a
  /// session and of a request, not of one that another interceptor calls.
  public func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    intercept(request, trace: nil, next: next)
  }

  func intercept(
    _ request: URLRequest, trace: CallTrace?, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    let earlier = trace?.count ?? 0
    // Looked up when the time has passed and the request is cancelled.
    let late = Single<HTTPResponse>.deferred {
      .error(NetworkError.timedOut(.total, mayHaveReachedServer: trace?.mayHaveReachedServer(after: earlier) ?? true))
    }
    return next(request).timeout(total, other: late, scheduler: scheduler)
  }
}
