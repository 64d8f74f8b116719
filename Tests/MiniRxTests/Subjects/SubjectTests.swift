import MiniRx
import TestSupport
import Testing

@Suite("Subjects and relays", .leavesNoScope)
struct SubjectTests {
  @Test("a publish subject reaches those who are subscribed at that moment")
  func publish() {
    let (subject, first, second) = (PublishSubject<Int>(), Recorder<Int>(), Recorder<Int>())
    #expect(!subject.hasObservers)
    subject.onNext(0)
    let one = subject.subscribe(first)
    subject.onNext(1)
    let two = subject.subscribe(second)
    #expect(subject.hasObservers)
    subject.onNext(2)
    one.dispose()
    subject.onNext(3)
    subject.onCompleted()
    #expect(first.history == ["1", "2"])
    #expect(second.history == ["2", "3", "|"])
    #expect(!subject.hasObservers)
    two.dispose()
  }

  @Test("a behavior subject gives its current element first, and knows it")
  func behavior() throws {
    let (subject, recorder) = (BehaviorSubject(value: 0), Recorder<Int>())
    subject.onNext(1)
    #expect(try subject.value() == 1)
    let subscription = subject.subscribe(recorder)
    subject.onNext(2)
    #expect(recorder.history == ["1", "2"])
    subject.onError(TestFailure())
    #expect(recorder.history == ["1", "2", "#failure"])
    #expect(throws: TestFailure()) { try subject.value() }
    #expect(subject.historyOnSubscribe() == ["#failure"])
    subscription.dispose()
  }

  @Test("the value of a behavior subject: the last after completed, else it throws what happened, a dispose above all")
  func lastWords() throws {
    let makers: [(Ended, Result<Int, RxError>?)] = [
      (Ended { _ in }, .success(2)), (Ended { $0.onCompleted() }, .success(2)),
      (Ended { $0.onError(TestFailure()) }, nil),
      (Ended { $0.dispose() }, .failure(.disposed(object: "The subject"))),
      (
        Ended {
          $0.onCompleted()
          $0.dispose()
        }, .failure(.disposed(object: "The subject"))
      ),
      (
        Ended {
          $0.onError(TestFailure())
          $0.dispose()
        }, .failure(.disposed(object: "The subject"))
      ),
      (
        Ended {
          $0.onCompleted()
          $0.onNext(3)
          $0.onError(TestFailure())
        }, .success(2)
      ),
    ]
    for (ended, expected) in makers {
      switch expected {
      case .success(let value): #expect(try ended.subject.value() == value)
      case .failure(let error): #expect(throws: error) { try ended.subject.value() }
      case nil: #expect(throws: TestFailure()) { try ended.subject.value() }
      }
    }
    #expect(makers.map { $0.0.subject.isDisposed } == [false, false, false, true, true, true, false])
    #expect(makers[1].0.subject.historyOnSubscribe() == ["|"])
  }

  /// A behavior subject of 1, then 2, that came to some end.
  private struct Ended {
    let subject = BehaviorSubject(value: 1)

    init(_ end: (BehaviorSubject<Int>) -> Void) {
      subject.onNext(2)
      end(subject)
    }
  }

  @Test(
    "a replay subject repeats its newest elements, also after the end",
    arguments: [(0, []), (1, ["3"]), (2, ["2", "3"]), (5, ["1", "2", "3"])])
  func replay(size: Int, expected: [String]) {
    let subject = ReplaySubject<Int>.create(bufferSize: size)
    for number in 1...3 { subject.onNext(number) }
    #expect(subject.historyOnSubscribe() == expected)
    subject.onCompleted()
    subject.onNext(4)
    #expect(subject.historyOnSubscribe() == expected + ["|"])
  }

  @Test("an unbounded replay subject repeats everything, and its error")
  func unbounded() {
    let subject = ReplaySubject<Int>.createUnbounded()
    for number in 0..<1_000 { subject.onNext(number) }
    subject.onError(TestFailure())
    #expect(subject.historyOnSubscribe() == (0..<1_000).map(String.init) + ["#failure"])
  }

  @Test("a replay of many elements keeps the newest while it wraps around, in order", arguments: [2, 31, 32, 33, 100])
  func wrapping(size: Int) {
    let subject = ReplaySubject<Int>.create(bufferSize: size)
    for number in 0..<1_000 {
      subject.onNext(number)
      if number % 97 == 0 {
        let expected = (max(0, number + 1 - size)...number).map(String.init)
        #expect(subject.historyOnSubscribe() == expected)
      }
    }
  }

  @Test("a disposed subject lets its observers go without an event, and fails late subscribers")
  func disposing() {
    let (subject, recorder, lost) = (PublishSubject<Int>(), Recorder<Int>(), Recorder<Int>())
    let subscription = subject.subscribe(recorder)
    subject.dispose()
    subject.onNext(1)
    subject.onCompleted()
    #expect(recorder.history.isEmpty)
    #expect(subject.isDisposed && !subject.hasObservers)
    subject.subscribe(lost).dispose()
    #expect(lost.events.last?.error as? RxError == .disposed(object: "The subject"))
    subscription.dispose()
  }

  @Test("an observer that leaves, or a new one, during a delivery: the others hear the event, the new one the next")
  func changing() {
    let (subject, place) = (PublishSubject<Int>(), SerialDisposable())
    let log = Locked<[String]>([])
    let late = CompositeDisposable()
    let first = subject.subscribe(
      AnyObserver { event in
        let number = event.element ?? 0
        log.update { $0.append("a\(number)") }
        if number == 1 {
          place.dispose()
          _ = late.insert(
            subject.subscribe(AnyObserver { event in log.update { $0.append("c\(event.element ?? 0)") } }))
        }
      })
    place.disposable = subject.subscribe(AnyObserver { event in log.update { $0.append("b\(event.element ?? 0)") } })
    let last = subject.subscribe(AnyObserver { event in log.update { $0.append("d\(event.element ?? 0)") } })
    subject.onNext(1)
    subject.onNext(2)
    #expect(log.value == ["a1", "d1", "a2", "d2", "c2"])
    for subscription in [first, last, late] as [any Disposable] { subscription.dispose() }
  }

  @Test("a subject is an observer of another stream, events and end")
  func observing() {
    let (subject, recorder) = (ReplaySubject<Int>.createUnbounded(), Recorder<Int>())
    let subscription = subject.subscribe(recorder)
    Observable.of(1, 2).subscribe(subject).dispose()
    Observable.of(3).subscribe(subject.asObserver()).dispose()
    #expect(recorder.history == ["1", "2", "|"])
    subscription.dispose()
  }

  @Test("relays have no end; a behavior relay has a value")
  func relays() {
    let (publish, behavior) = (PublishRelay<Int>(), BehaviorRelay(value: 1))
    let (first, second) = (Recorder<Int>(), Recorder<Int>())
    let subscriptions = CompositeDisposable(publish.subscribe(first), behavior.subscribe(second))
    Observable.of(5, 6).bind(to: publish).dispose()
    Observable.of(7).bind(to: behavior).dispose()
    #expect(first.history == ["5", "6"])
    #expect(second.history == ["1", "7"])
    #expect(behavior.value == 7)
    subscriptions.dispose()
  }

  @Test("bind(to:) feeds observers, subjects and relays, also those of an optional element")
  func binding() {
    let (plain, optional) = (Recorder<Int>(), Recorder<Int?>())
    Observable.of(1).bind(to: plain, plain).dispose()
    Observable.of(2).bind(to: optional).dispose()
    #expect(plain.history == ["1", "1", "|", "|"])
    #expect(optional.elements == [2])
    let (relay, publish) = (BehaviorRelay<Int?>(value: nil), PublishRelay<Int?>())
    let got = Recorder<Int?>()
    let subscription = publish.subscribe(got)
    Observable.of(3).bind(to: relay).dispose()
    Observable.of(4).bind(to: publish).dispose()
    #expect(relay.value == 3)
    #expect(got.elements == [4])
    subscription.dispose()
  }

  @Test("subscribe(with:) gives the object, holds it weakly, and is silent when it has gone")
  func with() {
    final class Owner: Sendable { let got = Recorder<Int>() }
    let subject = PublishSubject<Int>()
    var owner: Owner? = Owner()
    let got = owner?.got
    let log = Locked<[String]>([])
    let subscriptions = owner.map { owner in
      [
        subject.subscribe(
          with: owner, onNext: { owner, number in owner.got.onNext(number) },
          onCompleted: { _ in log.update { $0.append("completed") } },
          onDisposed: { _ in log.update { $0.append("disposed") } }),
        subject.bind(with: owner, onNext: { owner, number in owner.got.onNext(number + 10) }),
      ]
    }
    subject.onNext(1)
    owner = nil
    subject.onNext(2)
    subject.onCompleted()
    #expect(got?.history == ["1", "11"])
    #expect(log.value.isEmpty)
    for subscription in subscriptions ?? [] { subscription.dispose() }
  }
}
