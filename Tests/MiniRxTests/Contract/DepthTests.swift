import Foundation
import MiniRx
import TestSupport
import Testing

/// How deep the tests go. A debug build has frames several times as large, a sanitizer's are larger still, so they go less
/// deep; the full depths of the contract are run by `swift test -c release`.
private enum Depth {
  #if DEBUG
    static let levels = isSanitized ? 5_000 : 20_000
    static let smallStackChain = isSanitized ? 100 : 200
    static let largeStackChain = isSanitized ? 1_000 : 4_000
  #else
    static let levels = 100_000
    static let smallStackChain = 2_000
    static let largeStackChain = 20_000
  #endif
  static let smallStack = 512 << 10
  static let largeStack = 8 << 20
}

/// A way to subscribe to a copy of oneself.
struct RecursionCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Whether it belongs on the main queue.
  let isOnMain: Bool
  /// The stream of the level, which goes on to the next one by `next`.
  let level: @Sendable (Int, @escaping @Sendable (Int) -> Observable<Int>) -> Observable<Int>

  init(
    _ name: String, isOnMain: Bool = false,
    _ level: @escaping @Sendable (Int, @escaping @Sendable (Int) -> Observable<Int>) -> Observable<Int>
  ) {
    testDescription = name
    self.isOnMain = isOnMain
    self.level = level
  }

  private static func driver(
    _ name: String, _ level: @escaping @Sendable (Int, @escaping @Sendable (Int) -> Driver<Int>) -> Driver<Int>
  ) -> RecursionCase {
    RecursionCase("Driver.\(name)", isOnMain: true) { number, next in
      level(number) { next($0).asDriver(onErrorDriveWith: .empty()) }.asObservable()
    }
  }

  /// Runs the body where the stream may be used, on a small stack where the platform's main queue has no thread of its own.
  func onSmallStack<Result>(_ body: @escaping () -> Result) -> Result {
    onThread(stackSize: Depth.smallStack) { [isOnMain] in isOnMain ? DispatchQueue.main.sync(execute: body) : body() }
  }

  /// The stream that goes so many levels deep, and there to what `bottom` makes of the depth.
  func stream(
    _ number: Int, _ last: Int, bottom: @escaping @Sendable (Int) -> Observable<Int> = { .just($0) }
  ) -> Observable<Int> {
    number == last ? bottom(number) : level(number) { stream($0, last, bottom: bottom) }
  }

  static func named(_ name: String) -> RecursionCase? { all.first { $0.testDescription == name } }

  static let all: [RecursionCase] = [
    RecursionCase("flatMap of just") { number, next in Observable.just(number + 1).flatMap(next) },
    RecursionCase("flatMap") { number, next in OperatorCase.general(number + 1).flatMap(next) },
    RecursionCase("flatMap of a sequence") { number, next in Observable.of(number + 1).flatMap(next) },
    RecursionCase("flatMapLatest") { number, next in OperatorCase.general(number + 1).flatMapLatest(next) },
    RecursionCase("flatMapFirst") { number, next in OperatorCase.general(number + 1).flatMapFirst(next) },
    RecursionCase("concatMap") { number, next in OperatorCase.general(number + 1).concatMap(next) },
    RecursionCase("concat") { number, next in .concat(.empty(), .deferred { next(number + 1) }) },
    RecursionCase("merge") { number, next in .merge(.empty(), .deferred { next(number + 1) }) },
    RecursionCase("catch") { number, next in Observable.error(TestFailure()).catch { _ in next(number + 1) } },
    RecursionCase("catch of flatMap") { number, next in
      OperatorCase.general(number).flatMap { _ in Observable<Int>.error(TestFailure()) }.catch { _ in next(number + 1) }
    },
    RecursionCase("deferred") { number, next in .deferred { next(number + 1) } },
    RecursionCase("create") { number, next in .create { next(number + 1).subscribe($0) } },
    RecursionCase("switchLatest") { number, next in OperatorCase.general(number + 1).map(next).switchLatest() },
    RecursionCase("do") { number, next in Observable.deferred { next(number + 1) }.do(onCompleted: {}) },
    RecursionCase("take(until:)") { number, next in
      Observable.deferred { next(number + 1) }.take(until: Observable<Int>.never())
    },
    RecursionCase("share") { number, next in Observable.deferred { next(number + 1) }.share() },
    RecursionCase("combineLatest") { number, next in
      .combineLatest(Observable.just(0), Observable.deferred { next(number + 1) }) { $0 + $1 }
    },
    RecursionCase("zip") { number, next in
      .zip(Observable.just(0), Observable.deferred { next(number + 1) }) { $0 + $1 }
    },
    RecursionCase("retry()") { number, next in Observable.deferred { next(number + 1) }.retry() },
    RecursionCase("startWith") { number, next in Observable.deferred { next(number + 1) }.startWith(number) },
    driver("flatMap") { number, next in .just(number + 1).flatMap { next($0) } },
    driver("flatMapLatest") { number, next in .just(number + 1).flatMapLatest { next($0) } },
    driver("asDriver(onErrorRecover:)") { number, next in
      Observable.error(TestFailure()).asDriver(onErrorRecover: { _ in next(number + 1) })
    },
    RecursionCase("Single.flatMap") { number, next in
      Single.create {
        $0(.success(number + 1)); return Disposables.create()
      }.flatMap { single(next($0)) }.asObservable()
    },
    RecursionCase("Single.flatMap of just") { number, next in
      Single.just(number + 1).flatMap { single(next($0)) }.asObservable()
    },
    RecursionCase("Single.catch") { number, next in
      Single<Int>.error(TestFailure()).catch { _ in single(next(number + 1)) }.asObservable()
    },
    RecursionCase("Single.deferred") { number, next in Single.deferred { single(next(number + 1)) }.asObservable() },
  ]

  private static func single(_ observable: Observable<Int>) -> Single<Int> { observable.asSingle() }
}

extension RealThreads {
  /// Each case runs in a process of its own: a stack that overflows is then one failed test and not the end of the run.
  @Suite("Contract 6: depth", .serialized)
  struct DepthTests {
    @Test("recursion goes deep on a small stack: the value and the end come back up", arguments: RecursionCase.all)
    func recursion(recursion: RecursionCase) async {
      await #expect(processExitsWith: .success) { [name = recursion.testDescription as String] in
        let recursion = try #require(RecursionCase.named(name))
        let history = recursion.onSmallStack { recursion.stream(0, Depth.levels).historyOnSubscribe() }
        #expect(history.suffix(2) == ["\(Depth.levels)", "|"])
        #expect(history.count == 2 || name == "startWith")
      }
    }

    @Test(
      "an error comes back up from as deep",
      // These treat errors themselves.
      arguments: RecursionCase.all.filter { recursion in
        !["catch", "retry", "Driver"].contains { recursion.testDescription.contains($0) }
      }
    )
    func errors(recursion: RecursionCase) async {
      await #expect(processExitsWith: .success) { [name = recursion.testDescription as String] in
        let recursion = try #require(RecursionCase.named(name))
        let history = onThread(stackSize: Depth.smallStack) {
          let stream = recursion.stream(0, Depth.levels) { _ in .error(TestFailure()) }
          return stream.historyOnSubscribe()
        }
        #expect(history.last == "#failure")
      }
    }

    @Test("a deep recursion that waits is disposed on a small stack", arguments: RecursionCase.all)
    func disposing(recursion: RecursionCase) async {
      await #expect(processExitsWith: .success) { [name = recursion.testDescription as String] in
        let recursion = try #require(RecursionCase.named(name))
        let (deepest, disposals) = (Locked<AnyObserver<Int>?>(nil), Counter())
        recursion.onSmallStack {
          let stream = recursion.stream(0, Depth.levels) { _ in
            .create { observer in
              deepest.value = observer
              return Disposables.create { disposals.add() }
            }
          }
          let recorder = Recorder<Int>()
          let subscription = stream.subscribe(recorder)
          #expect(deepest.value != nil)
          subscription.dispose()
          #expect(disposals.value == 1)
          deepest.value?.onNext(-1)
          #expect(!recorder.elements.contains(-1))
          deepest.value = nil
        }
      }
    }

    @Test("retry of a source that fails as often as that, also synchronously")
    func retrying() {
      let attempts = Counter()
      let history = onThread(stackSize: Depth.smallStack) {
        Observable<Int>.deferred {
          attempts.add() == Depth.levels ? .just(1) : .error(TestFailure())
        }
        .retry().historyOnSubscribe()
      }
      #expect(history == ["1", "|"])
      #expect(attempts.value == Depth.levels)
      let counted = onThread(stackSize: Depth.smallStack) {
        Observable<Int>.error(TestFailure()).retry(Depth.levels).historyOnSubscribe()
      }
      #expect(counted == ["#failure"])
      let first = onThread(stackSize: Depth.smallStack) {
        OperatorCase.general(1).concat(.error(TestFailure())).retry().take(1).historyOnSubscribe()
      }
      #expect(first == ["1", "|"])
    }

    @Test("retry of a single and of a completable that fail as often as that")
    func retryingTraits() {
      let (singles, completables) = (Counter(), Counter())
      let history = onThread(stackSize: Depth.smallStack) {
        Single<Int>.deferred { singles.add() == Depth.levels ? .just(1) : .error(TestFailure()) }.retry()
          .historyOnSubscribe()
      }
      #expect(history == ["1", "|"])
      #expect(singles.value == Depth.levels)
      let ended = onThread(stackSize: Depth.smallStack) {
        Completable.deferred { completables.add() == Depth.levels ? .empty() : .error(TestFailure()) }.retry()
          .andThen(Observable.just(2)).historyOnSubscribe()
      }
      #expect(ended == ["2", "|"])
      #expect(completables.value == Depth.levels)
    }

    @Test("a hundred thousand takes of one element each from a source that is retried without an end")
    func retryTaking() {
      let history = onThread(stackSize: Depth.smallStack) {
        OperatorCase.general(1).concat(.error(TestFailure())).retry().take(Depth.levels).historyOnSubscribe()
      }
      #expect(history.count == Depth.levels + 1)
      #expect(history.last == "|")
    }

    @Test("a subject that is fed from inside its own delivery")
    func subjects() {
      let numbers = onThread(stackSize: Depth.smallStack) {
        let (subject, last) = (PublishSubject<Int>(), Locked(0))
        let subscription = subject.subscribe(
          AnyObserver { event in
            last.value = event.element ?? 0
            if last.value < Depth.levels { subject.onNext(last.value + 1) }
          })
        subject.onNext(1)
        subscription.dispose()
        return last.value
      }
      #expect(numbers == Depth.levels)
    }

    @Test("a ring of two subjects that feed each other")
    func ring() {
      let numbers = onThread(stackSize: Depth.smallStack) {
        let (first, second, last) = (PublishSubject<Int>(), PublishSubject<Int>(), Locked(0))
        let subscriptions = [
          first.subscribe(AnyObserver { second.onNext(($0.element ?? 0) + 1) }),
          second.subscribe(
            AnyObserver { event in
              last.value = event.element ?? 0
              if last.value < Depth.levels { first.onNext(last.value) }
            }),
        ]
        first.onNext(0)
        for subscription in subscriptions { subscription.dispose() }
        return last.value
      }
      #expect(numbers == Depth.levels)
    }

    /// All operators, built one on top of the other.
    private static let chained = OperatorCase.all + OperatorCase.atTheEnd

    @Test("a chain that a loop built works on a small stack", arguments: chained)
    func smallStack(operation: OperatorCase) async {
      await #expect(processExitsWith: .success) { [name = operation.testDescription as String] in
        try run(name, Depth.smallStackChain, Depth.smallStack)
      }
    }

    @Test("a longer chain works on a large stack", arguments: chained)
    func largeStack(operation: OperatorCase) async {
      await #expect(processExitsWith: .success) { [name = operation.testDescription as String] in
        try run(name, Depth.largeStackChain, Depth.largeStack)
      }
    }
  }
}

/// Those whose events need the clock to move, a millisecond for each level.
private let clocked = [
  "debounce", "delay", "delaySubscription", "observe(on:)", "throttle", "Single.delay", "Driver.debounce",
]

/// Builds, subscribes, emits, completes, builds again, emits, disposes; all deinits happen on the thread.
private func run(_ name: String, _ length: Int, _ stackSize: Int) throws {
  let operation = try #require((OperatorCase.all + OperatorCase.atTheEnd).first { $0.testDescription == name })
  let waitsForEnd = OperatorCase.atTheEnd.contains { $0.testDescription == name }
  let (ended, disposed) = onThread(stackSize: stackSize) {
    operation.perform { () -> ([Bool], [Bool]) in
      let (ledger, scheduler) = (Ledger(), VirtualTimeScheduler())
      func tick() { if clocked.contains(name) { scheduler.advance(by: .milliseconds(length + 1)) } }
      func play(_ finish: (PublishSubject<Ledger.Item>, any Disposable) -> Void) -> [Bool] {
        let subject = PublishSubject<Ledger.Item>()
        let (elements, ends) = (Counter(), Counter())
        let token = ledger.token()
        let chain = operation.chain(subject.asObservable(), length / operation.operators, token, scheduler)
        let subscription = chain.subscribe(
          onNext: { _ in elements.add() }, onCompleted: { ends.add() })
        tick()
        subject.onNext(ledger.item(1))
        tick()
        finish(subject, subscription)
        tick()
        return [elements.value > 0, ends.value == 1, subject.hasObservers]
      }
      return (play { subject, _ in subject.onCompleted() }, play { _, subscription in subscription.dispose() })
    }
  }
  #expect(ended == [true, true, false])
  #expect(disposed[0] != waitsForEnd)
  // A zip ends with its shorter source, here after one element, as do those that want one.
  #expect(disposed[1] == (name.hasPrefix("zip") || ["first", "element(at:)", "retry()"].contains(name)))
  #expect(!disposed[2])
}
