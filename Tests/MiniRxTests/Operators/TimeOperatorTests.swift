import MiniRx
import TestSupport
import Testing

@Suite("debounce, timeout, delay, delaySubscription", .leavesNoScope)
struct TimeOperatorTests {
  private let lab = MarbleLab()
  private let two = MarbleLab.tick * 2
  private let three = MarbleLab.tick * 3

  @Test(
    "debounce delivers what nothing newer follows within the time; the end delivers what waits, an error does not",
    arguments: [
      ("-a--b-c---d--|", "---a----c---d|"),
      ("-a|", "--(a|)"), ("-a#", "--#"), ("|", "|"), ("#", "#"), ("---", ""), ("-abcd----|", "------d--|"),
      ("-a-b-c-d|", "--------(d|)"),
    ])
  func debounce(source: String, expected: String) {
    #expect(lab.drawing(source) { $0.debounce(two, scheduler: lab.scheduler) } == expected)
    #expect(lab.scheduler.isIdle)
  }

  @Test(
    "timeout fails when nothing has come for the time: since subscribing, or since the element before",
    arguments: [
      ("--a-b------c", "--a-b--{No element came in time.}"), ("----a", "---{No element came in time.}"),
      ("--a|", "--a|"), ("|", "|"), ("--#", "--#"), ("--a--b--c|", "--a--b--c|"),
    ])
  func timeout(source: String, expected: String) {
    #expect(lab.drawing(source) { $0.timeout(three, scheduler: lab.scheduler) } == expected)
    #expect(lab.scheduler.isIdle)
  }

  @Test("timeout goes on with the other stream, cancels the source, and times no more")
  func timeoutOther() {
    let stream = lab.cold("-a----b-|", "s").timeout(three, other: lab.cold("x-----y|", "o"), scheduler: lab.scheduler)
    #expect(lab.play(stream) == "-a--x-----y|")
    #expect(lab.subscriptions == ["s^0", "s!4", "o^4", "o!11"])
  }

  @Test("timeout cancels the source that it gives up")
  func timeoutCancels() {
    _ = lab.play(lab.cold("-----a", "s").timeout(three, scheduler: lab.scheduler))
    #expect(lab.subscriptions == ["s^0", "s!3"])
  }

  @Test(
    "delay shifts elements and the end, an error comes at once and drops what waits",
    arguments: [
      ("-a-(bc)-d|", "---a-(bc)-d|"), ("|", "--|"), ("-ab#", "---#"), ("---", ""),
      ("a#", "-#"),
    ])
  func delay(source: String, expected: String) {
    #expect(lab.drawing(source) { $0.delay(two, scheduler: lab.scheduler) } == expected)
    #expect(lab.scheduler.isIdle)
  }

  @Test("delaySubscription subscribes later")
  func delaySubscription() {
    #expect(lab.play(lab.cold("a-b|", "s").delaySubscription(three, scheduler: lab.scheduler)) == "---a-b|")
    #expect(lab.subscriptions == ["s^3", "s!6"])
    #expect(MarbleLab().drawing("|") { $0.delaySubscription(two, scheduler: lab.scheduler) } == "")
  }

  @Test("a dispose cancels the source and every timer")
  func disposing() {
    let scheduler = lab.scheduler
    let streams: [(Observable<String>) -> Observable<String>] = [
      { $0.debounce(.seconds(9), scheduler: scheduler) }, { $0.timeout(.seconds(9), scheduler: scheduler) },
      { $0.delay(.seconds(9), scheduler: scheduler) }, { $0.delaySubscription(.seconds(9), scheduler: scheduler) },
    ]
    for make in streams {
      let subject = PublishSubject<String>()
      let subscription = make(subject).subscribe()
      subject.onNext("a")
      #expect(!scheduler.isIdle)
      subscription.dispose()
      #expect(scheduler.isIdle)
      #expect(!subject.hasObservers)
    }
  }

  @Test("spans in other units give the same history")
  func units() {
    let spans: [Duration] = [
      .seconds(2), .milliseconds(2_000), .microseconds(2_000_000), .nanoseconds(2_000_000_000),
      .seconds(1) + .milliseconds(1_000),
    ]
    let operators: [(Observable<Int>, Duration, VirtualTimeScheduler) -> Observable<Int>] = [
      { $0.debounce($1, scheduler: $2) }, { $0.timeout($1, scheduler: $2) }, { $0.delay($1, scheduler: $2) },
      { $0.delaySubscription($1, scheduler: $2) }, { .merge($0, .interval($1, scheduler: $2)) },
      { .merge($0, .timer($1, period: $1, scheduler: $2)) },
    ]
    for make in operators {
      let histories = spans.map { span in
        let scheduler = VirtualTimeScheduler()
        let subject = PublishSubject<Int>()
        let came = Recorder<String>()
        let subscription = make(subject, span, scheduler).subscribe { event in
          came.onNext("\(scheduler.now) \(Recorder.text(event))")
        }
        for (time, number) in [(1, 10), (2, 20), (5, 50)] {
          scheduler.scheduleAt(.seconds(time)) { subject.onNext(number) }
        }
        scheduler.advance(by: .seconds(20))
        subscription.dispose()
        return came.elements
      }
      #expect(histories[0].count > 1)
      #expect(histories.allSatisfy { $0 == histories[0] })
    }
  }
}
