import MiniRx

/// What the compiler must infer without help.
nonisolated func inference(_ a: Observable<Int>, _ b: PublishSubject<Int>, _ scheduler: any SchedulerType) {
  let merged = Observable.merge(a, b)
  let mergedList = Observable.merge([a, b])
  let implicit: Observable<Int> = .merge(a, b)
  let inner = Observable.of(a, b.asObservable()).merge()
  let limited = Observable.of(a, a).merge(maxConcurrent: 1)
  let pair = Observable.combineLatest(a, b)
  let sum = Observable.combineLatest(a, b) { $0 + $1 }
  let labelled = Observable.combineLatest(a, b, resultSelector: { $0 + $1 })
  let list = Observable.combineLatest([a, b])
  let triple = Observable.combineLatest(a, b, Observable.of("x"))
    .map { number, other, text in "\(number)\(other)\(text)" }
  let deferred = Observable.deferred { Observable.just(1) }
  let range = Observable.range(start: 1, count: 3)
  let ticks = Observable<Int>.interval(.seconds(1), scheduler: scheduler)
  let sequence = Observable.from([1, 2])
  let streams = Observable.from([a, b.asObservable()]).merge()
  let literals: Observable<Double?> = .from([1, nil, 3])
  let letters = Observable.from("text").map { "\($0)" }
  let latest = a.flatMapLatest { element -> Observable<String> in .just("\(element)") }
  let caught = a.flatMap { Observable.just($0) }.catch { _ in .empty() }
  let chained = Observable.concat(a, b).concat(a).startWith(0).share(replay: 1).observe(on: MainScheduler.instance)
  let upcast: Observable<Int> = b
  let errors = a.timeout(.seconds(1), scheduler: scheduler).retry(2).catchAndReturn(0)
  let zipped = Observable.zip(a, b) { $0 * $1 }
  _ = (merged, mergedList, implicit, inner, limited, pair, sum, labelled, list, triple, deferred)
  _ = (streams, literals, letters, range, ticks, sequence, latest, caught, chained, upcast, errors, zipped)
}

nonisolated func singles(_ single: Single<Int>) -> Single<String> {
  single.map { $0 + 1 }.flatMap { .just("\($0)") }.do(onSuccess: { _ in }).catch { _ in .just("") }.retry(2)
}

nonisolated func createSingle() -> Single<Int> {
  Single.create { single in
    single(.success(1))
    return Disposables.create {}
  }
}

/// A user's own observer and observable.
nonisolated struct Printer: ObserverType {
  func on(_ event: Event<Int>) { print(event) }
}

nonisolated struct Three: ObservableType {
  typealias Element = Int

  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
    observer.on(.next(3))
    observer.on(.completed)
    return Disposables.create()
  }
}

nonisolated func ownTypes() {
  let subscription = Three().map { $0 + 1 }.subscribe(Printer())
  subscription.dispose()
}
