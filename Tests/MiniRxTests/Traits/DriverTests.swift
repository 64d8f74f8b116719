import MiniRx
import TestSupport
import Testing

@Suite("Driver", .leavesNoScope)
@MainActor
struct DriverTests {
  private func collect<Element: Sendable>(_ driver: Driver<Element>) -> [String] {
    var got: [String] = []
    driver.drive(onNext: { got.append("\($0)") }, onCompleted: { got.append("|") }).dispose()
    return got
  }

  @Test("gives the stand-in, another driver or what the closure makes where the stream fails")
  func failing() {
    let failing = Observable<Int>.of(1).flatMap { _ in Observable<Int>.error(TestFailure()) }.startWith(1)
    #expect(collect(failing.asDriver(onErrorJustReturn: 9)) == ["1", "9", "|"])
    #expect(collect(failing.asDriver(onErrorDriveWith: .just(8))) == ["1", "8", "|"])
    #expect(collect(failing.asDriver(onErrorDriveWith: .empty())) == ["1", "|"])
    #expect(collect(failing.asDriver(onErrorRecover: { $0 is TestFailure ? .just(7) : .never() })) == ["1", "7", "|"])
  }

  @Test("every operator does on the main actor what its like does")
  func operators() {
    var state = 0
    let numbers = Observable.of(1, 2, 2, 3).asDriver(onErrorJustReturn: 0)
    #expect(
      collect(
        numbers.map { number in
          state += 1; return number * 10
        }) == ["10", "20", "20", "30", "|"])
    #expect(state == 4)
    #expect(collect(numbers.filter { $0 > 1 }) == ["2", "2", "3", "|"])
    #expect(collect(numbers.compactMap { $0 > 2 ? "\($0)" : nil }) == ["3", "|"])
    #expect(collect(numbers.distinctUntilChanged()) == ["1", "2", "3", "|"])
    #expect(collect(numbers.do(onNext: { state += $0 })) == ["1", "2", "2", "3", "|"])
    #expect(state == 12)
    #expect(collect(numbers.startWith(0)) == ["0", "1", "2", "2", "3", "|"])
    #expect(collect(numbers.flatMap { .just($0 + 1) }) == ["2", "3", "3", "4", "|"])
    #expect(collect(numbers.flatMapLatest { .just($0 + 1) }) == ["2", "3", "3", "4", "|"])
    #expect(collect(Driver.merge(.just(1), .just(2), .empty())) == ["1", "2", "|"])
    #expect(collect(Driver.combineLatest(.just(1), Driver.just("a")) { "\($0)\($1)" }) == ["1a", "|"])
    #expect(collect(Driver<Int>.never()).isEmpty)
  }

  @Test("a failing stream ends after its stand-in, once, for all subscribers of one subscription")
  func sharing() {
    let (subject, starts) = (PublishSubject<Int>(), Counter())
    let driver = subject.do(onSubscribe: { starts.add() }).asDriver(onErrorJustReturn: -1)
    var (first, second): ([Int], [Int]) = ([], [])
    let one = driver.drive(onNext: { first.append($0) })
    subject.onNext(1)
    let two = driver.drive(onNext: { second.append($0) })
    subject.onNext(2)
    subject.onError(TestFailure())
    #expect(starts.value == 1)
    #expect(first == [1, 2, -1])
    #expect(second == [1, 2, -1])
    one.dispose()
    two.dispose()
  }

  @Test("events of a background thread come on the main actor, in order; none after a dispose there")
  func threads() async {
    let subject = PublishSubject<Int>()
    var got: [Int] = []
    let subscription = subject.asDriver(onErrorJustReturn: -1).map { $0 * 2 }.drive(onNext: { got.append($0) })
    onThread { for number in 0..<1_000 { subject.onNext(number) } }
    await untilMainHasRun()
    #expect(got == (0..<1_000).map { $0 * 2 })
    onThread { subject.onNext(7) }
    subscription.dispose()
    await untilMainHasRun()
    #expect(got.count == 1_000)
  }

  @Test("relays become drivers, and drivers feed relays and observers")
  func relays() {
    let (behavior, publish) = (BehaviorRelay(value: 1), PublishRelay<Int>())
    let (into, other, recorder) = (BehaviorRelay(value: 0), PublishRelay<Int>(), Recorder<Int>())
    let got = Recorder<Int>()
    let bag = DisposeBag()
    other.subscribe(got).disposed(by: bag)
    behavior.asDriver().drive(into).disposed(by: bag)
    publish.asDriver().drive(other).disposed(by: bag)
    behavior.asDriver().drive(recorder).disposed(by: bag)
    behavior.accept(2)
    publish.accept(3)
    #expect(into.value == 2)
    #expect(got.history == ["3"])
    #expect(recorder.history == ["1", "2"])
    withExtendedLifetime(bag) {}
  }

  @Test("debounce drives in virtual time")
  func debounce() {
    let (scheduler, subject) = (VirtualTimeScheduler(), PublishSubject<Int>())
    var got: [Int] = []
    let subscription = subject.asDriver(onErrorJustReturn: 0).debounce(.milliseconds(300), scheduler: scheduler)
      .drive(onNext: { got.append($0) })
    subject.onNext(1)
    scheduler.advance(by: .milliseconds(299))
    subject.onNext(2)
    scheduler.advance(by: .milliseconds(299))
    #expect(got.isEmpty)
    scheduler.advance(by: .milliseconds(1))
    #expect(got == [2])
    subscription.dispose()
  }

  @Test("what a drive was given is let go at the end and at a dispose", arguments: Ending.allCases)
  func freeing(ending: Ending) {
    let (ledger, subject, relay) = (Ledger(), PublishSubject<Ledger.Item>(), BehaviorRelay<Ledger.Item?>(value: nil))
    let subscriptions = { [token = ledger.token()] in
      let driver = subject.asDriver(onErrorJustReturn: Ledger.Item(copying: token))
      return [
        driver.drive(
          onNext: { _ in token.touch() }, onCompleted: { token.touch() }, onDisposed: { token.touch() }),
        driver.drive(with: ledger, onNext: { _, _ in token.touch() }),
        driver.drive(AnyObserver { _ in token.touch() }),
        driver.map(Optional.some).drive(relay),
      ]
    }()
    #expect(ledger.live > 0)
    if ending != .disposedEarly { subject.onNext(ledger.item(1)) }
    switch ending {
    case .completed: subject.onCompleted()
    case .failed: subject.onError(TestFailure())
    case .disposed, .disposedEarly: for subscription in subscriptions { subscription.dispose() }
    }
    relay.accept(nil)
    #expect(ledger.live == 0)
    #expect(!subject.hasObservers)
    withExtendedLifetime(subscriptions) {}
  }

  @Test("drive(with:) holds its object weakly")
  func with() {
    final class Owner { var got: [Int] = [] }
    let subject = PublishSubject<Int>()
    let owner = Owner()
    weak var gone: Owner?
    let subscription = {
      let short = Owner()
      gone = short
      return subject.asDriver(onErrorJustReturn: 0).drive(with: short, onNext: { $0.got.append($1) })
    }()
    let other = subject.asDriver(onErrorJustReturn: 0).drive(with: owner, onNext: { $0.got.append($1) })
    subject.onNext(1)
    #expect(gone == nil)
    #expect(owner.got == [1])
    subscription.dispose()
    other.dispose()
  }
}
