import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("RetryPolicy")
struct RetryPolicyTests {
  typealias Outcome = Result<HTTPResponse, NetworkError>

  static let policy = RetryPolicy(
    backOff: .exponential(attempts: 5, initial: .seconds(1), maximum: .seconds(4)), maximumRetryAfter: .seconds(60))

  static func status(_ code: Int, _ headers: HTTPHeaders = [:]) -> Outcome {
    .success(HTTPResponse(statusCode: code, headers: headers))
  }

  static func lost(_ kind: NetworkError.TransportKind, reached: Bool = true) -> Outcome {
    .failure(.transport(kind, phase: .waiting, mayHaveReachedServer: reached))
  }

  private func pause(
    _ outcome: Outcome, _ method: String = "GET", headers: [String: String] = [:], attempt: Int = 1,
    random: Double = 1, now: Date = Date(timeIntervalSince1970: 0), policy: RetryPolicy = policy
  ) throws -> Duration? {
    let request = URLRequest(try #require(URL(string: "http://host.test/a")), method, headers: headers)
    return policy.pause(after: outcome, to: request, attempt: attempt, random: random, now: now)
  }

  @Test(
    "what may pass is tried again, what will not is not",
    arguments: [
      (status(408), true), (status(429), true), (status(500), true), (status(502), true), (status(503), true),
      (status(504), true), (status(200), false), (status(204), false), (status(304), false), (status(400), false),
      (status(401), false), (status(404), false), (status(409), false), (status(501), false), (status(505), false),
      (lost(.connectionLost), true), (lost(.refused), true), (lost(.dns), true), (lost(.offline), true),
      (lost(.tls(.expired)), false), (lost(.badServerResponse), false), (lost(.tooManyRedirects), false),
      (lost(.other(code: 43)), false), (.failure(.timedOut(.idle, mayHaveReachedServer: true)), true),
      (.failure(.timedOut(.total, mayHaveReachedServer: true)), true), (.failure(.cancelled), false),
      (.failure(.invalidRequest(.other("x"))), false), (.failure(.status(.init(code: 503))), true),
      (.failure(.status(.init(code: 404))), false), (.failure(.authentication(.refreshRejected)), false),
      (.failure(.authentication(.refreshFailed(.timedOut(.idle, mayHaveReachedServer: true)))), true),
      (.failure(.undecodable(.init(reason: "x", type: "y"))), false),
    ] as [(Outcome, Bool)])
  func outcomes(_ outcome: Outcome, _ isRetried: Bool) throws {
    #expect((try pause(outcome) != nil) == isRetried)
  }

  @Test(
    "a request that must not arrive twice is tried again only if it has not arrived",
    arguments: [
      ("GET", true), ("HEAD", true), ("PUT", true), ("DELETE", true), ("OPTIONS", true), ("TRACE", true),
      ("QUERY", true), ("POST", false), ("PATCH", false), ("CONNECT", false), ("PURGE", false),
    ])
  func methods(_ method: String, _ isIdempotent: Bool) throws {
    #expect((try pause(Self.status(503), method) != nil) == isIdempotent)
    #expect((try pause(Self.lost(.connectionLost), method) != nil) == isIdempotent)
    #expect(try pause(Self.lost(.refused, reached: false), method) != nil)
    #expect(try pause(.failure(.timedOut(.idle, mayHaveReachedServer: false)), method) != nil)
    #expect(try pause(Self.status(503), method, headers: ["idempotency-key": "7"]) != nil)
    #expect((try pause(Self.status(503), method, headers: ["Idempotency-Key": ""]) != nil) == isIdempotent)
  }

  @Test("a body that can be read once is never asked for twice")
  func streamed() throws {
    var request = URLRequest(try #require(URL(string: "http://host.test/a")), "PUT")
    request.httpBodyStream = InputStream(data: Data("x".utf8))
    for outcome in [Self.status(503), Self.lost(.refused, reached: false)] {
      #expect(Self.policy.pause(after: outcome, to: request, attempt: 1, random: 0, now: Date()) == nil)
    }
  }

  @Test(
    "the wait is a random part of one that doubles up to a limit",
    arguments: [
      (1, 1.0, .seconds(1)), (2, 1, .seconds(2)), (3, 1, .seconds(4)), (4, 1, .seconds(4)), (1, 0, .zero),
      (4, 0, .zero), (2, 0.25, .milliseconds(500)), (3, 0.5, .seconds(2)), (1, 7, .seconds(1)), (1, -7, .zero),
      (5, 1, nil), (6, 1, nil),
    ] as [(Int, Double, Duration?)])
  func waits(_ attempt: Int, _ random: Double, _ expected: Duration?) throws {
    #expect(try pause(Self.lost(.connectionLost), attempt: attempt, random: random) == expected)
  }

  @Test("one attempt in all means no retry", arguments: [0, 1])
  func once(_ attempts: Int) throws {
    let policy = RetryPolicy(backOff: .constant(attempts: attempts, delay: .zero))
    #expect(try pause(Self.status(503), policy: policy) == nil)
  }

  static let asked: [(HTTPHeaders, Duration?)] = [
    (["Retry-After": "7"], .seconds(7)), (["Retry-After": "0"], .zero), (["Retry-After": "60"], .seconds(60)),
    (["Retry-After": "61"], nil), (["Retry-After": "99999999999999999999999"], nil),
    (["Retry-After": "Thu, 01 Jan 1970 00:00:09 GMT"], .seconds(9)),
    (["Retry-After": "Thu, 01 Jan 1970 00:00:09 GMT", "Date": "Thu, 01 Jan 1970 00:00:04 GMT"], .seconds(5)),
    (["Retry-After": "Wed, 31 Dec 1969 23:00:00 GMT"], .zero), (["Retry-After": "Thu, 01 Jan 2099 00:00:00 GMT"], nil),
    (["Retry-After": "soon"], .zero), (["Retry-After": "-5"], .zero),
  ]

  @Test(
    "what the server asks for is waited for, jitter is added to it, and too long a wait ends it", arguments: asked,
    [0, 0.5, 1])
  func retryAfter(_ answer: (headers: HTTPHeaders, wait: Duration?), _ random: Double) throws {
    let jitter = Duration.seconds(1) * random
    for code in [429, 503] {
      #expect(try pause(Self.status(code, answer.headers), random: random) == answer.wait.map { $0 + jitter })
    }
    let failure = NetworkError.status(.init(code: 503, headers: answer.headers))
    #expect(try pause(.failure(failure), random: random) == answer.wait.map { $0 + jitter })
  }
}

@Suite("RetryBudget")
struct RetryBudgetTests {
  @Test("so many retries in a row, then one whenever a token has come back, and never more than the bucket holds")
  func tokens() {
    var budget = RetryBudget(capacity: 2, refill: .seconds(10))
    let times = [0, 0, 0, 9, 10, 11, 20, 1_000, 1_000, 1_000]
    #expect(
      times.map { budget.take(at: .seconds($0)) }
        == [true, true, false, false, true, false, true, true, true, false])
  }

  @Test("an empty bucket allows nothing, and no refill time everything")
  func extremes() {
    var (none, endless) = (RetryBudget(capacity: 0), RetryBudget(capacity: 1, refill: .zero))
    #expect((0..<9).allSatisfy { !none.take(at: .seconds($0)) })
    #expect((0..<9).allSatisfy { _ in endless.take(at: .zero) })
  }

  @Test("many small steps of time come to the same as one large one")
  func rounding() {
    var budget = RetryBudget(capacity: 1, refill: .seconds(1))
    _ = budget.take(at: .zero)
    for step in 1..<10 {
      let isThere = budget.take(at: .milliseconds(step * 100))
      #expect(!isThere)
    }
    let isThere = budget.take(at: .seconds(1))
    #expect(isThere)
  }
}
