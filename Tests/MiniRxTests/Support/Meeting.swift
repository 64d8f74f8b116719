import Foundation
import MiniRx
import TestSupport
import Testing

/// Two sources that meet in an operator or subject: one event of the first is delivered by `trigger`, and the others
/// are what another thread may do meanwhile.
struct Meeting: Sendable {
  let stream: Observable<Int>
  /// Makes ready, so that the next trigger delivers an event.
  let prime: @Sendable () -> Void
  let trigger: @Sendable (Int) -> Void
  /// Element, end and error of another source, as far as there are any.
  let others: [(name: String, send: @Sendable () -> Void)]
}

struct MeetingCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make: @Sendable () -> Meeting

  /// Two subjects into one stream. `prime` names the subjects that send an element before, `trigger` the one that delivers;
  /// it is waited for where the stream is subscribed to later, on another thread.
  static func two(
    _ name: String, prime: String = "ab", trigger: Character = "b", isStartedLater: Bool = false,
    _ make: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>
  ) -> MeetingCase {
    MeetingCase(testDescription: name) {
      let subjects = ["a": PublishSubject<Int>(), "b": PublishSubject<Int>()]
      guard let (first, second) = subjects["a"].flatMap({ a in subjects["b"].map { (a, $0) } }) else {
        fatalError("Both are there.")
      }
      let (triggering, other) = trigger == "a" ? (first, second) : (second, first)
      return Meeting(
        stream: make(first.asObservable(), second.asObservable()),
        prime: {
          let end = ContinuousClock.now.advanced(by: .seconds(30))
          while isStartedLater && !triggering.hasObservers && ContinuousClock.now < end { sched_yield() }
          for name in prime { subjects[String(name)]?.onNext(0) }
        },
        trigger: { triggering.onNext($0) },
        others: [
          ("an element", { other.onNext(-1) }), ("the end", { other.onCompleted() }),
          ("an error", { other.onError(TestFailure()) }), ("an element of the same source", { triggering.onNext(-2) }),
        ])
    }
  }

  static func fed<Subject: SubjectType & ObserverType & Sendable>(
    _ name: String, _ make: @escaping @Sendable () -> Subject
  ) -> MeetingCase where Subject.Element == Int {
    MeetingCase(testDescription: name) {
      let subject = make()
      return Meeting(
        stream: subject.asObservable(), prime: {}, trigger: { subject.onNext($0) },
        others: [
          ("an element", { subject.onNext(-1) }), ("the end", { subject.onCompleted() }),
          ("an error", { subject.onError(TestFailure()) }),
        ])
    }
  }

  static let subjects: [MeetingCase] = [
    fed("PublishSubject") { PublishSubject<Int>() },
    fed("BehaviorSubject") { BehaviorSubject<Int>(value: 0) },
    fed("ReplaySubject") { ReplaySubject<Int>.create(bufferSize: 2) },
    fed("ReplaySubject of one") { ReplaySubject<Int>.create(bufferSize: 1) },
    fed("ReplaySubject without a bound") { ReplaySubject<Int>.createUnbounded() },
    MeetingCase(testDescription: "PublishRelay") {
      let relay = PublishRelay<Int>()
      return Meeting(
        stream: relay.asObservable(), prime: {}, trigger: { relay.accept($0) },
        others: [("an element", { relay.accept(-1) })])
    },
    MeetingCase(testDescription: "BehaviorRelay") {
      let relay = BehaviorRelay<Int>(value: 0)
      return Meeting(
        stream: relay.asObservable(), prime: {}, trigger: { relay.accept($0) },
        others: [("an element", { relay.accept(-1) }), ("a look at its value", { _ = relay.value })])
    },
    MeetingCase(testDescription: "create") {
      let observer = Locked<AnyObserver<Int>?>(nil)
      return Meeting(
        stream: .create { made in
          observer.value = made
          return Disposables.create()
        }, prime: {}, trigger: { observer.value?.onNext($0) },
        others: [
          ("an element", { observer.value?.onNext(-1) }), ("the end", { observer.value?.onCompleted() }),
          ("an error", { observer.value?.onError(TestFailure()) }),
        ])
    },
  ]

  static let operators: [MeetingCase] = [
    two("merge") { .merge($0, $1) },
    two("merge of streams") { Observable.of($0, $1).merge() },
    two("flatMap, inner delivers", prime: "a") { a, b in a.flatMap { _ in b } },
    two("flatMap, outer delivers", prime: "", trigger: "a") { a, b in
      a.flatMap { number in Observable.merge(OperatorCase.general(number), b) }
    },
    two("concatMap", prime: "a") { a, b in a.concatMap { _ in b } },
    two("flatMapFirst", prime: "a") { a, b in a.flatMapFirst { _ in b } },
    two("flatMapLatest", prime: "a") { a, b in a.flatMapLatest { _ in b } },
    two("switchLatest", prime: "a") { a, b in a.map { _ in b }.switchLatest() },
    two("combineLatest") { .combineLatest($0, $1) { $1 + $0 * 0 } },
    two("combineLatest of a collection") { .combineLatest([$0, $1]) { $0[1] } },
    two("zip", prime: "aaa") { .zip($0, $1) { $1 + $0 * 0 } },
    two("zip of a collection", prime: "aaa") { .zip([$0, $1]) { $0[1] } },
    two("withLatestFrom", prime: "b", trigger: "a") { a, b in a.withLatestFrom(b) { number, _ in number } },
    two("take(until:)", prime: "", trigger: "a") { a, b in a.take(until: b) },
    two("skip(until:)", prime: "a") { a, b in b.skip(until: a) },
    two("concat", prime: "") { a, b in .concat(.of(1), b, a) },
    two("concat of streams", prime: "") { a, b in Observable.of(.empty(), b, a).concat() },
    two("merge of streams, two at a time") { Observable.of($0, $1).merge(maxConcurrent: 2) },
    two("combineLatest of three") { a, b in .combineLatest(a, b, Observable.just(0)) { $1 + ($0 + $2) * 0 } },
    two("zip of three", prime: "aaa") { a, b in .zip(a, b, b) { $1 + ($0 + $2) * 0 } },
    two("retry(when:)", prime: "") { a, b in b.retry(when: { _ in a }) },
    two("ifEmpty(switchTo:)", prime: "") { a, b in b.ifEmpty(switchTo: a) },
    two("publish().refCount()") { Observable.merge($0, $1).publish().refCount() },
    two("share(forever)") { Observable.merge($0, $1).share(scope: .forever) },
    two("share(replay: 1, forever)") { Observable.merge($0, $1).share(replay: 1, scope: .forever) },
    MeetingCase(testDescription: "take(for:)") {
      let (scheduler, subject) = (VirtualTimeScheduler(), PublishSubject<Int>())
      return Meeting(
        stream: subject.take(for: .seconds(1), scheduler: scheduler), prime: {}, trigger: { subject.onNext($0) },
        others: [
          ("an element", { subject.onNext(-1) }), ("the time", { scheduler.advance(by: .seconds(1)) }),
          ("an error", { subject.onError(TestFailure()) }),
        ])
    },
    MeetingCase(testDescription: "throttle, the timer delivers") {
      let (scheduler, subject) = (VirtualTimeScheduler(), PublishSubject<Int>())
      return Meeting(
        stream: subject.throttle(.seconds(1), scheduler: scheduler), prime: { subject.onNext(0) },
        trigger: {
          subject.onNext($0)
          scheduler.advance(by: .seconds(1))
        },
        others: [
          ("an element", { subject.onNext(-1) }), ("the end", { subject.onCompleted() }),
          ("an error", { subject.onError(TestFailure()) }),
        ])
    },
    two("share") { Observable.merge($0, $1).share() },
    two("share(replay: 1)") { Observable.merge($0, $1).share(replay: 1) },
    two("share(replay: 2, forever)") { Observable.merge($0, $1).share(replay: 2, scope: .forever) },
    two("catch, then merge", prime: "") { a, b in .merge(a, b.catch { _ in .never() }) },
    two("observe(on: immediate)", prime: "") { a, b in Observable.merge(a, b).observe(on: .immediate) },
    two("timeout") { a, b in .merge(a, b.timeout(.seconds(1), scheduler: VirtualTimeScheduler())) },
    MeetingCase(testDescription: "debounce, the timer delivers") {
      let (scheduler, subject) = (VirtualTimeScheduler(), PublishSubject<Int>())
      return Meeting(
        stream: subject.debounce(.seconds(1), scheduler: scheduler), prime: {},
        trigger: {
          subject.onNext($0)
          scheduler.advance(by: .seconds(1))
        },
        others: [
          ("an element", { subject.onNext(-1) }), ("the end", { subject.onCompleted() }),
          ("an error", { subject.onError(TestFailure()) }),
        ])
    },
    MeetingCase(testDescription: "delay, the timer delivers") {
      let (scheduler, subject) = (VirtualTimeScheduler(), PublishSubject<Int>())
      return Meeting(
        stream: subject.delay(.seconds(1), scheduler: scheduler), prime: {},
        trigger: {
          subject.onNext($0)
          scheduler.advance(by: .seconds(1))
        },
        others: [
          ("an element", { subject.onNext(-1) }), ("the end", { subject.onCompleted() }),
          ("an error", { subject.onError(TestFailure()) }),
        ])
    },
  ]

  static let all = subjects + operators + further + traits + elsewhere

  /// Those of an observer that may send more elements from inside an event, and hears them before that returns.
  static let atOnce = (subjects + operators + further).filter { !$0.testDescription.contains("timer") }
}
