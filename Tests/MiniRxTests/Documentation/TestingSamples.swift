import MiniRx
import MiniRxTesting
import Testing

@Suite("The article on testing", .leavesNoScope)
struct TestingSamples {
  @Test("A text passes when nothing was typed for two ticks")
  func settles() {
    let marbles = Marbles(
      """
      typed     -a--b---c|
      settled   ---a--b--(c|)
      """)
    let events = marbles.run { $0["typed"].debounce(.seconds(2), scheduler: $0.scheduler) }
    #expect(events == marbles.expected)
  }

  @Test("The same, by the clock")
  func settlesByTheClock() {
    let scheduler = TestScheduler(initialClock: 0)
    let typed = scheduler.createHotObservable([.next(210, "a"), .next(215, "b"), .completed(300)])
    let result = scheduler.start { typed.debounce(.seconds(10), scheduler: scheduler) }
    #expect(result.events == [.next(225, "b"), .completed(300)])
  }

  @Test("Its subscription is left at the first element")
  func leaves() {
    let scheduler = TestScheduler(initialClock: 0)
    let typed = scheduler.createColdObservable([.next(10, "a"), .next(20, "b")])
    let result = scheduler.start { typed.take(1) }
    #expect(result.events == [.next(210, "a"), .completed(210)])
    #expect(typed.subscriptions == [Subscription(200, 210)])
  }

  @Test("A field without a text never looks at the clock")
  func quiet() {
    let scheduler = UnimplementedScheduler("search") { Issue.record("\($0)") }
    let settled = Observable<String>.empty().debounce(.seconds(1), scheduler: scheduler)
    settled.subscribe(onNext: { _ in }).dispose()
  }
}

@Suite("The field of the article on testing", .leavesNoScope)
struct FieldSamples {
  @MainActor final class Field {
    let typed = PublishRelay<String>()
    private(set) var shown: [String] = []
    private let bag = DisposeBag()

    init(scheduler: any SchedulerType) {
      typed.debounce(.seconds(2), scheduler: scheduler)
        .subscribe(with: self, onNext: { field, text in field.shown.append(text) })
        .disposed(by: bag)
    }
  }

  @Test("A field shows a text after a pause") @MainActor
  func fieldShowsAfterAPause() {
    let scheduler = TestScheduler(initialClock: 0)
    let field = Field(scheduler: scheduler)
    field.typed.accept("seo")
    scheduler.advance(by: 1)
    field.typed.accept("seoul")
    scheduler.advance(by: 1)
    #expect(field.shown.isEmpty)
    scheduler.advance(by: 1)
    #expect(field.shown == ["seoul"])
  }
}
