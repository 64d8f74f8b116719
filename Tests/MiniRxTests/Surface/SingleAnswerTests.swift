import MiniRx
import MiniRxTesting
import Testing

@Suite("first, asSingle", .leavesNoScope)
struct SingleAnswerTests {
  let scheduler = TestScheduler(initialClock: 0)

  @Test("first answers with the first element and leaves the source")
  func first() {
    let source = numbers(scheduler)
    let result = scheduler.start { source.first() }
    #expect(result.events == [.next(210, 1), .completed(210)])
    #expect(source.subscriptions == [Subscription(200, 210)])
  }

  @Test("first answers nil where there is none, and fails with the source")
  func firstOfNone() {
    #expect(history(Observable<Int>.empty().first()) == [.next(nil), .completed])
    #expect(history(Observable<Int>.error(Broken.first).first()) == [.error(Broken.first)])
    #expect(history(Observable<Int?>.just(nil).first().map { $0 != nil }) == [.next(true), .completed])
  }

  @Test("asSingle answers when the source ends")
  func asSingle() {
    let source = scheduler.createHotObservable([Numbers.next(210, 1), .completed(250)])
    #expect(scheduler.start { source.asSingle() }.events == [.next(250, 1), .completed(250)])
  }

  @Test("asSingle fails without an element, at a second one, and with the source")
  func asSingleFails() {
    #expect(history(Observable<Int>.empty().asSingle()) == [.error(RxError.noElements)])
    #expect(history(Observable.of(1, 2).asSingle()) == [.error(RxError.moreThanOneElement)])
    #expect(history(Observable<Int>.error(Broken.first).asSingle()) == [.error(Broken.first)])
    #expect(history(Observable.just(1).asSingle()) == [.next(1), .completed])
  }
}
