import MiniRx
import MiniRxTesting
import Testing

@Suite("take(for:), takeLast, element(at:), single, ignoreElements", .leavesNoScope)
struct TakePartTests {
  let scheduler = TestScheduler(initialClock: 0)

  @Test("take(for:) ends when the time has passed, and leaves the source")
  func takeFor() {
    let source = numbers(scheduler)
    let result = scheduler.start { source.take(for: .seconds(25), scheduler: scheduler) }
    #expect(result.events == [.next(210, 1), .next(220, 2), .completed(225)])
    #expect(source.subscriptions == [Subscription(200, 225)])
  }

  @Test("take(for:) ends with a source that ends before, and its timer goes")
  func takeForShort() {
    let source = scheduler.createColdObservable([Numbers.next(5, 1), .completed(10)])
    let observer = scheduler.createObserver(Int.self)
    let subscription = source.take(for: .seconds(900), scheduler: scheduler).subscribe(observer)
    scheduler.advance(by: 20)
    #expect(observer.events == [.next(5, 1), .completed(10)])
    #expect(scheduler.isIdle)
    subscription.dispose()
  }

  @Test("take(for:) of no time ends at the scheduler's next turn", arguments: [Duration.zero, .seconds(-1)])
  func takeForZero(duration: Duration) {
    let source = numbers(scheduler)
    #expect(scheduler.start { source.take(for: duration, scheduler: scheduler) }.events == [.completed(201)])
  }

  @Test("takeLast delivers the last elements at the end", arguments: [0, 1, 3, 9])
  func takeLast(count: Int) {
    let source = Observable.of(1, 2, 3, 4, 5).takeLast(count)
    #expect(history(source) == [1, 2, 3, 4, 5].suffix(count).map(Event.next) + [.completed])
  }

  @Test("takeLast passes an error without elements, and can be cut short")
  func takeLastEnds() {
    #expect(history(Observable.of(1, 2).concat(.error(Broken.first)).takeLast(1)) == [.error(Broken.first)])
    #expect(history(Observable.of(1, 2, 3).takeLast(3).take(1)) == [.next(1), .completed])
  }

  @Test("element(at:) delivers one element and leaves the source")
  func elementAt() {
    let source = numbers(scheduler)
    #expect(scheduler.start { source.element(at: 2) }.events == [.next(230, 3), .completed(230)])
    #expect(source.subscriptions == [Subscription(200, 230)])
    #expect(history(Observable.of(1, 2).element(at: 0)) == [.next(1), .completed])
  }

  @Test("element(at:) beyond the end fails")
  func elementBeyond() {
    #expect(history(Observable.of(1, 2).element(at: 2)) == [.error(RxError.argumentOutOfRange)])
    #expect(history(Observable<Int>.error(Broken.first).element(at: 2)) == [.error(Broken.first)])
  }

  @Test("single delivers the one element as it comes")
  func single() {
    let source = scheduler.createHotObservable([Numbers.next(210, 1), .completed(250)])
    #expect(scheduler.start { source.single() }.events == [.next(210, 1), .completed(250)])
    #expect(history(Observable.of(1, 2, 3).single { $0 == 2 }) == [.next(2), .completed])
  }

  @Test("single fails without an element, at a second, and where its predicate throws")
  func singleFails() {
    #expect(history(Observable<Int>.empty().single()) == [.error(RxError.noElements)])
    #expect(history(Observable.of(1, 2).single()) == [.next(1), .error(RxError.moreThanOneElement)])
    #expect(history(Observable.of(1).single { $0 > 1 }) == [.error(RxError.noElements)])
    #expect(history(Observable.of(1).single { _ in throw Broken.first }) == [.error(Broken.first)])
  }

  @Test("ignoreElements passes the end alone")
  func ignoreElements() {
    let ends = scheduler.start { numbers(scheduler).ignoreElements() }
    #expect(ends.events.map(\.time) == [300])
    #expect(ends.events.first?.value.isCompleted == true)
    #expect(
      history(Observable.of(1).ignoreElements().asCompletable().andThen(Single.just(2))) == [.next(2), .completed])
  }
}
