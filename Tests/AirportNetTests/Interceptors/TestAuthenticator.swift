import AirportNet
import Foundation
import MiniRx
import TestSupport

struct TestToken: AuthenticationCredential, Decodable, Equatable {
  var name: String
  var requiresRefresh = false

  init(_ name: String, requiresRefresh: Bool = false) {
    (self.name, self.requiresRefresh) = (name, requiresRefresh)
  }

  init(from decoder: any Decoder) throws { self.init(try decoder.singleValueContainer().decode(String.self)) }
}

/// Writes a bearer token, and has a closure fetch new ones.
struct TestAuthenticator: Authenticator {
  let refreshes = Counter()
  var publicPaths: Set<String> = []
  let fetch: @Sendable (TestToken) -> Single<TestToken>

  func apply(_ credential: TestToken, to urlRequest: inout URLRequest) {
    urlRequest.setValue("Bearer \(credential.name)", forHTTPHeaderField: "Authorization")
  }

  func refresh(_ credential: TestToken) -> Single<TestToken> {
    refreshes.add()
    return fetch(credential)
  }

  func requiresCredential(_ urlRequest: URLRequest) -> Bool { !publicPaths.contains(urlRequest.url?.path ?? "") }
}

/// An innermost interceptor that is the server.
struct TestServer: Interceptor {
  let answer: @Sendable (URLRequest) -> Single<HTTPResponse>

  func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> { answer(request) }
}

extension Session {
  /// A session that answers on the thread that brings the answer.
  static func immediate(_ transport: any Transport = StubTransport([:]), _ interceptors: any Interceptor...) -> Session
  {
    Session(transport: transport, interceptors: interceptors, scheduler: ImmediateScheduler.instance)
  }
}

extension URLRequest {
  /// The token that a `TestAuthenticator` wrote.
  var bearer: String? { value(forHTTPHeaderField: "Authorization").map { String($0.dropFirst(7)) } }
}

extension Outcome where Value == HTTPResponse {
  /// The status of the one answer; nil where there is none or more than one.
  var status: Int? { results.count == 1 ? value?.statusCode : nil }
  /// The one failure; nil where there is none or more than one.
  var failure: NetworkError? { results.count == 1 ? error : nil }
}
