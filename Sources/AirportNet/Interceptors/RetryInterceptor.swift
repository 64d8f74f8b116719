public import MiniRx

#if canImport(FoundationNetworking)
  public import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Sends a request again that may succeed later; the rules are `RetryPolicy`.
///
/// The budget is shared by all requests that pass this interceptor. Disposing ends a wait as it ends a request.
public struct RetryInterceptor: Interceptor {
  private typealias Outcome = Result<HTTPResponse, NetworkError>

  private let policy: RetryPolicy
  private let budget: SharedBudget
  private let scheduler: any SchedulerType
  private let random: @Sendable () -> Double
  private let wallClock: @Sendable () -> Date

  /// Takes the rules and what they depend on.
  ///
  /// - Parameters:
  ///   - policy: the rules.
  ///   - scheduler: what waits are measured by; further attempts start there.
  ///   - random: a random number from 0 to 1 at each call, on any thread.
  ///   - wallClock: the time of day, asked only for a Retry-After.
  public init(
    _ policy: RetryPolicy = RetryPolicy(), scheduler: any SchedulerType = ConcurrentDispatchQueueScheduler(),
    random: @escaping @Sendable () -> Double = { .random(in: 0...1) },
    wallClock: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.policy = policy
    self.scheduler = scheduler
    self.random = random
    self.wallClock = wallClock
    budget = SharedBudget(policy.budget)
  }

  /// The first answer or failure that is no reason to try again, or the last one as it came. `attempts` counts them all.
  public func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    attempt(1, sentBefore: 0, request, next)
  }

  private func attempt(
    _ number: Int, sentBefore: Int, _ request: URLRequest,
    _ next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    let outcome = next(request).map { Outcome.success($0) }.catch { .just(.failure(NetworkError(wrapping: $0))) }
    return outcome.flatMap { outcome in
      let wait = policy.pause(
        after: outcome, to: request, attempt: number, random: random(), now: wallClock())
      guard let wait, budget.take(at: scheduler.now) else { return Self.single(outcome, sentBefore: sentBefore) }
      let sent = sentBefore + ((try? outcome.get())?.attempts ?? 1)
      return Single.just(()).delay(wait, scheduler: scheduler).flatMap {
        attempt(number + 1, sentBefore: sent, request, next)
      }
    }
  }

  private static func single(_ outcome: Outcome, sentBefore: Int) -> Single<HTTPResponse> {
    switch outcome {
    case .failure(let error): return .error(error)
    case .success(var response):
      response.attempts += sentBefore
      return .just(response)
    }
  }
}

private final class SharedBudget: Sendable {
  private let lock = Lock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var budget: RetryBudget

  init(_ budget: RetryBudget) { self.budget = budget }

  func take(at now: Duration) -> Bool { lock.withLock { budget.take(at: now) } }
}
