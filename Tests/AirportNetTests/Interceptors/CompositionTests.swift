import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("The documented order of interceptors")
struct CompositionTests {
  let time = VirtualTimeScheduler()
  let calls = Locked<[String]>([])
  let attempts = Locked<[String]>([])

  /// All that the documentation of `Interceptor` lists and that the tests need, in its order.
  private func session(
    _ authenticator: TestAuthenticator, cached: [String: String] = [:],
    _ answer: @escaping @Sendable (URLRequest) -> StubTransport.Answer
  ) -> (session: Session, transport: StubTransport) {
    let transport = StubTransport(scheduler: time, answer: answer)
    let retry = RetryPolicy(backOff: .constant(attempts: 2, delay: .seconds(1)))
    let interceptors: [any Interceptor] = [
      TimeoutInterceptor(total: .seconds(20), scheduler: time),
      LogInterceptor(scheduler: time) { [calls] text in calls.update { $0.append(text) } },
      Memory(answers: cached),
      AuthenticationInterceptor(authenticator: authenticator, credential: TestToken("1"), scheduler: time),
      RetryInterceptor(retry, scheduler: time, random: { 1 }),
      RedirectInterceptor(),
      LogInterceptor(scheduler: time) { [attempts] text in attempts.update { $0.append(text) } },
    ]
    return (
      Session(transport: transport, interceptors: interceptors, scheduler: ImmediateScheduler.instance), transport
    )
  }

  /// Stands where a cache stands: what it knows is not asked for.
  private struct Memory: Interceptor {
    let answers: [String: String]

    func intercept(
      _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
    ) -> Single<HTTPResponse> {
      guard let text = answers[request.url?.path ?? ""] else { return next(request) }
      return .just(HTTPResponse(statusCode: 200, url: request.url, body: Data(text.utf8)))
    }
  }

  private func run(_ session: Session, _ url: String) -> Outcome<HTTPResponse> {
    let outcome = Outcome<HTTPResponse>()
    let subscription = outcome.record(session.request(url).singleResponse())
    time.start()
    subscription.dispose()
    return outcome
  }

  private var renewing: TestAuthenticator { TestAuthenticator { _ in .just(TestToken("2")) } }

  @Test("a retry goes with the token it had, and the renewed request has retries of its own")
  func retriesInsideAuthentication() {
    let answers = Locked<[StubTransport.Answer]>([.status(503), .status(401), .fault(.reset), .json("1")])
    let (session, transport) = session(renewing) { _ in answers.update { $0.removeFirst() } }
    let outcome = run(session, "http://host.test/a")
    #expect(outcome.value?.statusCode == 200)
    #expect(outcome.value?.attempts == 4)
    #expect(transport.sent.map(\.bearer) == ["1", "1", "2", "2"])
    #expect(attempts.value.count == 4)
    #expect(calls.value == ["#1 GET http://host.test/a: 200, 1 bytes, 2000 ms, 4 attempts"])
  }

  @Test("an answer from memory asks for no token and is logged as a call alone")
  func cached() {
    let authenticator = renewing
    let (session, transport) = session(authenticator, cached: ["/a": "1"]) { _ in .status(401) }
    #expect(run(session, "http://host.test/a").value?.statusCode == 200)
    #expect(transport.sent.isEmpty)
    #expect(authenticator.refreshes.value == 0)
    #expect(calls.value.count == 1)
    #expect(attempts.value.isEmpty)
  }

  @Test(
    "the token stays with its origin: a redirect drops it, it is not added again, and a refusal there renews nothing")
  func redirects() {
    let authenticator = renewing
    let (session, transport) = session(authenticator) { request in
      switch (request.url?.host, request.url?.path) {
      case ("host.test", "/a"): .status(302, headers: ["Location": "/b"])
      case ("host.test", "/b"): .status(307, headers: ["Location": "http://other.test/c"])
      default: .status(401)
      }
    }
    let outcome = run(session, "http://host.test/a")
    #expect(outcome.value?.statusCode == 401)
    #expect(transport.sent.map(\.bearer) == ["1", "1", nil])
    #expect(authenticator.refreshes.value == 0)
    #expect(attempts.value.count == 3)
  }

  @Test("the total limit spans waits for tokens, retries and the pauses between them")
  func total() {
    let authenticator = TestAuthenticator { _ in .never() }
    let (session, _) = session(authenticator) { _ in .status(401) }
    let outcome = run(session, "http://host.test/a")
    #expect(outcome.error == .timedOut(.total, mayHaveReachedServer: true))
    #expect(time.now == .seconds(20))
    #expect(calls.value == ["#1 GET http://host.test/a: cancelled, 20000 ms"])
  }
}
