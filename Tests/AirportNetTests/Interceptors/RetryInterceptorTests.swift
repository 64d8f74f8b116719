import AirportNet
import Foundation
import MiniRx
import Testing
import TestSupport

@Suite("RetryInterceptor")
struct RetryInterceptorTests {
  let time = VirtualTimeScheduler()
  let sendings = Locked<[Duration]>([])

  /// A session whose server plays the answers, the last one again and again.
  private func session(
    _ answers: [StubTransport.Answer], _ policy: RetryPolicy? = nil, random: @escaping @Sendable () -> Double = { 1 },
    wallClock: @escaping @Sendable () -> Date = { Date(timeIntervalSince1970: 0) }
  ) -> (session: Session, transport: StubTransport) {
    let transport = StubTransport(scheduler: time) { [sendings, time] _ in
      let number = sendings.update { sendings in
        sendings.append(time.now)
        return sendings.count
      }
      return answers[min(number, answers.count) - 1]
    }
    let policy =
      policy ?? RetryPolicy(backOff: .exponential(attempts: 4, initial: .seconds(1), maximum: .seconds(30)))
    let retry = RetryInterceptor(policy, scheduler: time, random: random, wallClock: wallClock)
    return (
      Session(transport: transport, interceptors: [retry], scheduler: ImmediateScheduler.instance), transport
    )
  }

  private func run(
    _ session: Session, _ method: String = "GET", headers: [String: String] = [:], body: String? = nil
  ) throws -> Outcome<HTTPResponse> {
    let outcome = Outcome<HTTPResponse>()
    let url = try #require(URL(string: "http://host.test/a"))
    let request = session.request(URLRequest(url, method, headers: headers, body: body))
    let subscription = outcome.record(request.singleResponse())
    time.start()
    subscription.dispose()
    #expect(outcome.results.count == 1)
    return outcome
  }

  @Test("waits grow, and the first good answer ends it")
  func grows() throws {
    let (session, _) = session([.status(503), .fault(.reset), .status(500), .json("1")])
    let outcome = try run(session)
    #expect(sendings.value == [.zero, .seconds(1), .seconds(3), .seconds(7)])
    #expect(outcome.value?.statusCode == 200)
    #expect(outcome.value?.attempts == 4)
  }

  @Test("each wait takes a random number of its own")
  func jitter() throws {
    let numbers = Locked([0.5, 0.25, 0])
    let (session, _) = session([.status(503)], random: { numbers.update { $0.removeFirst() } })
    _ = try run(session)
    #expect(sendings.value == [.zero, .milliseconds(500), .seconds(1), .seconds(1)])
  }

  @Test("when it gives up, the last answer comes as it is, with the attempts counted")
  func lastAnswer() throws {
    let last = StubTransport.Answer.json(#"{"why":"closed"}"#, statusCode: 503)
    let (session, _) = session([.status(500), .fault(.reset), .status(429), last, .json("1")])
    let outcome = try run(session)
    #expect(outcome.value?.statusCode == 503)
    #expect(outcome.value?.body == Data(#"{"why":"closed"}"#.utf8))
    #expect(outcome.value?.attempts == 4)
  }

  @Test("a validated call fails with the status, and knows the attempts")
  func statusFailure() throws {
    let (session, _) = session([.status(503)])
    let outcome = Outcome<Data>()
    let subscription = outcome.record(session.request("http://host.test/a").validate().singleData())
    time.start()
    guard case .status(let failure) = outcome.error else { return #expect(Bool(false), "\(outcome.results)") }
    #expect(failure.code == 503)
    #expect(failure.attempts == 4)
    subscription.dispose()
  }

  @Test("when it gives up, the last failure comes as it is")
  func lastFailure() throws {
    let last = NetworkError.transport(.refused, phase: .connecting, mayHaveReachedServer: false)
    let (session, _) = session([.status(500), .fault(.reset), .status(500), .fault(.failure(last)), .json("1")])
    #expect(try run(session).error == last)
  }

  static let notIdempotent: [(String, [String: String], Bool)] = [
    ("POST", [:], false), ("PATCH", [:], false), ("POST", ["Idempotency-Key": "7"], true), ("PUT", [:], true),
  ]

  @Test("a body that must not arrive twice is sent once; any other arrives whole each time", arguments: notIdempotent)
  func bodies(_ method: String, _ headers: [String: String], _ isRepeated: Bool) throws {
    let (session, transport) = session([.fault(.reset), .status(503), .status(201)])
    let outcome = try run(session, method, headers: headers, body: "ticket")
    #expect(transport.sent.count == (isRepeated ? 3 : 1))
    #expect(transport.sent.allSatisfy { $0.httpBody == Data("ticket".utf8) && $0.httpMethod == method })
    #expect((outcome.value?.statusCode == 201) == isRepeated)
  }

  @Test("a POST that did not reach the server is sent again")
  func notReached() throws {
    let refused = NetworkError.transport(.refused, phase: .connecting, mayHaveReachedServer: false)
    let (session, transport) = session([.fault(.failure(refused)), .fault(.failure(refused)), .status(201)])
    #expect(try run(session, "POST", body: "ticket").value?.statusCode == 201)
    #expect(transport.sent.count == 3)
  }

  @Test("the server's wait is kept, in seconds and as a date, and jitter comes on top")
  func retryAfter() throws {
    let date = StubTransport.Answer.status(503, headers: ["Retry-After": "Thu, 01 Jan 1970 00:01:00 GMT"])
    let (session, _) = session(
      [.status(429, headers: ["Retry-After": "20"]), date, .json("1")],
      wallClock: { [time] in Date(timeIntervalSince1970: Double(time.now / .seconds(1))) })
    #expect(try run(session).value?.statusCode == 200)
    #expect(sendings.value == [.zero, .seconds(21), .seconds(62)])
  }

  @Test("too long a wait is not begun: the answer comes at once")
  func tooLong() throws {
    let (session, _) = session([.status(503, headers: ["Retry-After": "3600"]), .json("1")])
    let outcome = try run(session)
    #expect(outcome.value?.statusCode == 503)
    #expect(outcome.value?.headers["Retry-After"] == "3600")
    #expect(time.now == .zero)
  }

  @Test("the time of day is asked for a date alone")
  func wallClock() throws {
    let looks = Locked(0)
    let (session, _) = session(
      [.fault(.reset), .status(404)],
      wallClock: {
        looks.update { $0 += 1 }
        return Date()
      })
    _ = try run(session)
    #expect(looks.value == 0)
  }

  @Test("disposing ends the wait: nothing more is sent, and nothing comes")
  func dispose() throws {
    let (session, _) = session([.status(503), .json("1")])
    let outcome = Outcome<HTTPResponse>()
    let subscription = outcome.record(session.request("http://host.test/a").singleResponse())
    time.advance(by: .milliseconds(999))
    subscription.dispose()
    #expect(time.isIdle)
    time.start()
    #expect(sendings.value.count == 1)
    #expect(outcome.results.isEmpty)
  }

  @Test("all requests share one budget, which fills again")
  func budget() throws {
    let policy = RetryPolicy(
      backOff: .constant(attempts: 2, delay: .seconds(1)), budget: RetryBudget(capacity: 3, refill: .seconds(60)))
    let (session, transport) = session([.status(503)], policy)
    let outcomes = (0..<10).map { _ in Outcome<HTTPResponse>() }
    let bag = DisposeBag()
    for outcome in outcomes {
      outcome.record(session.request("http://host.test/a").singleResponse()).disposed(by: bag)
    }
    time.advance(by: .seconds(2))
    #expect(transport.sent.count == 13)
    #expect(outcomes.compactMap { $0.value?.attempts }.sorted() == [1, 1, 1, 1, 1, 1, 1, 2, 2, 2])
    time.advance(by: .seconds(58))
    _ = try run(session)
    #expect(transport.sent.count == 15)
    _ = try run(session)
    #expect(transport.sent.count == 16)
  }
}
