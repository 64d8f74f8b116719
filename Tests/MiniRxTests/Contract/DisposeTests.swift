import MiniRx
import TestSupport
import Testing

extension RealThreads {
  @Suite("Contract 4: dispose")
  struct DisposeTests {
    @Test("a dispose action runs once, whoever calls and how often")
    func once() {
      let kinds: [(@escaping @Sendable () -> Void) -> any Disposable] = [
        { Disposables.create(with: $0) }, { CompositeDisposable(Disposables.create(with: $0)) },
        { Disposables.create(Disposables.create(with: $0)) },
        {
          let place = SerialDisposable(); place.disposable = Disposables.create(with: $0); return place
        },
        {
          let place = SingleAssignmentDisposable(); place.setDisposable(Disposables.create(with: $0)); return place
        },
        { action in Observable<Int>.create { _ in Disposables.create(with: action) }.subscribe() },
        { action in Observable<Int>.never().do(onDispose: action).subscribe() },
        { action in Observable<Int>.never().subscribe(onDisposed: action) },
        { action in Single<Int>.create { _ in Disposables.create(with: action) }.subscribe() },
        { action in Observable<Int>.never().do(onDispose: action).share().subscribe() },
      ]
      for (index, make) in kinds.enumerated() {
        let runs = Counter()
        let disposable = make { runs.add() }
        inParallel(4) { _ in
          disposable.dispose()
          disposable.dispose()
        }
        #expect(runs.value == 1, "kind \(index)")
      }
    }

    @Test("every operator cancels its source at once", arguments: OperatorCase.all + OperatorCase.atTheEnd)
    func operators(operation: OperatorCase) {
      operation.perform {
        let (ledger, scheduler, subject) = (Ledger(), VirtualTimeScheduler(), PublishSubject<Ledger.Item>())
        let recorder = Recorder<Ledger.Item>()
        let subscription = operation.apply(subject, ledger.token(), scheduler).subscribe(recorder)
        subject.onNext(ledger.item(1))
        scheduler.advance(by: .milliseconds(2))
        let before = recorder.history
        subscription.dispose()
        #expect(!subject.hasObservers)
        subject.onNext(ledger.item(2))
        subject.onCompleted()
        scheduler.start()
        #expect(recorder.history == before)
      }
    }

    @Test(
      "every operator stops at once when disposed from inside an event",
      // That one has not begun to listen by then.
      arguments: OperatorCase.all.filter { $0.testDescription != "delaySubscription" })
    func inside(operation: OperatorCase) {
      operation.perform {
        let (ledger, scheduler, subject) = (Ledger(), VirtualTimeScheduler(), PublishSubject<Ledger.Item>())
        let (place, count) = (SerialDisposable(), Counter())
        place.disposable = operation.apply(subject, ledger.token(), scheduler).subscribe(
          AnyObserver { event in
            if event.element?.number == 1 {
              subject.onNext(ledger.item(9))
              place.dispose()
              subject.onNext(ledger.item(10))
            } else if (event.element?.number ?? 9) >= 9 {
              count.add()
            }
          })
        subject.onNext(ledger.item(1))
        scheduler.advance(by: .seconds(5))
        #expect(count.value == 0)
        #expect(!subject.hasObservers)
      }
    }

    @Test("a producer's loop sees the end of its stream, and a dispose, by isDisposed")
    func producerLoop() {
      let sent = Counter()
      let endless = Observable<Int>.create { observer in
        while !observer.isDisposed { observer.onNext(sent.add()) }
        return Disposables.create()
      }
      withWatchdog(seconds: 60, "an endless producer") {
        #expect(endless.take(3).historyOnSubscribe() == ["1", "2", "3", "|"])
        #expect(sent.value == 3)
        let failing = endless.map { number in
          if number == 5 { throw TestFailure() }
          return number
        }
        #expect(failing.historyOnSubscribe() == ["4", "#failure"])
        #expect(endless.flatMap { Observable.just($0) }.take(1).historyOnSubscribe() == ["6", "|"])
        #expect(endless.share().take(1).historyOnSubscribe() == ["7", "|"])
        #expect(Observable.merge(.never(), endless).take(1).historyOnSubscribe() == ["8", "|"])
        #expect(endless.catchAndReturn(0).retry().take(1).historyOnSubscribe() == ["9", "|"])
        #expect(sent.value == 9)
      }
    }

    @Test("retry().take(1) on a synchronous source ends, and so does every operator above an endless one")
    func retryTake() {
      withWatchdog(seconds: 60, "retry().take(1)") {
        let source = Observable<Int>.create { observer in
          observer.onNext(1)
          observer.onError(TestFailure())
          return Disposables.create()
        }
        #expect(source.retry().take(1).historyOnSubscribe() == ["1", "|"])
        #expect(source.retry().take(5).historyOnSubscribe() == ["1", "1", "1", "1", "1", "|"])
        #expect(source.catch { _ in source }.retry().take(3).historyOnSubscribe() == ["1", "1", "1", "|"])
      }
    }

    /// These deliver nothing while the source holds the thread: they wait for time, or for a source that comes after it.
    private static let waiting = [
      "debounce", "delay", "observe(on:)", "zip", "combineLatest", "skip(until:)", "Driver.debounce",
      "Driver.combineLatest",
    ]

    @Test(
      "an endless source below each operator stops at take(1)",
      arguments: OperatorCase.all.filter { operation in
        !waiting.contains { operation.testDescription.hasPrefix($0) }
      })
    func endless(operation: OperatorCase) {
      let ledger = Ledger()
      let isOver = returns {
        let source = Observable<Ledger.Item>.create { observer in
          while !observer.isDisposed { observer.onNext(ledger.item(1)) }
          return Disposables.create()
        }
        let stream = operation.apply(source, ledger.token(), VirtualTimeScheduler())
        operation.perform { stream.take(1).subscribe().dispose() }
      }
      #expect(isOver)
    }

    @Test("a thread that disposes while another emits: silence from then on")
    func race() {
      withWatchdog(seconds: 120, "dispose against emit") {
        TestSupport.race(
          rounds: 3_000,
          { _ in Emission() },
          { $0.emit() },
          { $0.dispose() },
          check: { round, emission in
            let before = emission.count.value
            emission.emit()
            #expect(emission.count.value == before, "round \(round)")
            #expect(!emission.subject.hasObservers)
            #expect(emission.disposals.value == 1)
          })
      }
    }

    @Test("a place disposes what is set after its dispose, and what is replaced")
    func places() {
      let log = Locked<[Int]>([])
      let logging = { number in Disposables.create { log.update { $0.append(number) } } }
      let place = SerialDisposable()
      place.disposable = logging(1)
      place.disposable = logging(2)
      #expect(log.value == [1])
      place.dispose()
      #expect(place.isDisposed)
      place.disposable = logging(3)
      #expect(log.value == [1, 2, 3])

      let single = SingleAssignmentDisposable()
      single.dispose()
      single.setDisposable(logging(4))
      #expect(log.value == [1, 2, 3, 4])

      let group = CompositeDisposable(logging(5), logging(6))
      let key = group.insert(logging(7))
      #expect(group.count == 3)
      if let key { group.remove(for: key) }
      #expect(log.value.last == 7)
      group.dispose()
      #expect(group.isDisposed && group.count == 0)
      #expect(group.insert(logging(8)) == nil)
      #expect(log.value == [1, 2, 3, 4, 7, 5, 6, 8])

      let flag = BooleanDisposable()
      #expect(!flag.isDisposed)
      flag.dispose()
      #expect(flag.isDisposed)
      #expect(BooleanDisposable(isDisposed: true).isDisposed)
    }

    @Test("a second assignment of a single assignment traps")
    func secondAssignment() async {
      await #expect(processExitsWith: .failure) {
        let place = SingleAssignmentDisposable()
        place.setDisposable(Disposables.create())
        place.setDisposable(Disposables.create())
      }
    }

    @Test("a bag disposes what it holds when it goes, in order")
    func bag() {
      let log = Locked<[Int]>([])
      do {
        let bag = DisposeBag()
        for number in 1...3 { Disposables.create { log.update { $0.append(number) } }.disposed(by: bag) }
        bag.insert([Disposables.create { log.update { $0.append(4) } }])
        #expect(log.value.isEmpty)
        withExtendedLifetime(bag) {}
      }
      #expect(log.value == [1, 2, 3, 4])
    }

    @Test("onDisposed is called once, after the end or the dispose")
    func onDisposed() {
      let log = Locked<[String]>([])
      let note: @Sendable (String) -> Void = { text in log.update { $0.append(text) } }
      let (subject, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      let first = subject.subscribe(onCompleted: { note("end") }, onDisposed: { note("disposed") })
      subject.onCompleted()
      first.dispose()
      #expect(log.value == ["end", "disposed"])
      let second = other.subscribe(onCompleted: { note("end") }, onDisposed: { note("gone") })
      second.dispose()
      second.dispose()
      #expect(log.value == ["end", "disposed", "gone"])
    }
  }
}

private final class Emission: Sendable {
  let subject = PublishSubject<Int>()
  let (count, disposals) = (Counter(), Counter())
  private let place = SerialDisposable()

  init() {
    let (count, disposals) = (count, disposals)
    place.disposable = Observable.merge(subject.asObservable(), .never()).flatMapLatest { OperatorCase.general($0) }
      .subscribe(onNext: { _ in count.add() }, onDisposed: { disposals.add() })
  }

  func emit() { for number in 0..<3 { subject.onNext(number) } }

  func dispose() { place.dispose() }
}
