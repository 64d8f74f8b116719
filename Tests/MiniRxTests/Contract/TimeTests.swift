import MiniRx
import TestSupport
import Testing

extension RealThreads {
  @Suite("Contract 9: time")
  struct TimeTests {
    private let scheduler = VirtualTimeScheduler()

    private func ticks(_ source: Observable<Int>, until end: Duration, stopAt: Duration? = nil) -> [String] {
      let came = Recorder<String>()
      let subscription = source.subscribe { [scheduler] event in
        came.onNext("\(scheduler.now / .milliseconds(1)) \(Recorder.text(event))")
      }
      if let stopAt { scheduler.scheduleAt(stopAt) { subscription.dispose() } }
      scheduler.advance(to: end)
      subscription.dispose()
      return came.elements
    }

    @Test("interval gives its numbers at whole periods, until disposed")
    func interval() {
      let source = Observable<Int>.interval(.milliseconds(300), scheduler: scheduler)
      #expect(ticks(source, until: .seconds(2), stopAt: .milliseconds(1_000)) == ["300.0 0", "600.0 1", "900.0 2"])
      #expect(scheduler.isIdle)
    }

    @Test("a timer gives one number and the end, or goes on with its period")
    func timer() {
      let once = Observable<Int>.timer(.milliseconds(250), scheduler: scheduler)
      #expect(ticks(once, until: .seconds(1)) == ["250.0 0", "250.0 |"])
      let again = Observable<Int>.timer(.zero, period: .milliseconds(400), scheduler: scheduler)
      #expect(ticks(again, until: .seconds(2)) == ["1000.0 0", "1400.0 1", "1800.0 2"])
      #expect(scheduler.isIdle)
    }

    @Test("a time of zero or less is due at the next advance")
    func zero() {
      let source = Observable<Int>.timer(.seconds(-5), scheduler: scheduler)
      #expect(ticks(source, until: .zero) == ["0.0 0", "0.0 |"])
    }

    @Test("debounce, delay and timeout keep to their very ticks")
    func exact() {
      let subject = PublishSubject<Int>()
      for (time, number) in [(0, 0), (299, 1), (598, 2), (1_000, 3)] {
        scheduler.scheduleAt(.milliseconds(time)) { subject.onNext(number) }
      }
      let debounced = Recorder<String>()
      let subscriptions = [
        subject.debounce(.milliseconds(300), scheduler: scheduler),
        subject.delay(.milliseconds(300), scheduler: scheduler).map { $0 + 100 },
        subject.timeout(.milliseconds(402), scheduler: scheduler).catchAndReturn(-1).filter { $0 < 0 },
      ].map { source in
        source.subscribe { [scheduler] event in
          if let number = event.element { debounced.onNext("\(scheduler.now / .milliseconds(1)) \(number)") }
        }
      }
      scheduler.advance(to: .seconds(5))
      #expect(
        debounced.elements == [
          "300.0 100", "599.0 101", "898.0 2", "898.0 102", "1300.0 3", "1300.0 103", "1402.0 -1",
        ])
      for subscription in subscriptions { subscription.dispose() }
      #expect(scheduler.isIdle)
    }

    @Test("virtual time runs what is due in order of time, then of scheduling, at its own time")
    func order() {
      let log = Locked<[String]>([])
      let note: @Sendable (String) -> Void = { [scheduler] text in
        log.update { $0.append("\(scheduler.now / .seconds(1)) \(text)") }
      }
      scheduler.scheduleAt(.seconds(3)) { note("c") }
      scheduler.scheduleAt(.seconds(1)) { [scheduler] in
        note("a")
        scheduler.scheduleAt(.seconds(2)) { note("nested") }
        scheduler.scheduleAt(.zero) { note("late") }
      }
      scheduler.scheduleAt(.seconds(1)) { note("b") }
      let given = scheduler.scheduleRelative("x", dueTime: .seconds(2)) { text in
        note(text)
        return Disposables.create()
      }
      let dropped = scheduler.schedule(()) {
        note("dropped")
        return Disposables.create()
      }
      dropped.dispose()
      scheduler.advance(by: .milliseconds(2_500))
      #expect(log.value == ["1.0 a", "1.0 b", "1.0 late", "2.0 x", "2.0 nested"])
      #expect(!scheduler.isIdle)
      scheduler.start()
      #expect(log.value.last == "3.0 c")
      #expect(scheduler.isIdle && scheduler.now == .seconds(3))
      given.dispose()
    }

    @Test("virtual time cannot go back")
    func back() async {
      await #expect(processExitsWith: .failure) {
        let scheduler = VirtualTimeScheduler(initialTime: .seconds(2))
        scheduler.advance(to: .seconds(1))
      }
    }

    @Test("a periodic timer on a real queue ticks on, however short its times")
    func shortPeriods() {
      withWatchdog(seconds: 120, "short periods") {
        for queue in [
          SerialDispatchQueueScheduler(internalSerialQueueName: "ticks") as any SchedulerType,
          ConcurrentDispatchQueueScheduler(),
        ] {
          for round in 0..<300 {
            let (ticks, done) = (Locked<[Int]>([]), Gate())
            let subscription = Observable<Int>.timer(.zero, period: .nanoseconds(1), scheduler: queue).take(5)
              .subscribe(
                AnyObserver { event in
                  if let tick = event.element { ticks.update { $0.append(tick) } } else { done.open() }
                })
            #expect(done.wait(seconds: 20), "round \(round) stopped after \(ticks.value)")
            #expect(ticks.value == [0, 1, 2, 3, 4])
            subscription.dispose()
          }
        }
      }
    }

    @Test("real timers stop when disposed, and come no earlier than due")
    func realTimers() {
      withWatchdog(seconds: 60, "real timers") {
        let queue = SerialDispatchQueueScheduler(internalSerialQueueName: "timers")
        let (cancelled, done) = (Counter(), Gate())
        // On the queue, which the timer cannot come due on before the dispose.
        _ = queue.schedule(()) {
          Observable<Int>.timer(.milliseconds(5), scheduler: queue).subscribe(AnyObserver { _ in cancelled.add() })
            .dispose()
          return Disposables.create()
        }
        let start = queue.now
        let late = Observable<Int>.timer(.milliseconds(20), scheduler: queue).subscribe(
          AnyObserver { event in if event.isCompleted { done.open() } })
        #expect(done.wait(seconds: 50))
        #expect(queue.now - start >= .milliseconds(20))
        #expect(cancelled.value == 0)
        late.dispose()
      }
    }

    @Test("a periodic timer makes up for no run that it missed")
    func missed() {
      let runs = Locked<[Duration]>([])
      let timer = scheduler.schedulePeriodic(0, startAfter: .seconds(1), period: .seconds(1)) { [scheduler] count in
        runs.update { $0.append(scheduler.now) }
        // The second run takes two seconds and a half.
        if count == 1 { scheduler.advance(by: .milliseconds(2_500)) }
        return count + 1
      }
      scheduler.advance(to: .seconds(2))
      scheduler.advance(to: .seconds(6))
      #expect(runs.value == [.seconds(1), .seconds(2), .seconds(5), .seconds(6)])
      timer.dispose()
      #expect(scheduler.isIdle)
    }
  }
}
