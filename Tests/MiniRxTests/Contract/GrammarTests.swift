import MiniRx
import TestSupport
import Testing

extension RealThreads {
  @Suite("Contract 1: grammar")
  struct GrammarTests {
    #if DEBUG
      private static let rounds = 5_000
    #else
      private static let rounds = 100_000
    #endif

    /// Calls the observer with more than the grammar allows.
    private let unruly = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onCompleted()
      observer.onNext(2)
      observer.onError(TestFailure())
      observer.onCompleted()
      return Disposables.create()
    }

    @Test("what a create closure sends after the end is ignored")
    func afterEnd() {
      #expect(unruly.historyOnSubscribe() == ["1", "|"])
    }

    @Test(
      "every operator keeps the grammar below an unruly source", arguments: OperatorCase.all + OperatorCase.atTheEnd)
    func operators(operation: OperatorCase) {
      let (scheduler, ledger) = (VirtualTimeScheduler(), Ledger())
      let source = Observable<Ledger.Item>.create { observer in
        observer.onNext(ledger.item(1))
        observer.onError(TestFailure("first"))
        observer.onNext(ledger.item(2))
        observer.onError(TestFailure("second"))
        observer.onCompleted()
        return Disposables.create()
      }
      operation.perform {
        let recorder = Recorder<Ledger.Item>()
        let subscription = operation.apply(source, ledger.token(), scheduler).subscribe(recorder)
        scheduler.start()
        #expect(recorder.ends == 1)
        #expect(recorder.events.last?.isStopEvent == true)
        #expect(!recorder.history.contains("2"))
        subscription.dispose()
      }
    }

    @Test("a second thread that ends the stream at the same moment is ignored")
    func secondThread() {
      withWatchdog(seconds: 300, "two ends at once") {
        race(
          rounds: Self.rounds,
          { _ in Ends() },
          { ends in
            ends.observer?.onNext(1)
            ends.observer?.onCompleted()
          },
          { ends in
            ends.observer?.onNext(2)
            ends.observer?.onError(TestFailure())
          },
          check: { round, ends in
            let history = ends.recorder.history
            let isWellFormed = ends.recorder.ends == 1 && ends.recorder.events.last?.isStopEvent == true
            #expect(isWellFormed, "round \(round): \(history)")
            ends.subscription?.dispose()
          })
      }
    }

    @Test("a single gives exactly one event, whatever its closure does")
    func single() {
      let twice = Single<Int>.create { single in
        single(.success(1))
        single(.success(2))
        single(.failure(TestFailure()))
        return Disposables.create()
      }
      let failing = Single<Int>.create { single in
        single(.failure(TestFailure()))
        single(.success(1))
        return Disposables.create()
      }
      let events = Locked<[String]>([])
      for single in [twice, failing] {
        single.subscribe { event in
          switch event {
          case .success(let number): events.update { $0.append("\(number)") }
          case .failure(let error): events.update { $0.append("\(error)") }
          }
        }.dispose()
      }
      #expect(events.value == ["1", "failure"])
      #expect(twice.asObservable().historyOnSubscribe() == ["1", "|"])
    }

    @Test("a single that two threads answer at once gives exactly one event")
    func racingSingle() {
      withWatchdog(seconds: 300, "two answers at once") {
        race(
          rounds: Self.rounds,
          { _ in Answers() },
          { $0.answer?(.success(1)) },
          { $0.answer?(.failure(TestFailure())) },
          check: { round, answers in
            #expect(answers.count.value == 1, "round \(round)")
            #expect(answers.disposed.value == 1, "round \(round)")
          })
      }
    }

    @Test("an observer that is made of a closure hears nothing after the end")
    func anyObserver() {
      let recorder = Recorder<Int>()
      let observer = AnyObserver(recorder)
      for event in [Event.next(1), .completed, .next(2), .error(TestFailure())] { observer.on(event) }
      #expect(recorder.history == ["1", "|"])
      #expect(observer.isDisposed)
    }

    @Test("nothing is sent by a subject after its end, and a late subscriber gets the end alone")
    func subjects() {
      let (publish, behavior, replay) = (
        PublishSubject<Int>(), BehaviorSubject(value: 0), ReplaySubject<Int>.create(bufferSize: 2)
      )
      let recorders = (0..<3).map { _ in Recorder<Int>() }
      let subscriptions = CompositeDisposable(
        publish.subscribe(recorders[0]), behavior.subscribe(recorders[1]), replay.subscribe(recorders[2]))
      for event in [Event.next(1), .completed, .next(2), .error(TestFailure()), .completed] {
        publish.on(event)
        behavior.on(event)
        replay.on(event)
      }
      #expect(recorders.map(\.history) == [["1", "|"], ["0", "1", "|"], ["1", "|"]])
      #expect(publish.historyOnSubscribe() == ["|"])
      #expect(behavior.historyOnSubscribe() == ["|"])
      #expect(replay.historyOnSubscribe() == ["1", "|"])
      subscriptions.dispose()
    }
  }
}

/// A subscription to a create source whose observer is at hand.
private final class Ends: Sendable {
  let recorder = Recorder<Int>()
  private let place = Locked<AnyObserver<Int>?>(nil)
  private let held = Locked<(any Disposable)?>(nil)

  var observer: AnyObserver<Int>? { place.value }
  var subscription: (any Disposable)? { held.value }

  init() {
    let place = place
    held.value =
      Observable<Int>.create { observer in
        place.value = observer
        return Disposables.create()
      }
      .subscribe(recorder)
  }
}

/// A subscription to a single whose answer closure is at hand.
private final class Answers: Sendable {
  let count = Locked(0)
  let disposed = Locked(0)
  private let place = Locked<Single<Int>.SingleObserver?>(nil)
  private let held = Locked<(any Disposable)?>(nil)

  var answer: Single<Int>.SingleObserver? { place.value }

  init() {
    let (place, count, disposed) = (place, count, disposed)
    held.value =
      Single<Int>.create { single in
        place.value = single
        return Disposables.create { disposed.update { $0 += 1 } }
      }
      .subscribe { _ in count.update { $0 += 1 } }
  }
}
