public import MiniRx

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// What a server wants to see in each request: a token, with what it takes to get a new one.
public protocol AuthenticationCredential: Sendable {
  /// Whether a new one is to be fetched before the next request; true shortly before it expires saves a refused request.
  var requiresRefresh: Bool { get }
}

/// What an `AuthenticationInterceptor` must know of an API: how a credential is written into a request, and how a new one
/// is fetched.
///
///     struct TokenAuthenticator: Authenticator {
///       func apply(_ credential: Token, to urlRequest: inout URLRequest) {
///         urlRequest.setValue("Bearer \(credential.access)", forHTTPHeaderField: "Authorization")
///       }
///       func refresh(_ credential: Token) -> Single<Token> {
///         LoginRouter.renew(credential.refresh).single(of: Token.self)
///       }
///     }
///
/// All members are called on any thread, never under a lock.
public protocol Authenticator<Credential>: Sendable {
  /// What is written into requests.
  associatedtype Credential: AuthenticationCredential

  /// Writes the credential into a request, in place of one that is there.
  func apply(_ credential: Credential, to urlRequest: inout URLRequest)

  /// Fetches a new credential. A failure with status 400, 401 or 403 says that the server will give none for the old one.
  ///
  /// The call may go through the session that waits for it: a request that is started while the single is being
  /// subscribed to, or from a task that is started there, passes the interceptor untouched. One that is started later,
  /// from a callback, `requiresCredential` must except.
  func refresh(_ credential: Credential) -> Single<Credential>

  /// Whether an answer means that the server did not take the credential. By default a 401 from the origin that the
  /// request was for; one that another origin gives after a redirect is not about the credential.
  func didRequest(_ urlRequest: URLRequest, failDueToAuthenticationWith response: HTTPResponse) -> Bool

  /// Whether a request carries the credential. By default: it has the header fields that `apply` sets, of which there
  /// must be one; an API that puts its token elsewhere says so here.
  func isRequest(_ urlRequest: URLRequest, authenticatedWith credential: Credential) -> Bool

  /// Whether a request needs a credential at all; by default each does. Others - the login itself, other hosts - pass
  /// untouched and wait for nothing.
  func requiresCredential(_ urlRequest: URLRequest) -> Bool
}

extension Authenticator {
  /// A 401 from the origin that the request was for.
  public func didRequest(_ urlRequest: URLRequest, failDueToAuthenticationWith response: HTTPResponse) -> Bool {
    guard response.statusCode == 401 else { return false }
    guard let asked = urlRequest.url, let answered = response.url else { return true }
    return RequestAddress.origin(asked) == RequestAddress.origin(answered)
  }

  /// True where the request has the header fields that `apply` sets.
  public func isRequest(_ urlRequest: URLRequest, authenticatedWith credential: Credential) -> Bool {
    var probe = urlRequest
    probe.allHTTPHeaderFields?.keys.forEach { probe.setValue(nil, forHTTPHeaderField: $0) }
    apply(credential, to: &probe)
    let fields = probe.allHTTPHeaderFields ?? [:]
    return !fields.isEmpty && fields.allSatisfy { urlRequest.value(forHTTPHeaderField: $0.key) == $0.value }
  }

  /// True.
  public func requiresCredential(_ urlRequest: URLRequest) -> Bool { true }
}

/// How many credentials may be fetched in how much time.
public struct RefreshWindow: Sendable, Hashable {
  /// The time that is looked back.
  public var interval: Duration
  /// How many refreshes may start in that time.
  public var maximumAttempts: Int

  /// Takes both as they are.
  public init(interval: Duration = .seconds(30), maximumAttempts: Int = 5) {
    self.interval = interval
    self.maximumAttempts = maximumAttempts
  }
}
