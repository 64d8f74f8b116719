import MiniRx
import MiniRxTesting
import Testing

@Suite("enumerated, materialize, dematerialize, ifEmpty, withUnretained", .leavesNoScope)
struct EventOperatorTests {
  let scheduler = TestScheduler(initialClock: 0)

  @Test("enumerated counts from zero in each subscription")
  func enumerated() {
    let source = Observable.of("a", "b").enumerated().map { "\($0.index)\($0.element)" }
    #expect(history(source) == [.next("0a"), .next("1b"), .completed])
    #expect(history(source) == [.next("0a"), .next("1b"), .completed])
  }

  @Test("materialize delivers events as elements and never fails")
  func materialize() {
    let source = scheduler.createHotObservable([Numbers.next(210, 1), .error(220, Broken.first)])
    let result = scheduler.start { source.materialize() }
    #expect(result.events == [.next(210, .next(1)), .next(220, .error(Broken.first)), .completed(220)])
    #expect(history(Observable.of(1).materialize()) == [.next(.next(1)), .next(.completed), .completed])
  }

  @Test("dematerialize undoes materialize, and stops at the first terminal event")
  func dematerialize() {
    #expect(history(Observable.of(1, 2).materialize().dematerialize()) == [.next(1), .next(2), .completed])
    let events = Observable<Event<Int>>.of(.next(1), .error(Broken.first), .next(2))
    #expect(history(events.dematerialize()) == [.next(1), .error(Broken.first)])
    #expect(history(Observable<Event<Int>>.error(Broken.second).dematerialize()) == [.error(Broken.second)])
  }

  @Test("ifEmpty steps in only where nothing came and the end was good")
  func ifEmpty() {
    #expect(history(Observable<Int>.empty().ifEmpty(default: 7)) == [.next(7), .completed])
    #expect(history(Observable.of(1).ifEmpty(default: 7)) == [.next(1), .completed])
    #expect(history(Observable<Int>.error(Broken.first).ifEmpty(default: 7)) == [.error(Broken.first)])
    #expect(history(Observable<Int>.empty().ifEmpty(switchTo: .of(8, 9))) == [.next(8), .next(9), .completed])
  }

  @Test("ifEmpty(switchTo:) leaves the other on dispose")
  func ifEmptyDispose() {
    let other = scheduler.createColdObservable([Numbers.next(10, 1), .next(500, 2)])
    let result = scheduler.start(disposed: 300) { Observable.empty().ifEmpty(switchTo: other.asObservable()) }
    #expect(result.events == [.next(210, 1)])
    #expect(other.subscriptions == [Subscription(200, 300)])
  }

  @Test("withUnretained gives the object, holds it weakly and ends when it is gone")
  func withUnretained() {
    let source = PublishSubject<Int>()
    let observer = scheduler.createObserver(String.self)
    var owner: Owner? = Owner()
    weak let watched = owner
    let subscription = source.withUnretained(owner!).map { "\($0.name)\($1)" }.subscribe(observer)
    source.onNext(1)
    owner = nil
    #expect(watched == nil)
    source.onNext(2)
    #expect(observer.events.map(\.value) == [.next("o1"), .completed])
    #expect(!source.hasObservers)
    subscription.dispose()
  }

  @Test("withUnretained combines by a selector; one that throws ends the stream")
  func withUnretainedSelector() {
    let owner = Owner()
    #expect(history(Observable.just(1).withUnretained(owner) { $0.name + "\($1)" }) == [.next("o1"), .completed])
    let broken = Observable.just(1).withUnretained(owner) { _, _ -> Int in throw Broken.first }
    #expect(history(broken) == [.error(Broken.first)])
  }
}

private final class Owner: Sendable {
  let name = "o"
}
