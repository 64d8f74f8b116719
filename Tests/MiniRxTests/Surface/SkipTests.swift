import MiniRx
import MiniRxTesting
import Testing

@Suite("skip, skip(while:), skip(until:)", .leavesNoScope)
struct SkipTests {
  let scheduler = TestScheduler(initialClock: 0)

  @Test("skip drops the first elements, anew for each subscription", arguments: [0, 2, 5, 9])
  func skip(count: Int) {
    let source = Observable.of(1, 2, 3, 4, 5).skip(count)
    let expected = [1, 2, 3, 4, 5].dropFirst(count).map(Event.next) + [.completed]
    #expect(history(source) == expected)
    #expect(history(source) == expected)
  }

  @Test("skip(while:) lets everything through from the first element that does not match")
  func skipWhile() {
    let source = Observable.of(1, 2, 3, 1).skip(while: { $0 < 3 })
    #expect(history(source) == [.next(3), .next(1), .completed])
    #expect(history(source) == [.next(3), .next(1), .completed])
    #expect(history(Observable.of(1).skip(while: { _ in throw Broken.first })) == [.error(Broken.first)])
  }

  @Test("skip(until: other) drops what comes before the other's first element, and leaves the other then")
  func skipUntil() {
    let source = numbers(scheduler)
    let other = scheduler.createHotObservable([.next(225, "go"), .next(235, "again")])
    let result = scheduler.start { source.skip(until: other) }
    #expect(result.events == [.next(230, 3), .next(240, 4), .next(250, 5), .completed(300)])
    #expect(other.subscriptions == [Subscription(200, 225)])
  }

  @Test("skip(until: other) drops everything where the other has no element")
  func skipUntilNever() {
    let source = numbers(scheduler)
    let other = scheduler.createHotObservable([Numbers.completed(225)])
    #expect(scheduler.start { source.skip(until: other) }.events == [.completed(300)])
  }

  @Test("skip(until: other) passes the other's error and leaves both on dispose")
  func skipUntilError() {
    let source = numbers(scheduler)
    let other = scheduler.createHotObservable([Numbers.error(225, Broken.first)])
    #expect(scheduler.start { source.skip(until: other) }.events == [.error(225, Broken.first)])
    #expect(source.subscriptions == [Subscription(200, 225)])

    let (left, right) = (PublishSubject<Int>(), PublishSubject<Int>())
    let subscription = left.skip(until: right).subscribe(scheduler.createObserver(Int.self))
    #expect(left.hasObservers && right.hasObservers)
    subscription.dispose()
    #expect(!left.hasObservers && !right.hasObservers)
  }
}
