public import MiniRx
internal import Synchronization

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Tells a closure what happens to each request that passes, and changes nothing.
///
/// Innermost it sees each sending: retries, redirects, requests with a renewed token. Outermost it sees each call once, and
/// the answer's `attempts` say how often it was sent.
public final class MonitorInterceptor: Interceptor {
  private let scheduler: any SchedulerType
  private let monitor: @Sendable (RequestEvent) -> Void
  private let numbers = Atomic<Int>(0)

  /// Takes the closure.
  ///
  /// - Parameters:
  ///   - scheduler: the clock that events are measured by.
  ///   - monitor: called with `started` and then with exactly one other event for each sending, on the thread where it
  ///     happens, also for several sendings at once.
  public init(
    scheduler: any SchedulerType = ConcurrentDispatchQueueScheduler(),
    monitor: @escaping @Sendable (RequestEvent) -> Void
  ) {
    self.scheduler = scheduler
    self.monitor = monitor
  }

  /// The answer as it comes.
  public func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    .deferred {
      let sending = Sending(
        id: self.numbers.add(1, ordering: .relaxed).newValue, request: request, start: self.scheduler.now, of: self)
      sending.tell(.started)
      return next(request).do(
        onSuccess: { sending.end(.answered($0)) }, onError: { sending.end(.failed(NetworkError(wrapping: $0))) },
        onDispose: { sending.end(.cancelled) })
    }
  }

  private final class Sending: Sendable {
    private let id: Int
    private let request: URLRequest
    private let start: Duration
    private let owner: MonitorInterceptor
    private let hasEnded = Atomic<Bool>(false)

    init(id: Int, request: URLRequest, start: Duration, of owner: MonitorInterceptor) {
      (self.id, self.request, self.start, self.owner) = (id, request, start, owner)
    }

    /// Tells of the first end alone: an answer and a dispose may come at once, and a dispose follows every answer.
    func end(_ stage: RequestEvent.Stage) {
      if !hasEnded.exchange(true, ordering: .acquiringAndReleasing) { tell(stage) }
    }

    func tell(_ stage: RequestEvent.Stage) {
      owner.monitor(RequestEvent(id: id, request: request, stage: stage, elapsed: owner.scheduler.now - start))
    }
  }
}
