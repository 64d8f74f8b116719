public import MiniRx

#if canImport(FoundationNetworking)
  public import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Answers from a cache where `CachePolicy` allows it, asks the server whether what is kept still holds (ETag,
/// Last-Modified), and keeps what comes.
///
/// One address is fetched once for stale-while-revalidate however many ask; that fetch goes on when its caller leaves.
/// A request of an unsafe method (POST, PUT, DELETE ...) makes the cache forget its address.
///
/// Place it inside of coalescing and outside of authentication and retries. It cannot see then who is logged in: say so
/// by `owner`, or call `HTTPCache.removeAll()` at every log-in and log-out.
public struct CacheInterceptor: Interceptor {
  private let cache: HTTPCache
  private let policy: CachePolicy
  private let owner: @Sendable () -> String?
  private let now: @Sendable () -> Date
  private let refreshing = KeysAtWork()

  /// Takes a cache, which several interceptors may share.
  ///
  /// - Parameters:
  ///   - cache: where the answers are.
  ///   - policy: which are kept, and when they serve.
  ///   - owner: whose answers they are, such as the number of the account; nobody gets those of another owner. It is
  ///     written to the disk, so it must be no secret.
  ///   - now: the wall clock, by which servers say how long an answer is fresh.
  public init(
    _ cache: HTTPCache = HTTPCache(), policy: CachePolicy = CachePolicy(),
    owner: @escaping @Sendable () -> String? = { nil }, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.cache = cache
    self.policy = policy
    self.owner = owner
    self.now = now
  }

  /// The answer from the cache or from the server; a status of 504 where the request allows only the cache and that has
  /// none. Fails as `next` does.
  public func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    .deferred {
      switch policy.route(request, owner: owner()) {
      case .pass: next(request)
      case .refuse: .just(CachePolicy.missing(request))
      case .invalidate: invalidating(request, next(request))
      case .lookUp(let key):
        cache.answer(for: key).flatMap { answer(by: $0, Fetch(key: key, request: request, kept: $0, next: next)) }
      }
    }
  }

  private struct Fetch: Sendable {
    let key: CacheKey
    let request: URLRequest
    let kept: StoredAnswer?
    let next: @Sendable (URLRequest) -> Single<HTTPResponse>
  }

  private func answer(by kept: StoredAnswer?, _ fetch: Fetch) -> Single<HTTPResponse> {
    switch policy.use(kept, for: fetch.request, now: now()) {
    case .answer(let response): return .just(response)
    case .answerAndFetch(let response, let sent):
      refreshing.run(fetch.key) { self.fetch(sent, fetch) }
      return .just(response)
    case .fetch(let sent):
      return self.fetch(sent, fetch).catch { error in
        guard let kept, policy.serves(kept, insteadOf: NetworkError(wrapping: error), for: fetch.request, now: now())
        else { return .error(error) }
        return .just(kept.served(at: now()))
      }
    }
  }

  private func fetch(_ sent: URLRequest, _ fetch: Fetch) -> Single<HTTPResponse> {
    .deferred {
      let (ticket, start) = (cache.ticket, now())
      return fetch.next(sent).flatMap { response in
        let end = now()
        if response.statusCode == 304, let kept = fetch.kept {
          guard let fresh = kept.freshened(by: response, requestTime: start, responseTime: end) else {
            // It speaks of another answer than ours.
            cache.remove(fetch.key)
            return self.fetch(fetch.request, Fetch(key: fetch.key, request: fetch.request, kept: nil, next: fetch.next))
          }
          if fresh.directives.contains("no-store") {
            cache.remove(fetch.key)
          } else {
            cache.keep(fresh, for: fetch.key, since: ticket)
          }
          return .just(fresh.served(at: end))
        }
        if let kept = fetch.kept, policy.serves(kept, insteadOf: response, for: fetch.request, now: end) {
          return .just(kept.served(at: end))
        }
        if let fresh = policy.kept(response, to: fetch.request, requestTime: start, responseTime: end) {
          cache.keep(fresh, for: fetch.key, since: ticket)
        } else if policy.isSuperseded(by: response) {
          cache.remove(fetch.key)
        }
        return .just(response)
      }
    }
  }

  private func invalidating(_ request: URLRequest, _ answer: Single<HTTPResponse>) -> Single<HTTPResponse> {
    let hasEnded = BooleanDisposable()
    return answer.do(
      onSuccess: {
        hasEnded.dispose()
        forget(request, .success($0))
      },
      onError: {
        hasEnded.dispose()
        forget(request, .failure(NetworkError(wrapping: $0)))
      },
      onDispose: { if !hasEnded.isDisposed { forget(request, .failure(.cancelled)) } })
  }

  private func forget(_ request: URLRequest, _ outcome: Result<HTTPResponse, NetworkError>) {
    for url in policy.invalidated(by: request, outcome) { cache.remove(url) }
  }
}

/// Runs one piece of work a key at a time, whoever asked for it.
private final class KeysAtWork: @unchecked Sendable {
  // Sendable by rule: `keys` is guarded by `lock`.
  private let lock = Lock()
  private var keys: Set<CacheKey> = []

  func run(_ key: CacheKey, _ work: () -> Single<HTTPResponse>) {
    guard lock.withLock({ keys.insert(key).inserted }) else { return }
    // It ends by itself: its requests have a limit of time.
    _ = work().subscribe(onSuccess: { _ in self.end(key) }, onFailure: { _ in self.end(key) }, isolation: nil)
  }

  private func end(_ key: CacheKey) {
    lock.withLock { _ = keys.remove(key) }
  }
}
