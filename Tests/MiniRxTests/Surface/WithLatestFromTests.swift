import MiniRx
import MiniRxTesting
import Testing

@Suite("withLatestFrom", .leavesNoScope)
struct WithLatestFromTests {
  let scheduler = TestScheduler(initialClock: 0)

  @Test("withLatestFrom combines each element with the newest of the second, and ends with the source")
  func combines() {
    let source = numbers(scheduler)
    let second = scheduler.createHotObservable([.next(215, "a"), .next(225, "b"), .next(228, "c"), .completed(235)])
    let result = scheduler.start { source.withLatestFrom(second) { "\($0)\($1)" } }
    #expect(
      result.events == [.next(220, "2a"), .next(230, "3c"), .next(240, "4c"), .next(250, "5c"), .completed(300)])
    #expect(second.subscriptions == [Subscription(200, 235)])
  }

  @Test("without a selector it delivers the second's newest")
  func plain() {
    let source = numbers(scheduler)
    let second = scheduler.createHotObservable([.next(215, "a")])
    #expect(
      scheduler.start(disposed: 235) { source.withLatestFrom(second) }.events == [.next(220, "a"), .next(230, "a")])
    #expect(source.subscriptions == [Subscription(200, 235)])
    #expect(second.subscriptions == [Subscription(200, 235)])
  }

  @Test("an error of the second ends it")
  func secondFails() {
    let source = numbers(scheduler)
    let second = scheduler.createHotObservable([Numbers.next(205, 9), .error(215, Broken.first)])
    #expect(
      scheduler.start { source.withLatestFrom(second) }.events == [.next(210, 9), .error(215, Broken.first)])
    #expect(source.subscriptions == [Subscription(200, 215)])
  }

  @Test("a selector that throws ends it")
  func selectorThrows() {
    let combined = Observable.of(1, 2).withLatestFrom(Observable.just(3)) { _, _ -> Int in throw Broken.first }
    #expect(history(combined) == [.error(Broken.first)])
  }
}
