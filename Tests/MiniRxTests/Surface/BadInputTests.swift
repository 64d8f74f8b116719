import MiniRx
import MiniRxTesting
import TestSupport
import Testing

@Suite("Bad input", .leavesNoScope)
struct BadInputTests {
  @Test("negative counts and bounds that can only be a mistake trap, and say which")
  func negative() async {
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable.just(1).take(-1)
    }.says("take: the count is negative: -1")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable.just(1).takeLast(-2)
    }.says("takeLast: the count is negative: -2")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable.just(1).element(at: -1)
    }.says("element(at:): the index is negative: -1")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable.just(1).retry(-1)
    }.says("retry: the number of attempts is negative: -1")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Single.just(1).retry(-1)
    }.says("retry: the number of attempts is negative: -1")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Completable.empty().retry(-1)
    }.says("retry: the number of attempts is negative: -1")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable<Int>.range(start: 0, count: -1)
    }.says("range: the count is negative: -1")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable.just(1).share(replay: -1)
    }.says("share: the replay count is negative: -1")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = ReplaySubject<Int>.create(bufferSize: -1)
    }.says("ReplaySubject: the buffer size is negative: -1")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      let scheduler = VirtualTimeScheduler(initialTime: .seconds(2))
      scheduler.advance(to: .seconds(1))
    }.says("Virtual time cannot go back.")
  }

  @Test("counts of zero", arguments: CountCase.all)
  func zero(count: CountCase) {
    let (subscriptions, disposals) = (Counter(), Counter())
    let source = Observable<Int>.create { observer in
      subscriptions.add()
      for number in 1...3 { observer.onNext(number) }
      observer.onCompleted()
      return Disposables.create { disposals.add() }
    }
    #expect(count.apply(source).historyOnSubscribe() == count.expected)
    #expect((subscriptions.value == 1) == count.subscribes)
    #expect(subscriptions.value == disposals.value)
  }

  @Test("retry(0) of a single and of a completable starts nothing and still ends")
  func retryOfTraits() {
    let starts = Counter()
    let work = Observable<Int>.deferred {
      starts.add()
      return .error(Broken.first)
    }
    #expect(history(work.asSingle().retry(0)) == [.error(RxError.noElements)])
    #expect(work.ignoreElements().asCompletable().retry(0).asObservable().historyOnSubscribe() == ["|"])
    #expect(starts.value == 0)
  }

  @Test("a back-off makes its first attempt, and does not shrink, whatever its numbers", arguments: [-1, 0, 1])
  func backOff(attempts: Int) {
    let policies: [(RetryBackOff, Int)] = [
      (.custom(attempts: attempts) { _ in .seconds(-1) }, 1), (.constant(attempts: attempts, delay: .seconds(-1)), 1),
      (.exponential(attempts: attempts, initial: .seconds(-1)), 1), (.constant(attempts: 3, delay: .seconds(-1)), 3),
      (.exponential(attempts: 3, initial: .zero), 3), (.exponential(attempts: 3, initial: .seconds(-1)), 3),
      (.exponential(attempts: 3, initial: .zero, maximum: .seconds(-1)), 3),
    ]
    for (policy, expected) in policies {
      let (scheduler, starts) = (VirtualTimeScheduler(), Counter())
      let recorder = Recorder<Int>()
      let subscription = Observable<Int>.deferred {
        starts.add()
        return .error(TestFailure())
      }.retry(policy, scheduler: scheduler).subscribe(recorder)
      scheduler.advance(by: .zero)
      #expect(starts.value == expected)
      #expect(recorder.history == ["#failure"])
      subscription.dispose()
    }
    for multiplier in [0.5, 0, -1, .nan, 1] {
      let (scheduler, times) = (VirtualTimeScheduler(), Locked<[Duration]>([]))
      let subscription = Observable<Int>.deferred {
        times.update { $0.append(scheduler.now) }
        return .error(TestFailure())
      }
      .retry(.exponential(attempts: 3, initial: .seconds(1), multiplier: multiplier), scheduler: scheduler)
      .subscribe(Recorder<Int>())
      scheduler.start()
      #expect(times.value == [.zero, .seconds(1), .seconds(2)], "\(multiplier)")
      subscription.dispose()
    }
  }

  @Test("a period of zero or less counts as a millisecond", arguments: [Duration.zero, .seconds(-1), .milliseconds(1)])
  func period(period: Duration) {
    let scheduler = VirtualTimeScheduler()
    let timers = [
      Observable<Int>.interval(period, scheduler: scheduler),
      Observable<Int>.timer(.milliseconds(1), period: period, scheduler: scheduler),
    ]
    let recorders = timers.map { _ in Recorder<Int>() }
    let subscriptions = zip(timers, recorders).map { $0.subscribe($1) }
    let runs = Counter()
    let run = scheduler.schedulePeriodic(0, startAfter: .milliseconds(1), period: period) { number in
      runs.add()
      return number + 1
    }
    scheduler.advance(by: .milliseconds(3))
    #expect(recorders.map(\.history) == [["0", "1", "2"], ["0", "1", "2"]])
    #expect(runs.value == 3)
    for disposable in subscriptions + [run] { disposable.dispose() }
    #expect(scheduler.isIdle)
  }

  @Test("a time of zero or less is over at the scheduler's next turn", arguments: TimeCase.all, [0, -1, -1_000_000])
  func time(time: TimeCase, milliseconds: Int) {
    let (scheduler, recorder) = (VirtualTimeScheduler(), Recorder<Int>())
    let subject = PublishSubject<Int>()
    let subscription = time.apply(subject, .milliseconds(milliseconds), scheduler).subscribe(recorder)
    subject.onNext(1)
    #expect(recorder.history == time.before)
    scheduler.advance(by: .zero)
    #expect(recorder.history == time.before + time.after)
    subscription.dispose()
    scheduler.advance(by: .zero)
    #expect(scheduler.isIdle)
  }

  @Test("the longest times there are neither trap nor come at once", arguments: [Duration.seconds(Int64.max)])
  func longest(time: Duration) {
    for scheduler in [VirtualTimeScheduler(), SerialDispatchQueueScheduler()] as [any SchedulerType] {
      let subject = PublishSubject<Int>()
      let streams: [Observable<Int>] = [
        subject.debounce(time, scheduler: scheduler), subject.delay(time, scheduler: scheduler),
        subject.timeout(time, scheduler: scheduler), .interval(time, scheduler: scheduler),
        .timer(time, period: time, scheduler: scheduler), subject.take(for: time, scheduler: scheduler),
        subject.delaySubscription(time, scheduler: scheduler), subject.throttle(time, scheduler: scheduler).skip(1),
      ]
      for (index, stream) in streams.enumerated() {
        let recorder = Recorder<Int>()
        let subscription = stream.subscribe(recorder)
        subject.onNext(1)
        subject.onNext(2)
        #expect(recorder.history == (index == 2 || index == 5 ? ["1", "2"] : []), "\(index)")
        subscription.dispose()
      }
    }
  }

  @Test("a bound of zero or less keeps no element for a reader", arguments: [0, -1, Int.min])
  func bounds(bound: Int) async throws {
    for buffering in [ValuesBuffering.newest(bound), .oldest(bound)] {
      var read: [Int] = []
      for try await number in Observable.of(1, 2, 3).values(buffering: buffering) { read.append(number) }
      #expect(read.isEmpty)
    }
  }

  @Test("no sources at all are an empty stream")
  func empty() {
    #expect(history(Observable<Int>.merge([])) == [.completed])
    #expect(history(Observable<Int>.merge()) == [.completed])
    #expect(history(Observable<Int>.concat([])) == [.completed])
    #expect(history(Observable<Int>.concat()) == [.completed])
    #expect(history(Observable.zip([Observable<Int>]())) == [.completed])
    #expect(history(Observable<Int>.zip([Observable<Int>]()) { $0.count }) == [.completed])
    #expect(history(Observable.combineLatest([Observable<Int>]())) == [.completed])
    #expect(history(Observable<Int>.combineLatest([Observable<Int>]()) { $0.count }) == [.completed])
    #expect(history(Observable<Int>.from([])) == [.completed])
    #expect(history(Observable<Int>.of()) == [.completed])
    #expect(history(Observable.just(1).startWith()) == [.next(1), .completed])
    #expect(history(Single.zip([Single<Int>]())) == [.next([]), .completed])
    #expect(history(Single.zip([Single<Int>]()) { $0.count }) == [.next(0), .completed])
    #expect(Completable.merge().asObservable().historyOnSubscribe() == ["|"])
    #expect(Completable.merge([]).asObservable().historyOnSubscribe() == ["|"])
    #expect(Completable.concat().asObservable().historyOnSubscribe() == ["|"])
    #expect(Completable.concat([]).asObservable().historyOnSubscribe() == ["|"])
    #expect(Completable.zip().asObservable().historyOnSubscribe() == ["|"])
  }
}

/// An operator with a count of zero, over a source of 1, 2, 3.
struct CountCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  var subscribes = true
  let expected: [String]
  let apply: @Sendable (Observable<Int>) -> Observable<Int>

  static let all = [
    CountCase(testDescription: "take(0)", subscribes: false, expected: ["|"]) { $0.take(0) },
    CountCase(testDescription: "takeLast(0)", expected: ["|"]) { $0.takeLast(0) },
    CountCase(testDescription: "skip(0)", expected: ["1", "2", "3", "|"]) { $0.skip(0) },
    CountCase(testDescription: "skip(-1)", expected: ["1", "2", "3", "|"]) { $0.skip(-1) },
    CountCase(testDescription: "skip(Int.min)", expected: ["1", "2", "3", "|"]) { $0.skip(.min) },
    CountCase(testDescription: "element(at: 0)", expected: ["1", "|"]) { $0.element(at: 0) },
    CountCase(testDescription: "retry(0)", subscribes: false, expected: ["|"]) { $0.retry(0) },
    CountCase(testDescription: "retry(1)", expected: ["1", "2", "3", "|"]) { $0.retry(1) },
    CountCase(testDescription: "share(replay: 0)", expected: ["1", "2", "3", "|"]) { $0.share(replay: 0) },
    CountCase(testDescription: "range of none", subscribes: false, expected: ["|"]) { _ in
      .range(start: .max, count: 0)
    },
    CountCase(testDescription: "merge(maxConcurrent: 0)", expected: ["|"]) { source in
      source.map { OperatorCase.general($0) }.merge(maxConcurrent: 0)
    },
    CountCase(testDescription: "merge(maxConcurrent: -1) of known elements", expected: ["|"]) { source in
      source.map { Observable.just($0) }.merge(maxConcurrent: -1)
    },
    CountCase(testDescription: "merge(maxConcurrent: 0) of an error", subscribes: false, expected: ["#failure"]) { _ in
      Observable<Observable<Int>>.error(TestFailure()).merge(maxConcurrent: 0)
    },
    CountCase(testDescription: "a replay subject of none", subscribes: false, expected: ["|"]) { _ in
      let subject = ReplaySubject<Int>.create(bufferSize: 0)
      subject.onNext(1)
      subject.onCompleted()
      return subject
    },
  ]
}

/// An operator with a time of zero or less: what comes before the scheduler's next turn, and what in it.
struct TimeCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let before: [String]
  let after: [String]
  let apply: @Sendable (Observable<Int>, Duration, VirtualTimeScheduler) -> Observable<Int>

  static let all = [
    TimeCase(testDescription: "debounce", before: [], after: ["1"]) { $0.debounce($1, scheduler: $2) },
    TimeCase(testDescription: "throttle", before: ["1"], after: []) { $0.throttle($1, scheduler: $2) },
    TimeCase(testDescription: "delay", before: [], after: ["1"]) { $0.delay($1, scheduler: $2) },
    TimeCase(testDescription: "delaySubscription", before: [], after: ["9"]) {
      $0.startWith(9).delaySubscription($1, scheduler: $2)
    },
    TimeCase(testDescription: "timeout", before: ["1"], after: ["#No element came in time."]) {
      $0.timeout($1, scheduler: $2)
    },
    TimeCase(testDescription: "timeout other", before: ["1"], after: ["9", "|"]) {
      $0.timeout($1, other: Observable.just(9), scheduler: $2)
    },
    TimeCase(testDescription: "take(for:)", before: ["1"], after: ["|"]) { $0.take(for: $1, scheduler: $2) },
    TimeCase(testDescription: "timer", before: [], after: ["0", "|"]) { .timer($1, scheduler: $2) },
    TimeCase(testDescription: "timer with a period", before: [], after: ["0"]) {
      .timer($1, period: .seconds(1), scheduler: $2)
    },
  ]
}

extension ExitTest.Result? {
  /// Expects the message of the trap; a release build traps without one.
  fileprivate func says(_ message: String, at location: SourceLocation = #_sourceLocation) {
    #if DEBUG
      let output = String(decoding: self?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains(message), sourceLocation: location)
    #endif
  }
}
