import MiniRx
import TestSupport
import Testing

/// An operator whose closure throws when it is called at the element 2, or at the end that it is about.
struct ThrowingCase: Sendable, CustomTestStringConvertible {
  /// Fails at the element 2 and passes the others.
  typealias Closure = @Sendable (Int) throws -> Int

  let testDescription: String
  /// What comes of the elements 1, 2, 3 and then the end.
  let expected: [String]
  let apply: @Sendable (Observable<Int>, @escaping Closure) -> Observable<Int>

  init(
    _ name: String, _ expected: [String] = ["1", "#failure"],
    _ apply: @escaping @Sendable (Observable<Int>, @escaping Closure) -> Observable<Int>
  ) {
    testDescription = name
    self.expected = expected
    self.apply = apply
  }

  static let all = elements + combining + ends + traits

  private static let elements = [
    ThrowingCase("map") { $0.map($1) },
    ThrowingCase("compactMap") { $0.compactMap($1) },
    ThrowingCase("filter") { source, closure in source.filter { try closure($0) > 0 } },
    ThrowingCase("flatMap") { source, closure in source.flatMap { Observable.just(try closure($0)) } },
    ThrowingCase("flatMap of streams") { source, closure in source.flatMap { OperatorCase.general(try closure($0)) } },
    ThrowingCase("flatMapFirst") { source, closure in source.flatMapFirst { OperatorCase.general(try closure($0)) } },
    ThrowingCase("flatMapLatest") { source, closure in source.flatMapLatest { OperatorCase.general(try closure($0)) } },
    ThrowingCase("concatMap") { source, closure in source.concatMap { OperatorCase.general(try closure($0)) } },
    ThrowingCase("scan") { source, closure in source.scan(0) { try closure($1) + $0 * 0 } },
    ThrowingCase("scan(into:)") { source, closure in source.scan(into: 0) { $0 = try closure($1) } },
    ThrowingCase("reduce", ["#failure"]) { source, closure in source.reduce(0) { try closure($1) + $0 } },
    ThrowingCase("reduce, the accumulator", ["#failure"]) { source, closure in
      source.reduce(0, accumulator: { try closure($1) + $0 }, mapResult: { $0 })
    },
    ThrowingCase("reduce, the mapping", ["#failure"]) { source, closure in
      source.reduce(0, accumulator: { $1 + $0 * 0 }, mapResult: { try closure($0 - 1) })
    },
    ThrowingCase("distinctUntilChanged, the key") { source, closure in
      source.distinctUntilChanged { try closure($0) }
    },
    ThrowingCase("distinctUntilChanged, the comparer") { source, closure in
      source.distinctUntilChanged { try closure($1) == $0 }
    },
    ThrowingCase("distinctUntilChanged, the comparer of keys") { source, closure in
      source.distinctUntilChanged({ $0 }, comparer: { try closure($1) == $0 })
    },
    ThrowingCase("take(while:)") { source, closure in source.take(while: { try closure($0) > 0 }) },
    ThrowingCase("take(until:)") { source, closure in source.take(until: { try closure($0) < 0 }) },
    ThrowingCase("skip(while:)", ["#failure"]) { source, closure in source.skip(while: { try closure($0) > 0 }) },
    ThrowingCase("single") { source, closure in source.single { try closure($0) > 0 } },
    ThrowingCase("withUnretained") { source, closure in
      source.withUnretained(lasting) { _, number in try closure(number) }
    },
    ThrowingCase("do(onNext:)") { source, closure in source.do(onNext: { _ = try closure($0) }) },
    ThrowingCase("do(afterNext:)", ["1", "2", "#failure"]) { source, closure in
      source.do(afterNext: { _ = try closure($0) })
    },
  ]

  private static let combining = [
    ThrowingCase("combineLatest") { source, closure in
      .combineLatest(source, Observable.just(0).concat(.never())) { try closure($0) + $1 }
    },
    ThrowingCase("combineLatest of three") { source, closure in
      let other = Observable.just(0).concat(.never())
      return .combineLatest(source, other, other) { number, _, _ in try closure(number) }
    },
    ThrowingCase("combineLatest of a collection") { source, closure in
      .combineLatest([source, Observable.just(0).concat(.never())]) { try closure($0[0]) }
    },
    ThrowingCase("zip") { source, closure in .zip(source, Observable.of(0, 0, 0)) { try closure($0) + $1 } },
    ThrowingCase("zip of three") { source, closure in
      .zip(source, source, Observable.of(0, 0, 0)) { number, _, _ in try closure(number) }
    },
    ThrowingCase("zip of a collection") { source, closure in
      .zip([source, Observable.of(0, 0, 0)]) { try closure($0[0]) }
    },
    ThrowingCase("withLatestFrom") { source, closure in
      source.withLatestFrom(Observable.just(0)) { number, _ in try closure(number) }
    },
  ]

  private static let ends = [
    ThrowingCase("do(onCompleted:)", ["1", "2", "3", "#failure"]) { source, closure in
      source.do(onCompleted: { _ = try closure(2) })
    },
    ThrowingCase("do(afterCompleted:)", ["1", "2", "3", "|"]) { source, closure in
      source.do(afterCompleted: { _ = try closure(2) })
    },
    ThrowingCase("do(onError:)", ["1", "2", "3", "#failure"]) { source, closure in
      source.concat(.error(TestFailure("other"))).do(onError: { _ in _ = try closure(2) })
    },
    ThrowingCase("do(afterError:)", ["1", "2", "3", "#other"]) { source, closure in
      source.concat(.error(TestFailure("other"))).do(afterError: { _ in _ = try closure(2) })
    },
    ThrowingCase("catch", ["1", "2", "3", "#failure"]) { source, closure in
      source.concat(.error(TestFailure("other"))).catch { _ in .just(try closure(2)) }
    },
    ThrowingCase("deferred", ["1", "2", "3", "#failure"]) { source, closure in
      source.concat(Observable.deferred { .just(try closure(2)) })
    },
    ThrowingCase("using, the resource", ["1", "2", "3", "#failure"]) { source, closure in
      source.concat(
        Observable.using({ BooleanDisposable(isDisposed: try closure(2) > 0) }, observableFactory: { _ in .empty() }))
    },
    ThrowingCase("using, the stream", ["1", "2", "3", "#failure"]) { source, closure in
      source.concat(
        Observable.using({ BooleanDisposable() }, observableFactory: { _ in .just(try closure(2)) }))
    },
  ]

  private static let traits = [
    ThrowingCase("Single.map", ["#failure"]) { source, closure in
      source.element(at: 1).asSingle().map(closure).asObservable()
    },
    ThrowingCase("Single.flatMap", ["#failure"]) { source, closure in
      source.element(at: 1).asSingle().flatMap { .just(try closure($0)) }.asObservable()
    },
    ThrowingCase("Single.flatMapCompletable", ["#failure"]) { source, closure in
      source.element(at: 1).asSingle().flatMapCompletable { number in
        _ = try closure(number)
        return .empty()
      }.andThen(.empty())
    },
    ThrowingCase("Single.catch", ["#failure"]) { source, closure in
      source.asSingle().catch { _ in .just(try closure(2)) }.asObservable()
    },
    ThrowingCase("Single.deferred", ["1", "2", "3", "#failure"]) { source, closure in
      source.concat(Single.deferred { .just(try closure(2)) })
    },
    ThrowingCase("Single.do(onSuccess:)", ["#failure"]) { source, closure in
      source.element(at: 1).asSingle().do(onSuccess: { _ = try closure($0) }).asObservable()
    },
    ThrowingCase("Single.do(afterSuccess:)", ["2", "|"]) { source, closure in
      source.element(at: 1).asSingle().do(afterSuccess: { _ = try closure($0) }).asObservable()
    },
    ThrowingCase("Single.do(onError:)", ["#failure"]) { source, closure in
      source.asSingle().do(onError: { _ in _ = try closure(2) }).asObservable()
    },
    ThrowingCase("Single.zip", ["#failure"]) { source, closure in
      Single.zip(source.element(at: 1).asSingle(), Single.just(0)) { try closure($0) + $1 }.asObservable()
    },
    ThrowingCase("Single.zip of a collection", ["#failure"]) { source, closure in
      Single.zip([source.element(at: 1).asSingle(), .just(0)]) { try closure($0[0]) }.asObservable()
    },
    ThrowingCase("Completable.catch", ["#failure"]) { source, closure in
      source.asSingle().asCompletable().catch { _ in
        _ = try closure(2)
        return .empty()
      }.andThen(.empty())
    },
    ThrowingCase("Completable.deferred", ["1", "2", "3", "#failure"]) { source, closure in
      let work = Completable.deferred {
        _ = try closure(2)
        return .empty()
      }
      return source.concat(work.andThen(.empty()))
    },
    ThrowingCase("Completable.do(onCompleted:)", ["#failure"]) { source, closure in
      source.ignoreElements().asCompletable().do(onCompleted: { _ = try closure(2) }).andThen(.empty())
    },
    ThrowingCase("Completable.do(onError:)", ["#failure"]) { source, closure in
      source.asSingle().asCompletable().do(onError: { _ in _ = try closure(2) }).andThen(.empty())
    },
  ]
}

@Suite("Closures that throw", .leavesNoScope)
struct ThrowingClosureTests {
  @Test(
    "what a closure throws becomes the error of the stream; it cancels the source and is not called again",
    arguments: ThrowingCase.all)
  func throwing(kind: ThrowingCase) {
    let (subject, recorder) = (PublishSubject<Int>(), Recorder<Int>())
    let (calls, callsAfter, hasThrown) = (Counter(), Counter(), Locked(false))
    let subscription = kind.apply(subject) { number in
      calls.add()
      if hasThrown.value { callsAfter.add() }
      if number == 2 {
        hasThrown.value = true
        throw TestFailure()
      }
      return number
    }.subscribe(recorder)
    for number in 1...3 { subject.onNext(number) }
    if subject.hasObservers { subject.onCompleted() }
    #expect(recorder.history == kind.expected)
    #expect(hasThrown.value)
    #expect(callsAfter.value == 0)
    #expect(!subject.hasObservers)
    subscription.dispose()
  }
}

/// An object that never goes.
private let lasting = Lasting()

private final class Lasting: Sendable {}
