import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("AuthenticationInterceptor")
struct AuthenticationTests {
  let time = VirtualTimeScheduler()
  let valid = Locked("2")
  let latencies = Locked<[String: Duration]>([:])

  /// A server that takes one token; a path's answer takes the time that `latencies` says.
  private func transport() -> StubTransport {
    StubTransport(scheduler: time) { [valid, latencies] request in
      let path = request.url?.path ?? ""
      let isPublic = path == "/login"
      let answer: StubTransport.Answer =
        isPublic || request.bearer == valid.value ? .json("\"ok\"") : .json("\"refused\"", statusCode: 401)
      return answer.delayed(by: latencies.value[path] ?? .zero)
    }
  }

  private func interceptor(
    _ authenticator: TestAuthenticator, _ token: TestToken? = TestToken("1"), window: RefreshWindow? = RefreshWindow()
  ) -> AuthenticationInterceptor<TestAuthenticator> {
    AuthenticationInterceptor(
      authenticator: authenticator, credential: token, refreshWindow: window, scheduler: time)
  }

  private func fetching(_ result: Result<String, NetworkError>, in span: Duration = .seconds(1)) -> TestAuthenticator {
    TestAuthenticator { [time] _ in
      let outcome: Single<TestToken> =
        switch result {
        case .success(let name): .just(TestToken(name))
        case .failure(let error): .error(error)
        }
      return Single.just(()).delay(span, scheduler: time).flatMap { outcome }
    }
  }

  private func send(_ session: Session, _ path: String = "/a", into bag: DisposeBag) -> Outcome<HTTPResponse> {
    let outcome = Outcome<HTTPResponse>()
    outcome.record(session.request("http://host.test\(path)").singleResponse()).disposed(by: bag)
    return outcome
  }

  @Test("a credential that is taken costs nothing")
  func taken() {
    let (transport, authenticator, bag) = (transport(), fetching(.success("3")), DisposeBag())
    let session = Session.immediate(transport, interceptor(authenticator, TestToken("2")))
    let outcome = send(session, into: bag)
    #expect(outcome.value?.statusCode == 200)
    #expect(outcome.value?.attempts == 1)
    #expect(transport.sent.map(\.bearer) == ["2"])
    #expect(authenticator.refreshes.value == 0)
  }

  @Test("fifty refusals make one refresh, and each request goes again once with the new token")
  func singleFlight() {
    latencies.value = ["/a": .milliseconds(10)]
    let (transport, authenticator, bag) = (transport(), fetching(.success("2")), DisposeBag())
    let login = interceptor(authenticator)
    let session = Session.immediate(transport, login)
    let outcomes = (0..<50).map { _ in send(session, into: bag) }
    #expect(outcomes.allSatisfy { $0.results.isEmpty })
    time.start()
    #expect(authenticator.refreshes.value == 1)
    #expect(outcomes.map(\.status) == Array(repeating: 200, count: 50))
    #expect(outcomes.allSatisfy { $0.value?.attempts == 2 })
    #expect(transport.sent.count == 100)
    #expect(transport.sent.suffix(50).allSatisfy { $0.bearer == "2" })
    #expect(login.credential == TestToken("2"))
  }

  @Test(
    "one that is refused late with the old token goes again and starts no refresh",
    arguments: [500, 1_009, 1_010, 5_000])
  func late(_ milliseconds: Int) {
    latencies.value = ["/a": .milliseconds(10), "/late": .milliseconds(milliseconds)]
    let (transport, authenticator, bag) = (transport(), fetching(.success("2")), DisposeBag())
    let session = Session.immediate(transport, interceptor(authenticator))
    let outcomes = ["/late", "/a", "/late"].map { send(session, $0, into: bag) }
    time.start()
    #expect(outcomes.map(\.status) == [200, 200, 200])
    #expect(authenticator.refreshes.value == 1)
    #expect(transport.sent.count == 6)
  }

  @Test("a token that asks for it is renewed before anything is sent")
  func stale() {
    let (transport, authenticator, bag) = (transport(), fetching(.success("2")), DisposeBag())
    let session = Session.immediate(transport, interceptor(authenticator, TestToken("1", requiresRefresh: true)))
    let outcomes = (0..<3).map { _ in send(session, into: bag) }
    #expect(transport.sent.isEmpty)
    time.start()
    #expect(transport.sent.map(\.bearer) == ["2", "2", "2"])
    #expect(outcomes.allSatisfy { $0.value?.attempts == 1 })
    #expect(authenticator.refreshes.value == 1)
  }

  static let failures: [(NetworkError, NetworkError.AuthenticationFailure, Bool)] = [
    (.status(.init(code: 401)), .refreshRejected, false), (.status(.init(code: 400)), .refreshRejected, false),
    (.status(.init(code: 403)), .refreshRejected, false),
    (.authentication(.refreshRejected), .refreshRejected, false),
    (.status(.init(code: 503)), .refreshFailed(.status(.init(code: 503))), true),
    (.timedOut(.idle, mayHaveReachedServer: true), .refreshFailed(.timedOut(.idle, mayHaveReachedServer: true)), true),
    (
      .transport(.offline, phase: .connecting, mayHaveReachedServer: false),
      .refreshFailed(.transport(.offline, phase: .connecting, mayHaveReachedServer: false)), true
    ),
  ]

  @Test("a refresh that fails fails all who wait alike, early or late, and the next login works", arguments: failures)
  func failedRefresh(_ cause: NetworkError, _ expected: NetworkError.AuthenticationFailure, _ staysLoggedIn: Bool) {
    latencies.value = ["/a": .milliseconds(10), "/late": .seconds(5)]
    let (transport, authenticator, bag) = (transport(), fetching(.failure(cause)), DisposeBag())
    let login = interceptor(authenticator)
    let session = Session.immediate(transport, login)
    let outcomes = ["/a", "/a", "/late", "/a"].map { send(session, $0, into: bag) }
    time.start()
    let failure = NetworkError.authentication(expected)
    #expect(outcomes.map(\.failure) == Array(repeating: failure, count: 4))
    #expect(authenticator.refreshes.value == 1)
    #expect(transport.sent.count == 4)
    #expect((login.credential != nil) == staysLoggedIn)

    let next = send(session, into: bag)
    time.start()
    #expect(next.failure == failure)
    #expect(authenticator.refreshes.value == (staysLoggedIn ? 2 : 1))

    login.credential = TestToken("2")
    let last = send(session, into: bag)
    time.start()
    #expect(last.status == 200)
  }

  @Test("an error of the authenticator's own is kept as the reason")
  func foreignFailure() {
    struct KeychainLocked: Error {}
    let session = Session.immediate(transport(), interceptor(TestAuthenticator { _ in .error(KeychainLocked()) }))
    let bag = DisposeBag()
    let expected = NetworkError.invalidRequest(.other("KeychainLocked()"))
    #expect(send(session, into: bag).error == .authentication(.refreshFailed(expected)))
  }

  @Test("without a credential nothing is sent, but what needs none")
  func missing() {
    let (transport, bag) = (transport(), DisposeBag())
    var authenticator = fetching(.success("2"))
    authenticator.publicPaths = ["/login"]
    let session = Session.immediate(transport, interceptor(authenticator, nil))
    #expect(send(session, into: bag).error == .authentication(.missing))
    #expect(transport.sent.isEmpty)
    #expect(send(session, "/login", into: bag).value?.statusCode == 200)
    #expect(transport.sent.map(\.bearer) == [nil])
  }

  @Test("the second refusal is the answer, and refreshes beyond the window are none")
  func window() {
    valid.value = "none"
    let (transport, authenticator, bag) = (transport(), fetching(.success("2"), in: .zero), DisposeBag())
    let window = RefreshWindow(interval: .seconds(30), maximumAttempts: 3)
    let session = Session.immediate(transport, interceptor(authenticator, window: window))
    for _ in 0..<3 {
      let outcome = send(session, into: bag)
      time.start()
      #expect(outcome.value?.statusCode == 401)
      #expect(outcome.value?.body == Data("\"refused\"".utf8))
      #expect(outcome.value?.attempts == 2)
    }
    #expect(send(session, into: bag).error == .authentication(.tooManyRefreshes))
    #expect(authenticator.refreshes.value == 3)
    time.advance(by: .seconds(30))
    let outcome = send(session, into: bag)
    time.start()
    #expect(outcome.value?.statusCode == 401)
  }

  @Test("who leaves gets nothing and leaves the refresh to the others")
  func leaves() {
    let (authenticator, bag) = (fetching(.success("2")), DisposeBag())
    let session = Session.immediate(transport(), interceptor(authenticator))
    let gone = Outcome<HTTPResponse>()
    let subscription = gone.record(session.request("http://host.test/a").singleResponse())
    let stays = send(session, into: bag)
    subscription.dispose()
    time.start()
    #expect(gone.results.isEmpty)
    #expect(stays.value?.statusCode == 200)
    #expect(authenticator.refreshes.value == 1)
  }

  @Test("the last who leaves cancels the refresh, and the next request starts its own")
  func lastLeaves() {
    let cancelled = Counter()
    let authenticator = TestAuthenticator { [time] _ in
      Single.just(TestToken("2")).delay(.seconds(1), scheduler: time).do(onDispose: { cancelled.add() })
    }
    let (transport, bag) = (transport(), DisposeBag())
    let login = interceptor(authenticator)
    let session = Session.immediate(transport, login)
    var both = (0..<2).map { _ in Outcome<HTTPResponse>().record(session.request("http://host.test/a").singleResponse())
    }
    both.removeLast().dispose()
    #expect(cancelled.value == 0)
    both.removeLast().dispose()
    #expect(cancelled.value == 1)
    time.start()
    #expect(login.credential == TestToken("1"))
    let outcome = send(session, into: bag)
    time.start()
    #expect(outcome.value?.statusCode == 200)
    #expect(authenticator.refreshes.value == 2)
  }

  @Test("a login during a refresh is what all go on with; a logout is the end", arguments: ["2", nil])
  func loginMeanwhile(_ name: String?) {
    let (transport, authenticator, bag) = (transport(), fetching(.success("3")), DisposeBag())
    let login = interceptor(authenticator)
    let session = Session.immediate(transport, login)
    let outcomes = (0..<3).map { _ in send(session, into: bag) }
    time.advance(by: .milliseconds(500))
    login.credential = name.map { TestToken($0) }
    #expect(outcomes.allSatisfy { $0.results.count == 1 })
    if name != nil {
      #expect(outcomes.map(\.status) == [200, 200, 200])
    } else {
      #expect(outcomes.allSatisfy { $0.error == .authentication(.missing) })
    }
    #expect(time.isIdle)
    #expect(login.credential?.name == name)
  }

  @Test("a body that cannot be sent again is not: the refusal is the answer, and the next request has the new token")
  func streamed() throws {
    let (transport, authenticator, bag) = (transport(), fetching(.success("2")), DisposeBag())
    let session = Session.immediate(transport, interceptor(authenticator))
    var request = URLRequest(try #require(URL(string: "http://host.test/a")), "POST")
    request.httpBodyStream = InputStream(data: Data("x".utf8))
    let outcome = Outcome<HTTPResponse>()
    outcome.record(session.request(request).singleResponse()).disposed(by: bag)
    time.start()
    #expect(outcome.value?.statusCode == 401)
    #expect(transport.sent.count == 1)
    #expect(send(session, into: bag).value?.statusCode == 200)
  }

  @Test("the answer of another request's credential, or of none, is not about ours")
  func foreignCredential() {
    struct Silent: Authenticator {
      let refreshes = Counter()
      func apply(_ credential: TestToken, to urlRequest: inout URLRequest) {}
      func refresh(_ credential: TestToken) -> Single<TestToken> {
        refreshes.add()
        return .just(credential)
      }
    }
    let (authenticator, bag) = (Silent(), DisposeBag())
    let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: TestToken("1"))
    let outcome = send(Session.immediate(transport(), interceptor), into: bag)
    #expect(outcome.value?.statusCode == 401)
    #expect(authenticator.refreshes.value == 0)
  }
}

@Suite("A refresh through the session that waits for it")
struct SameSessionRefreshTests {
  /// How the authenticator calls the server.
  enum Form: CaseIterable {
    case single, task, handler
  }

  private static func fetch(_ session: Session?, as form: Form) -> Single<TestToken> {
    guard let session else { return .error(NetworkError.cancelled) }
    let request = session.request("http://host.test/renew", method: .post).validate()
    switch form {
    case .single: return request.single(of: TestToken.self)
    case .task:
      return .create { single in
        let task = Task {
          do {
            single(.success(try await request.single(of: TestToken.self).value))
          } catch {
            single(.failure(error))
          }
        }
        return Disposables.create { task.cancel() }
      }
    case .handler:
      return .create { single in
        request.responseDecodable(of: TestToken.self, queue: .global()) { single($0.result.mapError { $0 }) }
        return Disposables.create { request.cancel() }
      }
    }
  }

  @Test(
    "it does not wait for itself, and when it is refused itself the login has ended", arguments: Form.allCases,
    [200, 401])
  func sameSession(_ form: Form, _ status: Int) throws {
    let place = Locked<Session?>(nil)
    let transport = StubTransport { request in
      if request.url?.path == "/renew" { return .json("\"2\"", statusCode: status) }
      return request.bearer == "2" ? .json("1") : .status(401)
    }
    let authenticator = TestAuthenticator { _ in Self.fetch(place.value, as: form) }
    let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: TestToken("1"))
    let session = Session(transport: transport, interceptors: [interceptor, RedirectInterceptor()])
    place.value = session
    defer { place.value = nil }
    let log = Awaited<Result<HTTPResponse, NetworkError>>()
    let bag = DisposeBag()
    for _ in 0..<5 { log.record(session.request("http://host.test/a").singleResponse()).disposed(by: bag) }
    let allCame = log.wait(5)
    #expect(allCame)
    let rejected = NetworkError.authentication(.refreshRejected)
    #expect(log.values.map(\.value?.statusCode) == Array(repeating: status == 200 ? 200 : nil, count: 5))
    #expect(log.values.map(\.error) == Array(repeating: status == 200 ? nil : rejected, count: 5))
    #expect(transport.sent.filter { $0.url?.path == "/renew" }.allSatisfy { $0.bearer == nil })
    // One that came after the end of a refused refresh sends nothing; one that came before joined it.
    #expect(authenticator.refreshes.value == 1)
  }

  @Test("what is sent when the refresh has ended is no part of it, be it on the same thread")
  func afterwards() {
    let transport = StubTransport { request in request.bearer == "2" ? .json("1") : .status(401) }
    let authenticator = TestAuthenticator { _ in .just(TestToken("2")) }
    let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: TestToken("1"))
    let session = Session.immediate(transport, interceptor)
    let outcome = Outcome<HTTPResponse>()
    let bag = DisposeBag()
    outcome.record(
      session.request("http://host.test/a").singleResponse().flatMap { _ in
        session.request("http://host.test/b").singleResponse()
      }
    ).disposed(by: bag)
    #expect(outcome.value?.statusCode == 200)
    #expect(transport.sent.map(\.bearer) == ["1", "2", "2"])
  }

  @Test("it is known as one behind an interceptor that goes on from another thread")
  func behindAnother() {
    struct Elsewhere: Interceptor {
      func intercept(
        _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
      ) -> Single<HTTPResponse> {
        Single.just(request).observe(on: SerialDispatchQueueScheduler(qos: .default)).flatMap { next($0) }
      }
    }
    let place = Locked<Session?>(nil)
    let transport = StubTransport { request in
      if request.url?.path == "/renew" { return .json("\"2\"") }
      return request.bearer == "2" ? .json("1") : .status(401)
    }
    let authenticator = TestAuthenticator { _ in Self.fetch(place.value, as: .single) }
    let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: TestToken("1"))
    let session = Session(transport: transport, interceptors: [Elsewhere(), interceptor])
    place.value = session
    defer { place.value = nil }
    let outcome = session.request("http://host.test/a").outcome()
    #expect(outcome.value?.statusCode == 200)
  }
}
