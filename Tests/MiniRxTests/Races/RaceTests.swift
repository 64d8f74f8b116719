import MiniRx
import TestSupport
import Testing

extension RealThreads {
  @Suite("Races with real threads")
  struct RaceTests {
    #if DEBUG
      private static let rounds = 3_000
    #else
      private static let rounds = 100_000
    #endif

    /// Two subjects into a stream, and what came of it.
    private final class Pair: Sendable {
      let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
      let recorder = Recorder<Int>()
      let disposals = Counter()
      private let place = SerialDisposable()

      init(_ make: (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>) {
        let disposals = disposals
        place.disposable = make(first, second).do(onDispose: { disposals.add() }).subscribe(recorder)
      }

      func dispose() { place.dispose() }

      /// Ends both sources, so that nothing can follow.
      func finish() {
        first.onCompleted()
        second.onCompleted()
      }
    }

    private func race(
      _ make: @escaping (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>,
      _ first: (Pair) -> Void, _ second: @escaping @Sendable (Pair) -> Void, check: (Int, Pair) -> Void
    ) {
      withWatchdog(seconds: 240, "a race") {
        TestSupport.race(rounds: RaceTests.rounds, { _ in Pair(make) }, first, second, check: check)
      }
    }

    @Test("flatMapLatest: a newer stream against an element and the end of the one before")
    func flatMapLatest() {
      raceOfStreams { first, second in
        first.startWith(0).flatMapLatest { $0 == 0 ? second.map { $0 + 100 } : OperatorCase.general($0) }
      }
    }

    @Test(
      "flatMapLatest: an error of the one before against a newer stream: either it fails, or the error is not heard")
    func flatMapLatestError() {
      race(
        { first, second in
          first.startWith(0).flatMapLatest { $0 == 0 ? second.asObservable() : OperatorCase.general($0) }
        },
        { $0.first.onNext(1) },
        { $0.second.onError(TestFailure()) },
        check: { round, pair in
          pair.first.onCompleted()
          let history = pair.recorder.history
          #expect(history == ["1", "|"] || history == ["#failure"], "round \(round): \(history)")
          pair.dispose()
        })
    }

    @Test("switchLatest: a newer stream against an element and the end of the one before")
    func switchLatest() {
      raceOfStreams { first, second in
        first.startWith(0).map { $0 == 0 ? second.map { $0 + 100 } : OperatorCase.general($0) }.switchLatest()
      }
    }

    /// A newer stream, of one element 1, comes while the one before has its 100 and its end.
    private func raceOfStreams(
      _ make: @escaping (PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>
    ) {
      race(
        make,
        { $0.first.onNext(1) },
        {
          $0.second.onNext(0)
          $0.second.onCompleted()
        },
        check: { round, pair in
          pair.first.onCompleted()
          let history = pair.recorder.history
          #expect(history == ["1", "|"] || history == ["100", "1", "|"], "round \(round)")
          #expect(pair.disposals.value == 1)
          pair.dispose()
        })
    }

    @Test("switchLatest: the last stream's end against the outer end: one end")
    func switchLatestEnd() {
      race(
        { first, second in first.startWith(0).map { _ in second }.switchLatest() },
        { $0.first.onCompleted() },
        {
          $0.second.onNext(1)
          $0.second.onCompleted()
        },
        check: { round, pair in
          #expect(pair.recorder.history == ["1", "|"], "round \(round)")
          pair.dispose()
        })
    }

    @Test("merge: two ends at once end it once, and two errors at once give one")
    func merge() {
      race(
        { .merge($0.asObservable(), $1.asObservable()) },
        {
          $0.first.onNext(1)
          $0.first.onCompleted()
        },
        {
          $0.second.onNext(2)
          $0.second.onCompleted()
        },
        check: { round, pair in
          #expect(Set(pair.recorder.elements) == [1, 2], "round \(round)")
          #expect(pair.recorder.history.last == "|" && pair.recorder.ends == 1, "round \(round)")
          pair.dispose()
        })
      race(
        { .merge($0.asObservable(), $1.asObservable()) },
        { $0.first.onError(TestFailure()) },
        { $0.second.onError(TestFailure()) },
        check: { round, pair in
          #expect(pair.recorder.history == ["#failure"], "round \(round)")
          #expect(!pair.first.hasObservers && !pair.second.hasObservers, "round \(round)")
          pair.dispose()
        })
    }

    @Test("flatMap: the last inner end against the outer end")
    func flatMap() {
      race(
        { first, second in first.startWith(0).flatMap { _ in second } },
        { $0.first.onCompleted() },
        { $0.second.onCompleted() },
        check: { round, pair in
          #expect(pair.recorder.history == ["|"], "round \(round)")
          pair.dispose()
        })
    }

    @Test("concatMap: an inner end against a new outer element: every stream has its turn")
    func concatMap() {
      race(
        { first, second in first.startWith(0).concatMap { $0 == 0 ? second.asObservable() : OperatorCase.general($0) }
        },
        {
          $0.first.onNext(1)
          $0.first.onNext(2)
          $0.first.onCompleted()
        },
        { $0.second.onCompleted() },
        check: { round, pair in
          #expect(pair.recorder.history == ["1", "2", "|"], "round \(round)")
          pair.dispose()
        })
    }

    @Test("combineLatest: two elements at once give one or two combinations, the last of the newest")
    func combineLatest() {
      race(
        { .combineLatest($0, $1) { $0 * 10 + $1 } },
        {
          $0.first.onNext(1)
          $0.first.onNext(2)
        },
        {
          $0.second.onNext(3)
          $0.second.onNext(4)
        },
        check: { round, pair in
          pair.finish()
          #expect(pair.recorder.elements.last == 24, "round \(round)")
          #expect(pair.recorder.elements.count <= 3 && pair.recorder.ends == 1, "round \(round)")
          pair.dispose()
        })
    }

    @Test("zip: elements of two threads pair in order, none is lost")
    func zip() {
      race(
        { .zip($0, $1) { $0 * 10 + $1 } },
        { pair in for number in 1...9 { pair.first.onNext(number) } },
        { pair in for number in 1...9 { pair.second.onNext(number) } },
        check: { round, pair in
          #expect(pair.recorder.elements == (1...9).map { $0 * 11 }, "round \(round)")
          pair.dispose()
        })
    }

    @Test("take(until:): its signal against elements and the end: one end, nothing after it")
    func takeUntil() {
      race(
        { $0.take(until: $1) },
        {
          $0.first.onNext(1)
          $0.first.onCompleted()
        },
        { $0.second.onNext(0) },
        check: { round, pair in
          #expect(["1", "|"].suffix(pair.recorder.history.count) == pair.recorder.history[...], "round \(round)")
          #expect(pair.recorder.ends == 1 && !pair.second.hasObservers, "round \(round)")
          pair.dispose()
        })
    }

    @Test("a dispose against an element, an end and an error: disposed once, at most what was sent")
    func disposing() {
      let makers: [(PublishSubject<Int>, PublishSubject<Int>) -> Observable<Int>] = [
        { .merge($0.asObservable(), $1.asObservable()) }, { first, second in first.flatMap { _ in second } },
        { first, second in first.flatMapLatest { _ in second } }, { first, _ in first.share(replay: 1) },
        { first, second in first.catch { _ in second.asObservable() } }, { first, _ in first.retry(2) },
        { .combineLatest($0, $1) { $0 + $1 } }, { first, _ in first.observe(on: ImmediateScheduler.instance) },
      ]
      for make in makers {
        TestSupport.race(
          rounds: RaceTests.rounds / 6, { _ in Pair(make) },
          { pair in
            pair.first.onNext(1)
            pair.second.onNext(2)
            pair.first.onError(TestFailure())
          },
          { $0.dispose() },
          check: { round, pair in
            let before = pair.recorder.history
            pair.first.onNext(3)
            pair.second.onNext(4)
            pair.finish()
            #expect(pair.recorder.history == before, "round \(round)")
            #expect(pair.disposals.value == 1, "round \(round)")
            #expect(!pair.first.hasObservers && !pair.second.hasObservers, "round \(round)")
          })
      }
    }

    @Test("a single's answer against a dispose: at most one event, and its work is disposed once")
    func single() {
      withWatchdog(seconds: 240, "an answer against a dispose") {
        TestSupport.race(
          rounds: RaceTests.rounds,
          { _ in Answer() },
          { $0.send?(.success(1)) },
          { $0.subscription?.dispose() },
          check: { round, answer in
            #expect(answer.events.value <= 1 && answer.disposals.value == 1, "round \(round)")
          })
      }
    }

    @Test("a subject: subscribers that come and go while it is fed miss nothing while they are there")
    func subscribers() {
      withWatchdog(seconds: 240, "subscribers that come and go") {
        let subject = BehaviorSubject(value: 0)
        let gaps = Counter()
        inParallel(3) { thread in
          if thread == 0 {
            for number in 1...20_000 { subject.onNext(number) }
          } else {
            for _ in 0..<2_000 {
              let newest = Locked(-1)
              let subscription = subject.subscribe(
                AnyObserver { event in
                  guard let number = event.element else { return }
                  let before = newest.update { newest in
                    defer { newest = number }; return newest
                  }
                  if before >= 0 && number != before + 1 { gaps.add() }
                })
              subscription.dispose()
            }
          }
        }
        #expect(gaps.value == 0)
        #expect(!subject.hasObservers)
      }
    }

    @Test("a bag, a place and a group are used by several threads at once: everything is disposed")
    func disposables() {
      withWatchdog(seconds: 120, "disposables of several threads") {
        let (made, disposed) = (Counter(), Counter())
        do {
          let (bag, place, group) = (DisposeBag(), SerialDisposable(), CompositeDisposable())
          inParallel(3) { _ in
            for number in 0..<2_000 {
              let disposable = Disposables.create { disposed.add() }
              made.add()
              switch number % 3 {
              case 0: disposable.disposed(by: bag)
              case 1: place.disposable = disposable
              default: _ = group.insert(disposable)
              }
            }
          }
          place.dispose()
          group.dispose()
          withExtendedLifetime(bag) {}
        }
        #expect(made.value == 6_000)
        #expect(disposed.value == 6_000)
      }
    }
  }
}

private final class Answer: Sendable {
  let (events, disposals) = (Counter(), Counter())
  private let place = Locked<Single<Int>.SingleObserver?>(nil)
  private let held = Locked<(any Disposable)?>(nil)

  var send: Single<Int>.SingleObserver? { place.value }
  var subscription: (any Disposable)? { held.value }

  init() {
    let (place, events, disposals) = (place, events, disposals)
    held.value =
      Single<Int>.create { single in
        place.value = single
        return Disposables.create { disposals.add() }
      }
      .flatMap { .just($0) }.subscribe { _ in events.add() }
  }
}
