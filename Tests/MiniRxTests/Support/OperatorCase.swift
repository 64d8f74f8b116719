import Dispatch
import MiniRx
import TestSupport
import Testing

/// One operator with everything it can hold, for the tests that hold for all of them: its closures capture the token.
///
/// What passes through an operator is elements as they are, so that histories can be told; `general` wraps sources that
/// would take a short cut.
struct OperatorCase: Sendable, CustomTestStringConvertible {
  typealias Item = Ledger.Item
  typealias Apply = @Sendable (Observable<Item>, Ledger.Token, VirtualTimeScheduler) -> Observable<Item>

  let testDescription: String
  /// Of how many operators it is made.
  let operators: Int
  /// Whether it belongs on the main queue, as a driver does.
  let isOnMain: Bool
  let apply: Apply
  /// Applies it so many times, one on top of the other.
  let chain: @Sendable (Observable<Item>, Int, Ledger.Token, VirtualTimeScheduler) -> Observable<Item>

  init(_ name: String, operators: Int = 1, _ apply: @escaping Apply) {
    testDescription = name
    self.operators = operators
    isOnMain = false
    self.apply = apply
    chain = { source, count, token, scheduler in
      (0..<count).reduce(source) { source, _ in apply(source, token, scheduler) }
    }
  }

  /// An operator of a driver, and the share that each driver is. A chain of these is made of drivers throughout.
  init(
    driver name: String, operators: Int = 2,
    _ apply: @escaping @Sendable (Driver<Item>, Ledger.Token, VirtualTimeScheduler) -> Driver<Item>
  ) {
    let chain: @Sendable (Observable<Item>, Int, Ledger.Token, VirtualTimeScheduler) -> Observable<Item> = {
      source, count, token, scheduler in
      let driver = source.asDriver(onErrorJustReturn: Item(copying: token))
      return (0..<count).reduce(driver) { driver, _ in apply(driver, token, scheduler) }.asObservable()
    }
    testDescription = "Driver.\(name)"
    self.operators = operators
    isOnMain = true
    self.chain = chain
    self.apply = { chain($0, 1, $1, $2) }
  }

  /// Runs the body where the operator may be used. Call it from elsewhere than the main queue.
  func perform<Result>(_ body: () throws -> Result) rethrows -> Result {
    isOnMain ? try DispatchQueue.main.sync(execute: body) : try body()
  }

  static let all: [OperatorCase] = linear + succession + combining + sharing + timed + surface + drivers

  static let linear: [OperatorCase] = [
    OperatorCase("asObservable") { source, _, _ in source.asObservable() },
    OperatorCase("map") { source, token, _ in
      source.map {
        token.touch(); return $0
      }
    },
    OperatorCase("compactMap") { source, token, _ in
      source.compactMap {
        token.touch(); return $0
      }
    },
    OperatorCase("filter") { source, token, _ in
      source.filter { _ in
        token.touch(); return true
      }
    },
    OperatorCase("distinctUntilChanged") { source, _, _ in source.distinctUntilChanged() },
    OperatorCase("distinctUntilChanged key") { source, token, _ in
      source.distinctUntilChanged {
        token.touch(); return $0.number
      }
    },
    OperatorCase("distinctUntilChanged key path") { source, _, _ in source.distinctUntilChanged(at: \.number) },
    OperatorCase("distinctUntilChanged comparer") { source, token, _ in
      source.distinctUntilChanged {
        token.touch(); return $0 == $1
      }
    },
    OperatorCase("distinctUntilChanged key and comparer") { source, token, _ in
      source.distinctUntilChanged({ $0.number }) {
        token.touch(); return $0 == $1
      }
    },
    OperatorCase("take") { source, _, _ in source.take(100) },
    OperatorCase("scan(into:)") { source, token, _ in
      source.scan(into: Item(copying: token)) {
        token.touch(); $0 = $1
      }
    },
    OperatorCase("scan") { source, token, _ in
      source.scan(Item(copying: token)) {
        token.touch(); return $0 == $1 ? $0 : $1
      }
    },
    OperatorCase("do") { source, token, _ in
      source.do(
        onNext: { _ in token.touch() }, afterNext: { _ in token.touch() }, onError: { _ in token.touch() },
        afterError: { _ in token.touch() }, onCompleted: { token.touch() }, afterCompleted: { token.touch() },
        onSubscribe: { token.touch() }, onSubscribed: { token.touch() }, onDispose: { token.touch() })
    },
  ]

  static let succession: [OperatorCase] = [
    OperatorCase("startWith") { source, token, _ in source.startWith(Item(copying: token)) },
    OperatorCase("catch") { source, token, _ in
      source.catch {
        token.touch(); throw $0
      }
    },
    OperatorCase("catchAndReturn") { source, token, _ in
      source.catchAndReturn(Item(copying: token))
    },
    OperatorCase("retry(2)") { source, _, _ in source.retry(2) },
    // Without an end of its own, it is ended by its first element.
    OperatorCase("retry()", operators: 2) { source, _, _ in source.retry().take(1) },
    OperatorCase("flatMap just") { source, token, _ in
      source.flatMap {
        token.touch(); return Observable.just($0)
      }
    },
    OperatorCase("flatMap") { source, token, _ in
      source.flatMap {
        token.touch(); return general($0)
      }
    },
    OperatorCase("concatMap") { source, token, _ in
      source.concatMap {
        token.touch(); return general($0)
      }
    },
    OperatorCase("flatMapFirst") { source, token, _ in
      source.flatMapFirst {
        token.touch(); return general($0)
      }
    },
    OperatorCase("flatMapLatest") { source, token, _ in
      source.flatMapLatest {
        token.touch(); return general($0)
      }
    },
    OperatorCase("switchLatest", operators: 2) { source, token, _ in
      source.map {
        token.touch(); return general($0)
      }.switchLatest()
    },
    OperatorCase("switchLatest of one stream", operators: 3) { source, token, _ in
      general(source.do(onDispose: token.touch)).switchLatest()
    },
    OperatorCase("merge()", operators: 2) { source, token, _ in
      source.map {
        token.touch(); return general($0)
      }.merge()
    },
    OperatorCase("merge(maxConcurrent:)", operators: 2) { source, token, _ in
      source.map {
        token.touch(); return general($0)
      }.merge(maxConcurrent: 2)
    },
    OperatorCase("deferred") { source, token, _ in
      .deferred {
        token.touch(); return source
      }
    },
  ]

  static let combining: [OperatorCase] = [
    OperatorCase("zip") { source, token, _ in
      .zip(source, general(Item(copying: token))) {
        token.touch(); return $1 == $0 ? $0 : $0
      }
    },
    OperatorCase("zip of a collection") { source, token, _ in
      .zip([source, general(Item(copying: token))]) {
        token.touch(); return $0[0]
      }
    },
    OperatorCase("zip of three") { source, token, _ in
      let other = general(Item(copying: token))
      return .zip(other, source, other) {
        token.touch(); return $0 == $2 ? $1 : $1
      }
    },
    OperatorCase("withLatestFrom") { source, token, _ in
      source.withLatestFrom(general(Item(copying: token))) {
        token.touch(); return $1 == $0 ? $0 : $0
      }
    },
    OperatorCase("take(until:)") { source, token, _ in
      source.take(until: Observable<Int>.never().do(onDispose: { token.touch() }))
    },
    OperatorCase("concat") { source, token, _ in .concat(silent(token), source, .empty()) },
    OperatorCase("merge") { source, token, _ in .merge(source, silent(token)) },
    OperatorCase("concat of a collection") { source, token, _ in
      .concat([.empty(), silent(token), source])
    },
    OperatorCase("concat of streams", operators: 2) { source, token, _ in
      Observable.of(silent(token), source).concat()
    },
    OperatorCase("merge of streams", operators: 2) { source, token, _ in
      Observable.of(source, silent(token)).merge()
    },
    OperatorCase("merge of streams, two at a time", operators: 2) { source, token, _ in
      Observable.of(source, silent(token)).merge(maxConcurrent: 2)
    },
    OperatorCase("merge of a collection") { source, token, _ in
      .merge([source, .empty(), silent(token)])
    },
    OperatorCase("combineLatest") { source, token, _ in
      .combineLatest(source, general(Item(copying: token))) {
        token.touch(); return $1 == $0 ? $0 : $0
      }
    },
    OperatorCase("combineLatest of three") { source, token, _ in
      let other = general(Item(copying: token))
      return .combineLatest(other, source, other) {
        token.touch(); return $0 == $2 ? $1 : $1
      }
    },
    OperatorCase("combineLatest of a collection") { source, token, _ in
      .combineLatest([source, general(Item(copying: token))]) {
        token.touch(); return $0[0]
      }
    },
  ]

  static let sharing: [OperatorCase] = [
    OperatorCase("share alone") { source, _, _ in source.share() },
    OperatorCase("share(replay: 1) alone") { source, _, _ in source.share(replay: 1) },
    OperatorCase("share(replay: 3) alone") { source, _, _ in source.share(replay: 3) },
    OperatorCase("share(forever) alone") { source, _, _ in source.share(scope: .forever) },
    OperatorCase("share(replay: 1, forever) alone") { source, _, _ in source.share(replay: 1, scope: .forever) },
    OperatorCase("share", operators: 2) { source, token, _ in
      source.map {
        token.touch(); return $0
      }.share()
    },
    OperatorCase("share(replay: 1)", operators: 2) { source, token, _ in
      source.map {
        token.touch(); return $0
      }.share(replay: 1)
    },
    OperatorCase("share(replay: 3)", operators: 2) { source, token, _ in
      source.map {
        token.touch(); return $0
      }.share(replay: 3)
    },
    OperatorCase("share(replay: 2, forever)", operators: 2) { source, token, _ in
      source.map {
        token.touch(); return $0
      }.share(replay: 2, scope: .forever)
    },
  ]

  static let timed: [OperatorCase] = [
    OperatorCase("observe(on:)") { source, _, scheduler in source.observe(on: scheduler) },
    OperatorCase("subscribe(on: immediate)") { source, _, _ in source.subscribe(on: .immediate) },
    OperatorCase("debounce") { source, _, scheduler in source.debounce(.milliseconds(1), scheduler: scheduler) },
    OperatorCase("timeout") { source, _, scheduler in source.timeout(.seconds(1), scheduler: scheduler) },
    OperatorCase("timeout other") { source, token, scheduler in
      source.timeout(.seconds(1), other: general(Item(copying: token)), scheduler: scheduler)
    },
    OperatorCase("delay") { source, _, scheduler in source.delay(.milliseconds(1), scheduler: scheduler) },
    OperatorCase("delaySubscription") { source, _, scheduler in
      source.delaySubscription(.milliseconds(1), scheduler: scheduler)
    },
    OperatorCase("observe(on: immediate)") { source, _, _ in source.observe(on: .immediate) },
  ]

  /// No element, of a source that takes no short cut: a chain of these has no more elements than its source.
  static func silent(_ token: Ledger.Token) -> Observable<Item> {
    .create { observer in
      token.touch()
      observer.onCompleted()
      return Disposables.create { token.touch() }
    }
  }

  /// One element of a source that takes no short cut.
  static func general<Element>(_ item: Element) -> Observable<Element> where Element: Sendable {
    .create { observer in
      observer.onNext(item)
      observer.onCompleted()
      return Disposables.create()
    }
  }
}
