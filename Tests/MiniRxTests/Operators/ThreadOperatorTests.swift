import MiniRx
import TestSupport
import Testing

extension RealThreads {
  @Suite("observe(on:), subscribe(on:)")
  struct ThreadOperatorTests {
    private let lab = MarbleLab()

    @Test("observe(on:) delivers all events on the scheduler, in order")
    func observing() {
      let recorder = Recorder<Int>()
      let subscription = Observable.of(1, 2, 3).observe(on: lab.scheduler).subscribe(recorder)
      #expect(recorder.history.isEmpty)
      lab.scheduler.advance(by: .zero)
      #expect(recorder.history == ["1", "2", "3", "|"])
      subscription.dispose()
    }

    @Test("observe(on:) keeps an error behind the elements before it")
    func failing() {
      let recorder = Recorder<Int>()
      let subscription = Observable.of(1, 2).flatMap { $0 == 2 ? Observable.error(TestFailure()) : .just($0) }
        .observe(on: lab.scheduler).subscribe(recorder)
      lab.scheduler.advance(by: .zero)
      #expect(recorder.history == ["1", "#failure"])
      subscription.dispose()
    }

    @Test("observe(on:) delivers nothing that waits after a dispose")
    func disposing() {
      let (recorder, subject) = (Recorder<Int>(), PublishSubject<Int>())
      let place = SerialDisposable()
      place.disposable = subject.observe(on: lab.scheduler).do(afterNext: { if $0 == 2 { place.dispose() } })
        .subscribe(recorder)
      for number in 1...3 { subject.onNext(number) }
      lab.scheduler.advance(by: .zero)
      #expect(recorder.history == ["1", "2"])
      #expect(!subject.hasObservers)
    }

    @Test("observe(on:) goes on after an idle time, and delivers what is sent from inside a delivery")
    func reentrant() {
      let (recorder, subject) = (Recorder<Int>(), PublishSubject<Int>())
      let subscription = subject.observe(on: lab.scheduler).do(onNext: { if $0 < 3 { subject.onNext($0 + 1) } })
        .subscribe(recorder)
      subject.onNext(1)
      lab.scheduler.advance(by: .zero)
      #expect(recorder.history == ["1", "2", "3"])
      subject.onNext(9)
      lab.scheduler.advance(by: .zero)
      #expect(recorder.history == ["1", "2", "3", "9"])
      subscription.dispose()
    }

    @Test("observe(on:) an immediate scheduler is synchronous")
    func immediate() {
      #expect(Observable.of(1, 2).observe(on: .immediate).historyOnSubscribe() == ["1", "2", "|"])
    }

    @Test("observe(on:) a queue keeps the order of 10,000 elements and its queue")
    func queue() {
      withWatchdog(seconds: 60, "observe(on: queue)") {
        let (recorder, done) = (Recorder<Int>(), Gate())
        let subscription = Observable.range(start: 0, count: 10_000)
          .observe(on: SerialDispatchQueueScheduler(internalSerialQueueName: "test"))
          .do(afterCompleted: { done.open() }).subscribe(recorder)
        #expect(done.wait(seconds: 50))
        #expect(recorder.elements == Array(0..<10_000))
        #expect(recorder.ends == 1)
        subscription.dispose()
      }
    }

    @Test("subscribe(on:) starts the source on the scheduler")
    func subscribing() {
      let source = lab.cold("a-b|", "s").subscribe(on: lab.scheduler)
      #expect(lab.subscriptions.isEmpty)
      #expect(lab.play(source) == "a-b|")
      #expect(lab.subscriptions == ["s^0", "s!3"])
    }

    @Test("subscribe(on:) does not start a source that was disposed before")
    func early() {
      source().dispose()
      lab.scheduler.advance(by: .zero)
      #expect(lab.subscriptions.isEmpty)
      #expect(lab.scheduler.isIdle)
    }

    private func source() -> any Disposable { lab.cold("a|", "s").subscribe(on: lab.scheduler).subscribe() }
  }
}
