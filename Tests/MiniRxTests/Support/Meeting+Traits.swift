import MiniRx
import TestSupport

extension MeetingCase {
  static let further: [MeetingCase] = [
    two("catch", prime: "") { a, b in b.catch { _ in a } },
    two("timeout(other:)", prime: "") { a, b in
      b.timeout(.seconds(1), other: a, scheduler: VirtualTimeScheduler())
    },
    two("retry with back-off", prime: "") { a, b in
      Observable.merge(a, b).retry(.constant(attempts: 2, delay: .seconds(1)), scheduler: VirtualTimeScheduler())
    },
    two("merge of streams, one at a time", prime: "") { a, b in Observable.of(b, a).merge(maxConcurrent: 1) },
    two("withLatestFrom without a selector", prime: "b", trigger: "a") { a, b in
      a.withLatestFrom(b.map { _ in 0 }).enumerated().map { $0.index + 1 }
    },
    two("combineLatest of eight") { a, b in
      let other = Observable.just(0)
      return .combineLatest(a, b, other, other, other, other, other, other) { _, number, _, _, _, _, _, _ in number }
    },
    two("share(replay: 3)") { Observable.merge($0, $1).share(replay: 3) },
    two("publish and connect", prime: "") { a, b in
      let shared = Observable.merge(a, b).publish()
      return .using({ Connection(of: shared) }, observableFactory: { _ in shared })
    },
  ]

  /// Those that answer once.
  static let traits: [MeetingCase] = [
    two("Single.zip", prime: "a") { a, b in
      Single.zip(a.take(1).asSingle(), b.take(1).asSingle()) { $0 + $1 }.asObservable()
    },
    two("Single.zip of a collection", prime: "a") { a, b in
      Single.zip([a.take(1).asSingle(), b.take(1).asSingle()]) { $0[1] }.asObservable()
    },
    two("Single.flatMap", prime: "a") { a, b in
      a.take(1).asSingle().flatMap { _ in b.take(1).asSingle() }.asObservable()
    },
    two("Single.catch", prime: "") { a, b in
      b.take(1).asSingle().catch { _ in a.take(1).asSingle() }.asObservable()
    },
    two("Single.retry(when:)", prime: "") { a, b in
      b.take(1).asSingle().retry(when: { _ in a }).asObservable()
    },
    two("Single.timeout(other:)", prime: "") { a, b in
      b.take(1).asSingle().timeout(.seconds(1), other: a.take(1).asSingle(), scheduler: VirtualTimeScheduler())
        .asObservable()
    },
    two("Completable.merge", prime: "a") { a, b in
      Completable.merge(end(a), end(b)).andThen(Observable.just(0))
    },
    two("Completable.concat", prime: "a") { a, b in
      Completable.concat(end(a), end(b)).andThen(Observable.just(0))
    },
    two("Completable.andThen", prime: "a") { a, b in end(a).andThen(b.take(1).asSingle()).asObservable() },
    two("Completable.catch", prime: "") { a, b in end(b).catch { _ in end(a) }.andThen(Observable.just(0)) },
    MeetingCase(testDescription: "Single.create") {
      let answer = Locked<Single<Int>.SingleObserver?>(nil)
      return Meeting(
        stream: Single<Int>.create { made in
          answer.value = made
          return Disposables.create()
        }.asObservable(), prime: {}, trigger: { answer.value?(.success($0)) },
        others: [
          ("an element", { answer.value?(.success(-1)) }), ("an error", { answer.value?(.failure(TestFailure())) }),
        ])
    },
    MeetingCase(testDescription: "Completable.create") {
      let answer = Locked<Completable.CompletableObserver?>(nil)
      return Meeting(
        stream: Completable.create { made in
          answer.value = made
          return Disposables.create()
        }.andThen(Observable.just(0)), prime: {}, trigger: { _ in answer.value?(.completed) },
        others: [
          ("an element", { answer.value?(.completed) }), ("an error", { answer.value?(.error(TestFailure())) }),
        ])
    },
  ]

  /// Those that deliver, or subscribe, on a queue: a driver's is the main one.
  static let elsewhere: [MeetingCase] = [
    two("observe(on:) a serial queue", prime: "") { a, b in
      Observable.merge(a, b).observe(on: SerialDispatchQueueScheduler())
    },
    two("observe(on:) a concurrent queue", prime: "") { a, b in
      Observable.merge(a, b).observe(on: ConcurrentDispatchQueueScheduler())
    },
    two("observe(on:) a queue, one source of two") { a, b in
      .combineLatest(a, b.observe(on: SerialDispatchQueueScheduler())) { $1 + $0 * 0 }
    },
    started("subscribe(on:) a serial queue") { a, b in
      Observable.merge(a, b).subscribe(on: SerialDispatchQueueScheduler())
    },
    started("subscribe(on:) a concurrent queue, one source of two") { a, b in
      .merge(a, b.subscribe(on: ConcurrentDispatchQueueScheduler()))
    },
    started("subscribe(on:) and observe(on:) the same queue") { a, b in
      let queue = SerialDispatchQueueScheduler()
      return Observable.merge(a, b).subscribe(on: queue).observe(on: queue)
    },
    started("Driver") { a, b in Observable.merge(a, b).asDriver(onErrorJustReturn: 0).asObservable() },
    started("Driver.merge") { a, b in
      Driver.merge(a.asDriver(onErrorJustReturn: 0), b.asDriver(onErrorJustReturn: 0)).asObservable()
    },
    started("Driver.combineLatest", prime: "a") { a, b in
      Driver.combineLatest(a.asDriver(onErrorJustReturn: 0), b.asDriver(onErrorJustReturn: 0)) { $1 + $0 * 0 }
        .asObservable()
    },
    started("Driver.flatMap") { a, b in
      b.asDriver(onErrorJustReturn: 0).flatMap { _ in a.startWith(1).asDriver(onErrorJustReturn: 0) }.asObservable()
    },
    started("Driver.flatMapLatest") { a, b in
      b.asDriver(onErrorJustReturn: 0).flatMapLatest { _ in a.startWith(1).asDriver(onErrorJustReturn: 0) }
        .asObservable()
    },
    MeetingCase(testDescription: "BehaviorRelay.asDriver") {
      let relay = BehaviorRelay(value: 0)
      return Meeting(
        stream: relay.asDriver().asObservable(), prime: {}, trigger: { relay.accept($0) },
        others: [("an element", { relay.accept(-1) }), ("a look at its value", { _ = relay.value })])
    },
  ]

  private static func end(_ source: Observable<Int>) -> Completable { source.take(1).ignoreElements().asCompletable() }

  /// Two subjects into a stream that is subscribed to later, on another thread: to make ready is to wait for it.
  private static func started(
    _ name: String, prime: String = "",
    _ make: @escaping @Sendable (Observable<Int>, Observable<Int>) -> Observable<Int>
  ) -> MeetingCase {
    two(name, prime: prime, isStartedLater: true, make)
  }
}

/// A connection as a resource: made with a subscription, and disposed with it.
private final class Connection: Disposable {
  private let disposable: any Disposable

  init(of shared: ConnectableObservable<Int>) { disposable = shared.connect() }

  func dispose() { disposable.dispose() }
}
