import MiniRx
import TestSupport
import Testing

/// How a stream comes to its end.
enum Ending: CaseIterable, Sendable {
  case completed, failed, disposed, disposedEarly
}

@Suite("Contract 5: termination frees", .leavesNoScope)
struct TerminationFreesTests {
  @Test(
    "closures and elements are released at the end, while disposable and source are still held",
    arguments: OperatorCase.all + OperatorCase.atTheEnd, Ending.allCases)
  func operators(operation: OperatorCase, ending: Ending) {
    operation.perform { play(operation, ending) }
  }

  private func play(_ operation: OperatorCase, _ ending: Ending) {
    let (ledger, scheduler) = (Ledger(), VirtualTimeScheduler())
    let subject = PublishSubject<Ledger.Item>()
    let subscription = subscribe(operation, to: subject, ledger, scheduler)
    #expect(ledger.live > 0)
    if ending != .disposedEarly {
      for number in 1...3 { subject.onNext(ledger.item(number)) }
      scheduler.advance(by: .milliseconds(5))
      subject.onNext(ledger.item(4))
    }
    switch ending {
    case .completed: subject.onCompleted()
    case .failed: subject.onError(TestFailure())
    case .disposed, .disposedEarly: subscription.dispose()
    }
    if ending == .completed || ending == .failed { scheduler.advance(by: .milliseconds(5)) }
    #expect(ledger.live == 0)
    #expect(!subject.hasObservers)
    withExtendedLifetime((subscription, subject, scheduler)) {}
  }

  /// Subscribes with handlers that hold tokens; the observable itself is let go.
  private func subscribe(
    _ operation: OperatorCase, to subject: PublishSubject<Ledger.Item>, _ ledger: Ledger,
    _ scheduler: VirtualTimeScheduler
  ) -> any Disposable {
    let token = ledger.token()
    return operation.apply(subject, ledger.token(), scheduler).subscribe(
      onNext: { _ in token.touch() }, onError: { _ in token.touch() }, onCompleted: { token.touch() },
      onDisposed: { token.touch() })
  }

  @Test("a create source frees at its end, also where the producer keeps the observer", arguments: Ending.allCases)
  func create(ending: Ending) {
    let (ledger, kept) = (Ledger(), Locked<AnyObserver<Ledger.Item>?>(nil))
    let subscription = { [token = ledger.token(), other = ledger.token()] in
      Observable<Ledger.Item>.create { observer in
        kept.value = observer
        return Disposables.create { other.touch() }
      }
      .subscribe(onNext: { _ in token.touch() }, onDisposed: { token.touch() })
    }()
    kept.value?.onNext(ledger.item(1))
    end(ending, kept.value, subscription)
    kept.value?.onNext(ledger.item(2))
    #expect(ledger.live == 0)
    withExtendedLifetime(subscription) {}
  }

  @Test("a single frees at its end, also where the producer keeps the answer closure", arguments: [true, false])
  func single(answers: Bool) {
    let (ledger, kept) = (Ledger(), Locked<Single<Ledger.Item>.SingleObserver?>(nil))
    let subscription = { [token = ledger.token(), other = ledger.token()] in
      Single<Ledger.Item>.create { answer in
        kept.value = answer
        return Disposables.create { other.touch() }
      }
      .map { item in
        token.touch(); return item
      }
      .flatMap { item in
        token.touch(); return .just(item)
      }
      .subscribe(onSuccess: { _ in token.touch() }, onFailure: { _ in token.touch() })
    }()
    if answers { kept.value?(.success(ledger.item(1))) } else { subscription.dispose() }
    #expect(ledger.live == 0)
    withExtendedLifetime((subscription, kept)) {}
  }

  @Test(
    "subjects and relays keep their observers' closures no longer than they are subscribed", arguments: Ending.allCases)
  func subjects(ending: Ending) {
    let subjects: [PublishSubject<Ledger.Item>] = [PublishSubject()]
    let behavior = BehaviorSubject<Ledger.Item?>(value: nil)
    let replay = ReplaySubject<Ledger.Item>.create(bufferSize: 2)
    let ledger = Ledger()
    func subscription<Element: Sendable>(_ source: Observable<Element>) -> any Disposable {
      let token = ledger.token()
      return source.subscribe(
        onNext: { _ in token.touch() }, onError: { _ in token.touch() }, onCompleted: { token.touch() },
        onDisposed: { token.touch() })
    }
    let subscriptions = [subscription(subjects[0]), subscription(behavior), subscription(replay)]
    #expect(ledger.live == 3)
    for index in subscriptions.indices {
      switch ending {
      case .completed: [subjects[0].onCompleted, behavior.onCompleted, replay.onCompleted][index]()
      case .failed: [subjects[0].onError, behavior.onError, replay.onError][index](TestFailure())
      case .disposed, .disposedEarly: subscriptions[index].dispose()
      }
    }
    #expect(ledger.live == 0)
    withExtendedLifetime((subscriptions, subjects, behavior, replay)) {}
  }

  @Test("a behavior subject keeps one element, for its value, up to an error or a dispose; a replay subject its size")
  func elements() {
    let ledger = Ledger()
    let behavior = BehaviorSubject<Ledger.Item>(value: ledger.item(0))
    for number in 1...10 { behavior.onNext(ledger.item(number)) }
    #expect(ledger.live == 1)
    behavior.onCompleted()
    #expect(ledger.live == 1)
    behavior.dispose()
    #expect(ledger.live == 0)
    let failing = BehaviorSubject<Ledger.Item>(value: ledger.item(0))
    failing.onError(TestFailure())
    #expect(ledger.live == 0)
    let replay = ReplaySubject<Ledger.Item>.create(bufferSize: 3)
    for number in 1...100 { replay.onNext(ledger.item(number)) }
    #expect(ledger.live == 3)
    withExtendedLifetime((behavior, failing, replay)) {}
  }

  @Test("deep inside flatMap and concatMap, the innermost stream frees too", arguments: Ending.allCases)
  func inner(ending: Ending) {
    let (ledger, kept) = (Ledger(), Locked<AnyObserver<Ledger.Item>?>(nil))
    let subscription = { [token = ledger.token()] in
      let innermost = Observable<Ledger.Item>.create { observer in
        kept.value = observer
        return Disposables.create { token.touch() }
      }
      .do(onNext: { _ in token.touch() })
      return OperatorCase.general(1).flatMap { _ in
        OperatorCase.general(2).concatMap { _ in
          OperatorCase.general(3).flatMapLatest { _ in
            token.touch(); return innermost.share()
          }
        }
      }
      .subscribe(onNext: { _ in token.touch() }, onError: { _ in token.touch() })
    }()
    kept.value?.onNext(ledger.item(1))
    #expect(ledger.live == 1)
    end(ending, kept.value, subscription)
    #expect(ledger.live == 0)
    withExtendedLifetime((subscription, kept)) {}
  }

  @Test("timers free what they hold when disposed", arguments: Ending.allCases)
  func timers(ending: Ending) {
    let (ledger, scheduler) = (Ledger(), VirtualTimeScheduler())
    let subscription = { [token = ledger.token()] in
      Observable<Int>.interval(.seconds(1), scheduler: scheduler)
        .map { number in
          token.touch()
          if number == 3 && ending == .failed { throw TestFailure() }
          return number
        }
        .take(ending == .completed ? 3 : 100)
        .subscribe(onNext: { _ in token.touch() }, onError: { _ in token.touch() })
    }()
    scheduler.advance(by: .seconds(5))
    if ending == .disposed || ending == .disposedEarly { subscription.dispose() }
    #expect(ledger.live == 0)
    #expect(scheduler.isIdle)
    withExtendedLifetime((subscription, scheduler)) {}
  }

  @Test("a bag of a million finished subscriptions is as small as an empty one")
  func bag() {
    let (ledger, bag) = (Ledger(), DisposeBag())
    var mostAlive = 0
    for round in 0..<1_000_000 {
      Finished(ledger.token()).disposed(by: bag)
      if round % 1_000 == 0 { mostAlive = max(mostAlive, ledger.live) }
    }
    #expect(mostAlive <= 64)
    #expect(ledger.live <= 64)
    withExtendedLifetime(bag) {}
  }

  @Test("a bag forgets subscriptions of each kind that have ended, and keeps those that have not")
  func bagKinds() {
    let (bag, subject, ledger) = (DisposeBag(), PublishSubject<Int>(), Ledger())
    for _ in 0..<10 {
      let token = ledger.token()
      subject.subscribe(onNext: { _ in token.touch() }).disposed(by: bag)
    }
    for _ in 0..<1_000 {
      let token = ledger.token()
      Observable.of(1).subscribe(onNext: { _ in token.touch() }).disposed(by: bag)
      Single<Int>.create {
        $0(.success(1)); return Disposables.create { token.touch() }
      }.subscribe().disposed(by: bag)
      Observable<Int>.error(TestFailure()).subscribe(onError: { _ in token.touch() }).disposed(by: bag)
    }
    #expect(ledger.live == 10)
    subject.onCompleted()
    #expect(ledger.live == 0)
    withExtendedLifetime(bag) {}
  }

  private func end(
    _ ending: Ending, _ observer: AnyObserver<Ledger.Item>?, _ subscription: any Disposable
  ) {
    switch ending {
    case .completed: observer?.onCompleted()
    case .failed: observer?.onError(TestFailure())
    case .disposed, .disposedEarly: subscription.dispose()
    }
  }
}

/// A disposable that has ended.
private final class Finished: Cancelable {
  private let token: Ledger.Token

  init(_ token: Ledger.Token) { self.token = token }

  var isDisposed: Bool { true }

  func dispose() { token.touch() }
}
