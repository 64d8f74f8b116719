public import MiniRx

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Sends requests with a credential, and fetches a new one when the server refuses it or it asks for that itself.
///
///     let login = AuthenticationInterceptor(authenticator: TokenAuthenticator(), credential: stored)
///     let session = Session(interceptors: [login, RedirectInterceptor()])
///     login.credential = token             // after a login; nil after a logout
///
/// However many requests are refused, one refresh runs. They wait for it, go again once with what it brings, and a second
/// refusal is their answer. One that was sent with an older credential goes again without a refresh. A body
/// that cannot be sent again is not: then the refusal is the answer, and the next request has the new credential.
///
/// Failures are `NetworkError.authentication`: `missing` without a credential, `refreshRejected` once the server gives no
/// new one (until `credential` is set), `refreshFailed` with the reason when fetching failed otherwise - the next request
/// tries again - and `tooManyRefreshes` beyond the window. All that wait for one refresh get the same failure.
///
/// Disposing a request that waits leaves the refresh to the others; the last one cancels it.
public final class AuthenticationInterceptor<AuthenticatorType: Authenticator>: Interceptor {
  /// What is written into requests.
  public typealias Credential = AuthenticatorType.Credential
  private typealias Pass = CredentialPass<Credential>
  private typealias State = AuthenticationState<Credential, Single<Pass>.SingleObserver>

  private let authenticator: AuthenticatorType
  private let scheduler: any SchedulerType
  private let lock = Lock()
  // Both guarded by `lock`.
  nonisolated(unsafe) private var state: State
  nonisolated(unsafe) private var refresh: SerialDisposable?

  /// Takes what it needs.
  ///
  /// - Parameters:
  ///   - authenticator: what it must know of the API.
  ///   - credential: the first credential, nil before a login.
  ///   - refreshWindow: how many credentials may be fetched in how much time; nil for no limit.
  ///   - scheduler: the clock of the window.
  public init(
    authenticator: AuthenticatorType, credential: Credential? = nil, refreshWindow: RefreshWindow? = RefreshWindow(),
    scheduler: any SchedulerType = ConcurrentDispatchQueueScheduler()
  ) {
    self.authenticator = authenticator
    self.scheduler = scheduler
    state = State(credential: credential, window: refreshWindow)
  }

  /// The credential of the requests to come. Setting it ends a refresh: what waits goes on with the new one, or fails
  /// with `missing` where that is nil.
  public var credential: Credential? {
    get { lock.withLock { state.credential } }
    set {
      let (release, refresh) = lock.withLock { (state.logIn(newValue), takeRefresh()) }
      refresh?.dispose()
      perform(release)
    }
  }

  /// The answer to the request with the credential.
  public func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    guard RefreshCall.owner != ObjectIdentifier(self), authenticator.requiresCredential(request) else {
      return next(request)
    }
    return admission().flatMap { self.send(request, $0, next) }
  }

  private func admission() -> Single<Pass> {
    let pass = lock.withLock { state.pass }
    // Asked outside of the lock, for it is the app's.
    if let pass, !pass.credential.requiresRefresh { return .just(pass) }
    return wait { $0.ask($1, stale: pass, at: $2) }
  }

  private func send(
    _ request: URLRequest, _ pass: Pass, _ next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    let sent = applying(pass, to: request)
    return next(sent).flatMap { [authenticator] response in
      guard authenticator.didRequest(sent, failDueToAuthenticationWith: response),
        authenticator.isRequest(sent, authenticatedWith: pass.credential)
      else { return .just(response) }
      return self.wait { $0.refused(pass, $1, at: $2) }.flatMap { pass in
        guard request.canSendBodyAgain else { return .just(response) }
        return next(self.applying(pass, to: request)).map { second in
          var second = second
          second.attempts += response.attempts
          return second
        }
      }
    }
  }

  private func applying(_ pass: Pass, to request: URLRequest) -> URLRequest {
    var request = request
    authenticator.apply(pass.credential, to: &request)
    return request
  }

  /// The pass that a transition gives, at once or later.
  private func wait(
    _ ask: @escaping @Sendable (inout State, @escaping Single<Pass>.SingleObserver, Duration) -> State.Action
  ) -> Single<Pass> {
    .create { observer in
      let (now, place) = (self.scheduler.now, SerialDisposable())
      let action = self.lock.withLock {
        let action = ask(&self.state, observer, now)
        if case .refresh = action { self.refresh = place }
        return action
      }
      switch action {
      case .go, .fail: return Self.perform(action, for: observer)
      case .wait(let number): return Disposables.create { self.leave(number) }
      case .refresh(let credential, let refresh, let number):
        self.start(refresh, credential, place)
        return Disposables.create { self.leave(number) }
      }
    }
  }

  private func start(_ number: Int, _ credential: Credential, _ place: SerialDisposable) {
    RefreshCall.$owner.withValue(ObjectIdentifier(self)) {
      place.disposable = authenticator.refresh(credential).subscribe(
        onSuccess: { self.end(number, $0, nil) }, onFailure: { self.end(number, nil, Self.reason($0)) },
        isolation: nil)
    }
  }

  private func end(_ number: Int, _ fresh: Credential?, _ reason: NetworkError.AuthenticationFailure?) {
    let (release, refresh) = lock.withLock {
      let release = state.end(refresh: number, credential: fresh, failure: reason)
      return (release, release == nil ? nil : takeRefresh())
    }
    // What the waiting do next is no part of the refresh.
    if let release { RefreshCall.$owner.withValue(nil) { perform(release) } }
    withExtendedLifetime(refresh) {}
  }

  private func leave(_ number: Int) {
    let (waiter, refresh) = lock.withLock {
      let (waiter, cancels) = state.leave(number)
      return (waiter, cancels ? takeRefresh() : nil)
    }
    refresh?.dispose()
    withExtendedLifetime(waiter) {}
  }

  private func takeRefresh() -> SerialDisposable? {
    defer { refresh = nil }
    return refresh
  }

  private func perform(_ release: State.Release) {
    for waiter in release.waiters { _ = Self.perform(release.action, for: waiter) }
  }

  private static func perform(
    _ action: State.Action, for waiter: Single<Pass>.SingleObserver
  ) -> any Disposable {
    switch action {
    case .go(let pass): waiter(.success(pass))
    case .fail(let reason): waiter(.failure(NetworkError.authentication(reason)))
    case .wait, .refresh: break
    }
    return Disposables.create()
  }

  private static func reason(_ error: any Error) -> NetworkError.AuthenticationFailure {
    switch NetworkError(wrapping: error) {
    case .authentication(let reason): reason
    case .status(let failure) where [400, 401, 403].contains(failure.code): .refreshRejected
    case let cause: .refreshFailed(cause)
    }
  }
}
