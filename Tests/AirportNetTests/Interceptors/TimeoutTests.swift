import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("TimeoutInterceptor")
struct TimeoutTests {
  let time = VirtualTimeScheduler()

  private func session(_ answer: StubTransport.Answer, _ interceptors: any Interceptor...) -> Session {
    let transport = StubTransport(scheduler: time) { _ in answer }
    return Session(transport: transport, interceptors: interceptors, scheduler: ImmediateScheduler.instance)
  }

  private func limit(_ total: Duration) -> TimeoutInterceptor { TimeoutInterceptor(total: total, scheduler: time) }

  private func run(_ session: Session, _ method: String = "GET", idle: TimeInterval = 60) throws -> Outcome<
    HTTPResponse
  > {
    let outcome = Outcome<HTTPResponse>()
    let request = URLRequest(try #require(URL(string: "http://host.test/a")), method, timeout: idle)
    let subscription = outcome.record(session.request(request).singleResponse())
    time.start()
    subscription.dispose()
    #expect(outcome.results.count == 1)
    return outcome
  }

  @Test("a limit holds to the millisecond", arguments: [1, 37, 250, 999, 1_500])
  func exact(_ milliseconds: Int) throws {
    let limit = limit(.milliseconds(milliseconds))
    let late = StubTransport.Answer.json("1").delayed(by: .milliseconds(milliseconds + 1))
    #expect(try run(session(late, limit)).error == .timedOut(.total, mayHaveReachedServer: true))
    #expect(time.now == .milliseconds(milliseconds))
    let early = StubTransport.Answer.json("1").delayed(by: .milliseconds(milliseconds - 1))
    #expect(try run(session(early, limit)).status == 200)
  }

  @Test("the error says which limit it was", arguments: [(0.2, 300, NetworkError.Deadline.idle), (0.3, 200, .total)])
  func which(_ idle: TimeInterval, _ total: Int, _ deadline: NetworkError.Deadline) throws {
    let outcome = try run(session(.fault(.silence), limit(.milliseconds(total))), idle: idle)
    #expect(outcome.error == .timedOut(deadline, mayHaveReachedServer: true))
    #expect(time.now == .milliseconds(200))
  }

  @Test("a dispose takes the timer away, and nothing comes")
  func dispose() {
    let outcome = Outcome<HTTPResponse>()
    let session = session(.fault(.silence), limit(.seconds(1)))
    outcome.record(session.request("http://host.test/a").singleResponse()).dispose()
    #expect(time.isIdle)
    #expect(outcome.results.isEmpty)
  }

  @Test("no server has seen a request that waits for its token")
  func waitsForToken() throws {
    let login = AuthenticationInterceptor(
      authenticator: TestAuthenticator { _ in .never() }, credential: TestToken("1", requiresRefresh: true),
      scheduler: time)
    let outcome = try run(session(.json("1"), limit(.seconds(1)), login), "POST")
    #expect(outcome.error == .timedOut(.total, mayHaveReachedServer: false))
  }

  @Test(
    "in the pause of a retry it is what the attempts before it say",
    arguments: [
      (StubTransport.Answer.status(503), true), (.fault(.reset), true),
      (.fault(.failure(.transport(.refused, phase: .connecting, mayHaveReachedServer: false))), false),
      (.fault(.failure(.transport(.connectionLost, phase: .sending, mayHaveReachedServer: true))), true),
    ])
  func pauses(_ answer: StubTransport.Answer, _ reached: Bool) throws {
    let policy = RetryPolicy(backOff: .constant(attempts: 9, delay: .seconds(3)))
    let retry = RetryInterceptor(policy, scheduler: time, random: { 1 })
    let outcome = try run(session(answer, limit(.seconds(10)), retry))
    #expect(outcome.error == .timedOut(.total, mayHaveReachedServer: reached))
  }

  /// Holds the first request back for ever.
  private struct Holding: Interceptor {
    let count = Counter()

    func intercept(
      _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
    ) -> Single<HTTPResponse> { count.add() == 1 ? .never() : next(request) }
  }

  @Test("inside of retries it limits each attempt, and a POST that was not sent goes again")
  func eachAttempt() throws {
    let policy = RetryPolicy(backOff: .constant(attempts: 3, delay: .seconds(1)))
    let retry = RetryInterceptor(policy, scheduler: time, random: { 1 })
    let holding = session(.status(201), retry, limit(.seconds(5)), Holding())
    #expect(try run(holding, "POST").status == 201)
    #expect(time.now == .seconds(6))
    let silent = session(.fault(.silence), retry, limit(.seconds(5)))
    #expect(try run(silent, "POST").error == .timedOut(.total, mayHaveReachedServer: true))
    #expect(time.now == .seconds(11))
  }

  @Test("called by another interceptor, it knows nothing of the transport and says so")
  func wrapped() throws {
    struct Wrapping: Interceptor {
      let inner: TimeoutInterceptor
      func intercept(
        _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
      ) -> Single<HTTPResponse> { inner.intercept(request, next: next) }
    }
    let session = session(.json("1"), Wrapping(inner: limit(.seconds(1))), Holding())
    #expect(try run(session).error == .timedOut(.total, mayHaveReachedServer: true))
  }

  #if os(Linux)
    @Test(
      "over a socket nothing is sent until the connection is secure; afterwards it is", arguments: ["https", "http"])
    func socket(_ scheme: String) throws {
      let server = try RawServer([.readToEnd])
      let session = Session(
        transport: CurlTransport(), interceptors: [limit(.milliseconds(100))], scheduler: ImmediateScheduler.instance)
      let log = Awaited<Result<HTTPResponse, NetworkError>>()
      let subscription = log.record(session.request("\(scheme)://127.0.0.1:\(server.port)/").singleResponse())
      let hasArrived = server.wait { !($0.first?.isEmpty ?? true) }
      #expect(hasArrived)
      time.start()
      #expect(log.values.map(\.error) == [.timedOut(.total, mayHaveReachedServer: scheme == "http")])
      subscription.dispose()
    }
  #endif
}
