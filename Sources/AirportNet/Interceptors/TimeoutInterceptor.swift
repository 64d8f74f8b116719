public import MiniRx

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Ends a call that takes too long as a whole, whatever moves meanwhile.
///
/// The time counts from the subscription and includes what the interceptors inside of this one do: redirects, retries
/// and the pauses between them. The idle limit of each single request is `URLRequest.timeoutInterval`.
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
  public func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    let late = NetworkError.timedOut(.total, mayHaveReachedServer: true)
    return next(request).timeout(total, other: .error(late), scheduler: scheduler)
  }
}
