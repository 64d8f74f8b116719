import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Coalescing")
struct CoalescingTests {
  private let time = VirtualTimeScheduler()

  private func session(_ answer: StubTransport.Answer) -> (Session, StubTransport) {
    let transport = StubTransport(scheduler: time) { _ in answer }
    return (
      Session(transport: transport, interceptors: [CoalescingInterceptor()], scheduler: ImmediateScheduler.instance),
      transport
    )
  }

  private func ask(_ session: Session, _ path: String = "/a", _ method: HTTPMethod = .get) -> Single<String> {
    session.request("http://host.test\(path)", method: method).validate().singleString()
  }

  @Test("subscribers at once share one request, and each has the answer once")
  func shares() {
    let (session, transport) = session(.json("1").delayed(by: .seconds(1)))
    let outcomes = (0..<10).map { _ in Outcome<String>() }
    let subscriptions = outcomes.map { $0.record(ask(session)) }
    time.start()
    #expect(outcomes.allSatisfy { $0.results.count == 1 && $0.value == "1" })
    #expect(transport.sent.count == 1)
    #expect(transport.cancelledCount == 0)
    subscriptions.forEach { $0.dispose() }
  }

  @Test("a failure is everybody's, once")
  func sharesFailure() {
    let (session, transport) = session(.fault(.reset).delayed(by: .seconds(1)))
    let outcomes = (0..<3).map { _ in Outcome<String>() }
    let subscriptions = outcomes.map { $0.record(ask(session)) }
    time.start()
    let lost = NetworkError.transport(.connectionLost, phase: .waiting, mayHaveReachedServer: true)
    #expect(outcomes.allSatisfy { $0.results.count == 1 && $0.error == lost })
    #expect(transport.sent.count == 1)
    subscriptions.forEach { $0.dispose() }
  }

  @Test("who leaves, also the first, takes nothing from the others", arguments: 0..<3)
  func leaving(_ leaver: Int) {
    let (session, transport) = session(.json("1").delayed(by: .seconds(1)))
    let outcomes = (0..<3).map { _ in Outcome<String>() }
    let subscriptions = outcomes.map { $0.record(ask(session)) }
    subscriptions[leaver].dispose()
    time.start()
    for (number, outcome) in outcomes.enumerated() {
      #expect(outcome.results.count == (number == leaver ? 0 : 1))
    }
    #expect(transport.sent.count == 1)
    #expect(transport.cancelledCount == 0)
    subscriptions.forEach { $0.dispose() }
  }

  @Test(
    "the last that leaves cancels the request, in whatever order they go, and the next one sends its own",
    arguments: [[0, 1, 2], [2, 1, 0], [1, 2, 0], [0, 2, 1]])
  func lastOne(_ order: [Int]) {
    let (session, transport) = session(.json("1").delayed(by: .seconds(1)))
    let outcomes = (0..<3).map { _ in Outcome<String>() }
    let subscriptions = outcomes.map { $0.record(ask(session)) }
    for (count, number) in order.enumerated() {
      #expect(transport.cancelledCount == 0)
      subscriptions[number].dispose()
      subscriptions[number].dispose()
      #expect(transport.cancelledCount == (count == 2 ? 1 : 0))
    }
    let later = Outcome<String>()
    let subscription = later.record(ask(session))
    time.start()
    #expect(later.value == "1")
    #expect(transport.sent.count == 2)
    #expect(outcomes.allSatisfy { $0.results.isEmpty })
    subscription.dispose()
  }

  @Test("what differs is sent apart, and so is what has an end before the next begins")
  func apart() {
    let (session, transport) = session(.json("1").delayed(by: .seconds(1)))
    let singles = [ask(session), ask(session, "/b"), ask(session, "/a", .head), ask(session, "/a", .post)]
    let subscriptions = singles.map { Outcome<String>().record($0) }
    let second = Outcome<String>().record(ask(session, "/a", .post))
    #expect(transport.sent.count == 5)
    time.start()
    let third = Outcome<String>().record(ask(session))
    #expect(transport.sent.count == 6)
    time.start()
    (subscriptions + [second, third]).forEach { $0.dispose() }
  }

  @Test("one that joins while the answer is handed out is answered by a request of its own")
  func joinsAtTheEnd() {
    let (session, transport) = session(.json("1").delayed(by: .seconds(1)))
    let (late, bag) = (Outcome<String>(), DisposeBag())
    let single = ask(session)
    for _ in 0..<2 {
      single.subscribe(
        onSuccess: { _ in if late.results.isEmpty { late.record(single).disposed(by: bag) } }, isolation: nil
      ).disposed(by: bag)
    }
    time.advance(by: .seconds(1))
    #expect(transport.sent.count == 2)
    time.start()
    #expect(late.results.count >= 1)
    #expect(late.results.allSatisfy { $0.value == "1" })
  }

  @Test("one that is cancelled by another's handler hears nothing")
  func cancelledByAnother() {
    let (session, _) = session(.json("1").delayed(by: .seconds(1)))
    let (second, bag, place) = (Outcome<String>(), DisposeBag(), SerialDisposable())
    ask(session).subscribe(onSuccess: { _ in place.dispose() }, isolation: nil).disposed(by: bag)
    place.disposable = second.record(ask(session))
    time.start()
    #expect(second.results.isEmpty)
  }

  @Test("an answer that comes while subscribing is one too")
  func synchronous() {
    let (session, transport) = session(.json("1"))
    for round in 1...3 {
      let outcome = Outcome<String>()
      outcome.record(ask(session)).dispose()
      #expect(outcome.results.count == 1)
      #expect(transport.sent.count == round)
    }
  }

  private final class Token: Sendable {}

  @Test("what a subscriber holds is let go when it leaves, and all of it at the end", arguments: [true, false])
  func letsGo(_ leaves: Bool) throws {
    let interceptor = CoalescingInterceptor()
    let request = URLRequest(try #require(URL(string: "http://host.test/a")))
    let upstream = PublishSubject<HTTPResponse>()
    weak var token: Token?
    func join() -> any Disposable {
      let held = Token()
      token = held
      return interceptor.intercept(request) { _ in upstream.asSingle() }.subscribe(
        onSuccess: { _ in withExtendedLifetime(held) {} }, isolation: nil)
    }
    let subscriptions = [join(), join()]
    #expect(token != nil)
    if leaves {
      subscriptions.forEach { $0.dispose() }
    } else {
      upstream.onNext(HTTPResponse(statusCode: 200))
      upstream.onCompleted()
    }
    #expect(token == nil)
    subscriptions.forEach { $0.dispose() }
  }
}
