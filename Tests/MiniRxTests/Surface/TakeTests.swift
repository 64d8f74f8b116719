import MiniRx
import MiniRxTesting
import Testing

@Suite("take, take(until:), take(while:)", .leavesNoScope)
struct TakeTests {
  let scheduler = TestScheduler(initialClock: 0)

  @Test("take delivers so many, ends with the last and leaves the source")
  func take() {
    let source = numbers(scheduler)
    let result = scheduler.start { source.take(2) }
    #expect(result.events == [.next(210, 1), .next(220, 2), .completed(220)])
    #expect(source.subscriptions == [Subscription(200, 220)])
  }

  @Test("take of more than there are ends with the source")
  func takeMore() {
    let source = numbers(scheduler)
    let result = scheduler.start { source.take(9) }
    #expect(result.elements == [1, 2, 3, 4, 5])
    #expect(result.events.last == .completed(300))
  }

  @Test("take passes an error that comes first")
  func takeError() {
    let source = scheduler.createHotObservable([Numbers.next(210, 1), .error(220, Broken.first)])
    #expect(scheduler.start { source.take(2) }.events == [.next(210, 1), .error(220, Broken.first)])
  }

  @Test("take(0) is empty and does not subscribe")
  func takeNone() {
    let source = numbers(scheduler)
    #expect(scheduler.start { source.take(0) }.events == [.completed(200)])
    #expect(source.subscriptions.isEmpty)
  }

  @Test("take stops a synchronous producer that looks at isDisposed")
  func takeStopsLoop() {
    let endless = Observable<Int>.create { observer in
      var number = 0
      while !observer.isDisposed {
        observer.onNext(number)
        number += 1
      }
      return Disposables.create()
    }
    #expect(history(endless.take(3)) == [.next(0), .next(1), .next(2), .completed])
  }

  @Test("each subscription of a take counts anew")
  func takeTwice() {
    let source = Observable.of(1, 2, 3).take(2)
    #expect(history(source) == history(source))
  }

  @Test("take(until: other) ends with the other's first element, and leaves both")
  func takeUntilElement() {
    let source = numbers(scheduler)
    let other = scheduler.createHotObservable([.next(225, "stop"), .next(235, "again")])
    #expect(
      scheduler.start { source.take(until: other) }.events == [.next(210, 1), .next(220, 2), .completed(225)])
    #expect(source.subscriptions == [Subscription(200, 225)])
    #expect(other.subscriptions == [Subscription(200, 225)])
  }

  @Test("take(until: other) goes on where the other ends without an element")
  func takeUntilEmpty() {
    let source = numbers(scheduler)
    let other = scheduler.createHotObservable([Numbers.completed(225)])
    let result = scheduler.start { source.take(until: other) }
    #expect(result.elements == [1, 2, 3, 4, 5])
    #expect(result.events.last == .completed(300))
    #expect(other.subscriptions == [Subscription(200, 225)])
  }

  @Test("take(until: other) passes the other's error")
  func takeUntilError() {
    let source = numbers(scheduler)
    let other = scheduler.createHotObservable([Numbers.error(215, Broken.second)])
    let result = scheduler.start { source.take(until: other) }
    #expect(result.events == [.next(210, 1), .error(215, Broken.second)])
    #expect(source.subscriptions == [Subscription(200, 215)])
  }

  @Test("take(until: other) of an other that has an element at once does not subscribe to the source")
  func takeUntilJust() {
    let source = numbers(scheduler)
    #expect(scheduler.start { source.take(until: Observable.just(1)) }.events == [.completed(200)])
    #expect(source.subscriptions.isEmpty)
  }

  @Test(
    "take(while:) and take(until:) deliver the deciding element only when inclusive",
    arguments: [(TakeBehavior.exclusive, [1, 2]), (.inclusive, [1, 2, 3])])
  func takeWhile(behavior: TakeBehavior, expected: [Int]) {
    let source = Observable.of(1, 2, 3, 4)
    let events = expected.map(Event.next) + [.completed]
    #expect(history(source.take(while: { $0 < 3 }, behavior: behavior)) == events)
    #expect(history(source.take(until: { $0 == 3 }, behavior: behavior)) == events)
  }

  @Test("a predicate that throws ends the stream with its error")
  func predicateThrows() {
    let source = Observable.of(1, 2)
    #expect(history(source.take(while: { _ in throw Broken.first })) == [.error(Broken.first)])
    #expect(history(source.take(until: { _ in throw Broken.first })) == [.error(Broken.first)])
  }
}
