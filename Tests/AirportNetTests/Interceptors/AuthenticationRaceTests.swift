import AirportNet
import Dispatch
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("AuthenticationInterceptor, on real threads", .serialized)
struct AuthenticationRaceTests {
  /// How the refresh ends.
  enum Ending: CaseIterable {
    case renewed, failed, refused

    var result: Result<TestToken, any Error> {
      switch self {
      case .renewed: .success(TestToken("2"))
      case .failed: .failure(NetworkError.timedOut(.idle, mayHaveReachedServer: true))
      case .refused: .failure(NetworkError.status(.init(code: 401)))
      }
    }

    func isExpected(_ outcome: Result<HTTPResponse, NetworkError>) -> Bool {
      switch self {
      case .renewed: outcome.value?.statusCode == 200
      case .failed:
        outcome.error == .authentication(.refreshFailed(.timedOut(.idle, mayHaveReachedServer: true)))
      case .refused: outcome.error == .authentication(.refreshRejected)
      }
    }
  }

  private static let count = 50
  private static let rounds = isSanitized ? 5 : 20

  @Test("fifty refusals at once make one refresh, whose end is that of all", arguments: Ending.allCases, [false, true])
  func concurrentRefusals(_ ending: Ending, _ someAreLate: Bool) {
    withWatchdog(seconds: 120, "fifty refusals") {
      for _ in 0..<Self.rounds { round(ending, someAreLate) }
    }
  }

  /// Refusals come when all are sent; where some are late, half of them come while the refresh ends or after.
  private func round(_ ending: Ending, _ someAreLate: Bool) {
    let (sent, allSent, isEnding) = (Counter(), Gate(), Gate())
    let server = TestServer { request in
      if request.bearer == "2" { return .just(HTTPResponse(statusCode: 200)) }
      return .create { single in
        let number = sent.add()
        if number == Self.count { allSent.open() }
        let isLate = someAreLate && number % 2 == 0
        let isOpen = (isLate ? isEnding : allSent).wait(seconds: 60)
        #expect(isOpen)
        single(.success(HTTPResponse(statusCode: 401)))
        return Disposables.create()
      }
    }
    let authenticator = TestAuthenticator { _ in
      .create { single in
        Thread {
          isEnding.open()
          single(ending.result)
        }.start()
        return Disposables.create()
      }
    }
    let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: TestToken("1"))
    let session = Session.immediate(StubTransport([:]), interceptor, server)
    let log = Awaited<Result<HTTPResponse, NetworkError>>()
    let bag = DisposeBag()
    inParallel(Self.count) { _ in
      log.record(session.request("http://host.test/a").singleResponse()).disposed(by: bag)
    }
    let allCame = log.wait(Self.count, seconds: 60)
    #expect(allCame)
    #expect(log.values.allSatisfy(ending.isExpected))
    #expect(authenticator.refreshes.value == 1)
    #expect(sent.value == Self.count)
  }

  @Test("the end of a refresh, the leaving of the last and a login meet in every order, and the next request works")
  func leaving() {
    struct State: Sendable {
      let session: Session
      let interceptor: AuthenticationInterceptor<TestAuthenticator>
      let end: Locked<Single<TestToken>.SingleObserver?>
      let subscription: any Disposable
      let answers: Locked<Int>
    }
    let server = TestServer { .just(HTTPResponse(statusCode: $0.bearer == "1" ? 401 : 200)) }
    withWatchdog(seconds: 120, "leaving a refresh") {
      race(rounds: isSanitized ? 2_000 : 10_000) { _ -> State in
        let (end, answers) = (Locked<Single<TestToken>.SingleObserver?>(nil), Locked(0))
        let authenticator = TestAuthenticator { _ in
          .create { single in
            end.value = single
            return Disposables.create()
          }
        }
        let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: TestToken("1"))
        let session = Session.immediate(StubTransport([:]), interceptor, server)
        let subscription = session.request("http://host.test/a").singleResponse().subscribe(
          onSuccess: { _ in answers.update { $0 += 1 } }, onFailure: { _ in answers.update { $0 += 1_000 } },
          isolation: nil)
        return State(
          session: session, interceptor: interceptor, end: end, subscription: subscription, answers: answers)
      } _: { state in
        state.end.value?(.success(TestToken("2")))
      } _: { state in
        state.subscription.dispose()
        state.interceptor.credential = TestToken("3")
      } check: { round, state in
        #expect(state.answers.value <= 1, "round \(round)")
        #expect(state.interceptor.credential == TestToken("3"), "round \(round)")
        let outcome = Outcome<HTTPResponse>()
        outcome.record(state.session.request("http://host.test/b").singleResponse()).dispose()
        #expect(outcome.value?.statusCode == 200, "round \(round)")
      }
    }
  }

  @Test("requests that come and go at random leave no refresh behind, and none without an end")
  func storm() {
    let (valid, running, numbers) = (Locked("1"), Counter(), Counter())
    let server = TestServer { request in .just(HTTPResponse(statusCode: request.bearer == valid.value ? 200 : 401)) }
    let scheduler = ConcurrentDispatchQueueScheduler()
    let authenticator = TestAuthenticator { _ in
      .deferred {
        running.add()
        let name = "\(numbers.add() + 1)"
        return Single.just(TestToken(name)).observe(on: scheduler).do(
          onSuccess: { valid.value = $0.name }, onDispose: { running.add(-1) })
      }
    }
    let interceptor = AuthenticationInterceptor(
      authenticator: authenticator, credential: TestToken("1"), refreshWindow: nil)
    let session = Session.immediate(StubTransport([:]), interceptor, server)
    let (log, kept) = (Awaited<Result<HTTPResponse, NetworkError>>(), Counter())
    let bag = DisposeBag()
    let rounds = isSanitized ? 200 : 1_000
    withWatchdog(seconds: 120, "a storm of refusals") {
      inParallel(4) { thread in
        for round in 0..<rounds {
          if round % 16 == thread { valid.value = "none" }
          let single = session.request("http://host.test/a").singleResponse()
          if (round + thread) % 3 == 0 {
            single.subscribe(onSuccess: { _ in }, onFailure: { _ in }, isolation: nil).dispose()
          } else {
            kept.add()
            log.record(single).disposed(by: bag)
          }
        }
      }
      let allCame = log.wait(kept.value, seconds: 100)
      #expect(allCame)
    }
    #expect(log.values.count == kept.value)
    // The last one lets go after it has delivered.
    let haveEnded = returns { while running.value > 0 { sched_yield() } }
    #expect(haveEnded)
  }
}
