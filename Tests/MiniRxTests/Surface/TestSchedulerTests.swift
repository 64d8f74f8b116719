import Dispatch
import MiniRx
import MiniRxTesting
import Synchronization
import Testing

@Suite("TestScheduler", .leavesNoScope)
struct TestSchedulerTests {
  @Test("start creates at 100, subscribes at 200 and disposes at 1000, unless told otherwise")
  func defaults() {
    let scheduler = TestScheduler(initialClock: 0)
    var times: [TestTime] = []
    let source = scheduler.createHotObservable([Numbers.next(199, 1), .next(201, 2), .next(999, 3), .next(1001, 4)])
    let result = scheduler.start {
      times.append(scheduler.clock)
      return source
    }
    #expect(times == [100])
    #expect(result.events == [.next(201, 2), .next(999, 3)])
    #expect(source.subscriptions == [Subscription(200, 1000)])
    #expect(source.recordedEvents.count == 4)

    let other = TestScheduler(initialClock: 0)
    let cold = other.createColdObservable([Numbers.next(10, 1), .next(20, 2)])
    #expect(other.start(created: 1, subscribed: 5, disposed: 20) { cold }.events == [.next(15, 1)])
    #expect(cold.subscriptions == [Subscription(5, 20)])
  }

  @Test("what is scheduled for now runs one tick later, or in the same when told so", arguments: [true, false])
  func processingDelay(simulates: Bool) {
    let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: simulates)
    let source = scheduler.createHotObservable([Numbers.next(210, 1)])
    let result = scheduler.start { source.observe(on: scheduler) }
    #expect(result.events == [.next(simulates ? 211 : 210, 1)])
  }

  @Test("the resolution is the span of a tick, and moves nothing else", arguments: [1, 0.1, 0.001])
  func resolution(resolution: Double) {
    let scheduler = TestScheduler(initialClock: 0, resolution: resolution)
    let source = scheduler.createHotObservable([Numbers.next(210, 1), .next(220, 2), .completed(400)])
    let result = scheduler.start { source.debounce(.seconds(resolution * 30), scheduler: scheduler) }
    #expect(result.events == [.next(250, 2), .completed(400)])
  }

  @Test("a tick can be a millisecond")
  func milliseconds() {
    let scheduler = TestScheduler(initialClock: 0, resolution: 0.001)
    let source = scheduler.createHotObservable([Numbers.next(210, 1)])
    #expect(scheduler.start { source.delay(.milliseconds(300), scheduler: scheduler) }.events == [.next(510, 1)])
  }

  @Test("advance runs what comes due, in order, and no more")
  func advance() {
    let scheduler = TestScheduler(initialClock: 10)
    var seen: [String] = []
    scheduler.scheduleAt(12) { seen.append("b\(scheduler.clock)") }
    scheduler.scheduleAt(11) { seen.append("a\(scheduler.clock)") }
    scheduler.scheduleAt(12) { seen.append("c\(scheduler.clock)") }
    scheduler.scheduleAt(14) { seen.append("d\(scheduler.clock)") }
    scheduler.advance(by: 2)
    #expect(seen == ["a11", "b12", "c12"])
    #expect(scheduler.clock == 12)
    scheduler.advance(to: 14)
    #expect(seen.last == "d14")
    #expect(scheduler.isIdle)
  }

  @Test("schedulers on many threads at once do not disturb each other")
  func parallel() {
    let wrong = Atomic(0)
    DispatchQueue.concurrentPerform(iterations: 200) { _ in
      let scheduler = TestScheduler(initialClock: 0)
      let source = numbers(scheduler)
      let result = scheduler.start { source.debounce(.seconds(15), scheduler: scheduler) }
      if result.events != [.next(265, 5), .completed(300)] { wrong.add(1, ordering: .relaxed) }
    }
    #expect(wrong.load(ordering: .relaxed) == 0)
  }

  @MainActor
  @Test("a main-actor test may touch its own state in what it schedules")
  func mainActor() {
    let scheduler = TestScheduler(initialClock: 0)
    let model = Model()
    let subject = PublishSubject<Int>()
    let bag = DisposeBag()
    scheduler.scheduleAt(5) { subject.subscribe(onNext: { model.sum += $0 }).disposed(by: bag) }
    scheduler.scheduleAt(6) { subject.onNext(2) }
    scheduler.start()
    #expect(model.sum == 2)
  }

  @Test("marbles: a drawing of sources and of what should come of them")
  func marbles() {
    let debounce = Marbles(
      """
      source    -a--b-c---|
      debounce  ---a----c-|      within two ticks
      """)
    #expect(
      debounce.run { $0["source"].debounce(.seconds(2), scheduler: $0.scheduler) } == debounce.expected)
    let merge = Marbles(
      """
      a      -1---2---|
      b      ---x---#
      merge  -1-x-2-#
      """)
    #expect(merge.run { Observable.merge($0["a"].asObservable(), $0["b"].asObservable()) } == merge.expected)
    #expect(merge["a"].subscriptions == [Subscription(0, 7)])
    let startWith = Marbles("a -1-2|\nstartWith (xy)-1-2|")
    #expect(startWith.expected == [.next(0, "x"), .next(0, "y"), .next(5, "1"), .next(7, "2"), .completed(8)])
  }

  @Test("an unimplemented scheduler tells of every touch and runs nothing")
  func unimplemented() {
    let told = Mutex<[String]>([])
    let scheduler = UnimplementedScheduler("search") { message in told.withLock { $0.append(message) } }
    let observer = TestScheduler(initialClock: 0).createObserver(Int.self)
    let bag = DisposeBag()
    Observable.of(1).observe(on: scheduler).subscribe(observer).disposed(by: bag)
    Observable<Int>.timer(.seconds(1), scheduler: scheduler).subscribe(observer).disposed(by: bag)
    Observable<Int>.interval(.seconds(1), scheduler: scheduler).subscribe(observer).disposed(by: bag)
    #expect(told.withLock { $0 }.count == 3)
    #expect(
      told.withLock { $0[0] } == "The scheduler \"search\", which this test must not use, was told to run an action.")
    #expect(observer.events.isEmpty)
  }

  @Test("the immediate scheduler has a clock that never waits")
  func immediate() {
    let immediate = ImmediateScheduler.instance
    #expect(
      history(Observable.of(1, 2).debounce(.seconds(9), scheduler: immediate)) == [.next(1), .next(2), .completed])
    #expect(history(Observable<Int>.timer(.seconds(9), scheduler: immediate)) == [.next(0), .completed])
    #expect(history(Observable<Int>.interval(.seconds(9), scheduler: immediate)) == [.next(0)])
  }

  @Test("recorded events compare by time and value, and say what they are")
  func recorded() {
    #expect(Recorded.next(1, "a") == Recorded(time: 1, value: .next("a")))
    #expect(Recorded.next(1, "a") != Recorded.next(2, "a"))
    #expect(Recorded.error(1, Broken.first, Int.self) != .error(1, Broken.second))
    #expect(Recorded.events(.next(1, 1), .completed(2)) == [.next(1, 1), .completed(2)])
    #expect(String(reflecting: Recorded.next(210, 1)) == "next(1) @ 210")
    #expect(String(reflecting: Subscription(200)) == "(200, ∞)")
  }
}

@MainActor
private final class Model {
  var sum = 0
}
