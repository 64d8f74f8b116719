/// Leave to send a request with a credential.
struct CredentialPass<Credential: Sendable>: Sendable {
  let credential: Credential
  /// When it was given, counted in changes of the state.
  let moment: Int
}

/// Which credential is valid, who waits for a new one, and what became of the last refresh. Pure: each transition says
/// what is to be done, outside of the lock.
///
/// Time is counted in moments: each login and each end of a refresh begins a new one. A request that is refused shows its
/// pass, and whether something has happened since says whether it must start a refresh.
struct AuthenticationState<Credential: Sendable, Waiter: Sendable>: Sendable {
  typealias Pass = CredentialPass<Credential>

  /// What is to be done for a request.
  enum Action: Sendable {
    case go(Pass)
    case fail(NetworkError.AuthenticationFailure)
    /// It waits, under this number.
    case wait(Int)
    /// It waits too, and the refresh of that number is to be started.
    case refresh(Credential, refresh: Int, waiter: Int)
  }

  /// What is to be done for all that waited.
  struct Release: Sendable {
    let waiters: [Waiter]
    let action: Action
    /// What is no longer valid, to be let go of outside of the lock.
    let replaced: Credential?
  }

  private(set) var credential: Credential?
  private let window: RefreshWindow?
  private var moment = 0
  private var credentialMoment = 0
  private var failure: (reason: NetworkError.AuthenticationFailure, moment: Int)?
  private var waiters: [(number: Int, waiter: Waiter)] = []
  private var refresh: Int?
  private var starts: [Duration] = []
  private var numbers = 0

  init(credential: Credential?, window: RefreshWindow?) {
    self.credential = credential
    self.window = window
  }

  /// A pass, where nobody has to wait for one.
  var pass: Pass? {
    refresh == nil ? credential.map { Pass(credential: $0, moment: moment) } : nil
  }

  /// A request asks for a pass before it is sent.
  /// - Parameter stale: the pass whose credential the asker found in need of a refresh.
  mutating func ask(_ waiter: Waiter, stale: Pass?, at now: Duration) -> Action {
    if refresh != nil { return .wait(join(waiter)) }
    guard let pass else { return .fail(failure?.reason ?? .missing) }
    guard let stale, stale.moment >= credentialMoment else { return .go(pass) }
    return start(waiter, pass.credential, at: now)
  }

  /// A request was refused that had been sent with a pass.
  mutating func refused(_ old: Pass, _ waiter: Waiter, at now: Duration) -> Action {
    if refresh != nil { return .wait(join(waiter)) }
    guard let pass else { return .fail(failure?.reason ?? .missing) }
    if old.moment < credentialMoment { return .go(pass) }
    if let failure, old.moment < failure.moment { return .fail(failure.reason) }
    return start(waiter, pass.credential, at: now)
  }

  /// One that waits does not any more. Returns it, and whether the refresh is to be cancelled.
  mutating func leave(_ number: Int) -> (waiter: Waiter?, cancels: Bool) {
    guard let place = waiters.firstIndex(where: { $0.number == number }) else { return (nil, false) }
    let waiter = waiters.remove(at: place).waiter
    guard waiters.isEmpty else { return (waiter, false) }
    refresh = nil
    // What nobody waited for does not count.
    _ = starts.popLast()
    return (waiter, true)
  }

  /// A refresh has ended; nil if nobody waits for that one.
  mutating func end(
    refresh number: Int, credential fresh: Credential?, failure reason: NetworkError.AuthenticationFailure?
  ) -> Release? {
    guard refresh == number else { return nil }
    moment += 1
    guard let fresh else {
      let reason = reason ?? .refreshFailed(nil)
      let old = credential
      if reason == .refreshRejected { credential = nil }
      failure = (reason, moment)
      return release(.fail(reason), old)
    }
    return renew(fresh)
  }

  /// Somebody logs in, or out.
  mutating func logIn(_ fresh: Credential?) -> Release {
    moment += 1
    starts = []
    return renew(fresh)
  }

  private mutating func renew(_ fresh: Credential?) -> Release {
    let old = credential
    (credential, credentialMoment, failure) = (fresh, moment, nil)
    return release(fresh.map { .go(Pass(credential: $0, moment: moment)) } ?? .fail(.missing), old)
  }

  private mutating func release(_ action: Action, _ old: Credential?) -> Release {
    defer { (waiters, refresh) = ([], nil) }
    return Release(waiters: waiters.map(\.waiter), action: action, replaced: old)
  }

  private mutating func start(_ waiter: Waiter, _ credential: Credential, at now: Duration) -> Action {
    if let window {
      starts.removeAll { now - $0 >= window.interval }
      guard starts.count < window.maximumAttempts else { return .fail(.tooManyRefreshes) }
      starts.append(now)
    }
    numbers += 1
    refresh = numbers
    return .refresh(credential, refresh: numbers, waiter: join(waiter))
  }

  private mutating func join(_ waiter: Waiter) -> Int {
    numbers += 1
    waiters.append((numbers, waiter))
    return numbers
  }
}
