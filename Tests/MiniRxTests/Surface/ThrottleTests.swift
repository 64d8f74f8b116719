import MiniRx
import MiniRxTesting
import Testing

@Suite("throttle", .leavesNoScope)
struct ThrottleTests {
  let scheduler = TestScheduler(initialClock: 0)

  private var taps: TestableObservable<Int> {
    scheduler.createHotObservable([
      .next(210, 1), .next(215, 2), .next(220, 3), .next(250, 4), .next(255, 5), .completed(260),
    ])
  }

  @Test("throttle delivers the first at once, then the newest of each span; the end waits for it")
  func latest() {
    let result = scheduler.start { taps.throttle(.seconds(20), scheduler: scheduler) }
    #expect(result.events == [.next(210, 1), .next(230, 3), .next(250, 4), .next(270, 5), .completed(270)])
  }

  @Test("throttle(latest: false) drops what comes within the time")
  func first() {
    let result = scheduler.start { taps.throttle(.seconds(20), latest: false, scheduler: scheduler) }
    #expect(result.events == [.next(210, 1), .next(250, 4), .completed(260)])
  }

  @Test("an error does not wait, and drops the element that does")
  func error() {
    let source = scheduler.createHotObservable([Numbers.next(210, 1), .next(215, 2), .error(220, Broken.first)])
    let result = scheduler.start { source.throttle(.seconds(20), scheduler: scheduler) }
    #expect(result.events == [.next(210, 1), .error(220, Broken.first)])
    #expect(scheduler.isIdle)
  }

  @Test(
    "the same span gives the same history, whatever unit it is written in",
    arguments: [Duration.seconds(20), .milliseconds(20_000), .microseconds(20_000_000), .nanoseconds(20_000_000_000)])
  func units(span: Duration) {
    let result = scheduler.start { taps.throttle(span, scheduler: scheduler) }
    #expect(result.events == [.next(210, 1), .next(230, 3), .next(250, 4), .next(270, 5), .completed(270)])
  }

  @Test("a span of zero or less lets everything through", arguments: [Duration.zero, .seconds(-3)])
  func zero(span: Duration) {
    let result = scheduler.start { taps.throttle(span, scheduler: scheduler) }
    #expect(result.elements == [1, 2, 3, 4, 5])
    #expect(result.events.last == .completed(260))
  }

  @Test("dispose drops what waits and its timer")
  func dispose() {
    let result = scheduler.start(disposed: 217) { taps.throttle(.seconds(20), scheduler: scheduler) }
    #expect(result.events == [.next(210, 1)])
  }
}
