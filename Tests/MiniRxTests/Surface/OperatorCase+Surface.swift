import MiniRx

extension OperatorCase {
  /// The operators that pass elements as they come.
  static let surface: [OperatorCase] = [
    OperatorCase("take(while:)") { source, token, _ in
      source.take(while: { _ in
        token.touch()
        return true
      })
    },
    OperatorCase("take(until: predicate)") { source, token, _ in
      source.take(until: { _ in
        token.touch()
        return false
      })
    },
    OperatorCase("take(for:)") { source, _, scheduler in source.take(for: .seconds(1), scheduler: scheduler) },
    OperatorCase("skip", operators: 2) { source, token, _ in source.startWith(Item(copying: token)).skip(1) },
    OperatorCase("skip(while:)") { source, token, _ in
      source.skip(while: { _ in
        token.touch()
        return false
      })
    },
    OperatorCase("skip(until:)") { source, token, _ in source.skip(until: general(Item(copying: token))) },
    OperatorCase("first", operators: 2) { source, _, _ in source.first().asObservable().compactMap { $0 } },
    OperatorCase("element(at:)") { source, _, _ in source.element(at: 0) },
    OperatorCase("single") { source, token, _ in
      source.single { _ in
        token.touch()
        return true
      }
    },
    OperatorCase("enumerated", operators: 2) { source, _, _ in source.enumerated().map(\.element) },
    OperatorCase("materialize", operators: 2) { source, _, _ in source.materialize().dematerialize() },
    OperatorCase("ifEmpty") { source, token, _ in source.ifEmpty(default: Item(copying: token)) },
    OperatorCase("ifEmpty(switchTo:)") { source, token, _ in source.ifEmpty(switchTo: general(Item(copying: token))) },
    OperatorCase("throttle, first of each span") { source, _, scheduler in
      source.throttle(.milliseconds(1), latest: false, scheduler: scheduler)
    },
    OperatorCase("throttle") { source, _, scheduler in source.throttle(.milliseconds(1), scheduler: scheduler) },
    OperatorCase("withUnretained", operators: 2) { source, _, _ in source.withUnretained(lasting).map { $1 } },
    OperatorCase("withUnretained, selector") { source, token, _ in
      source.withUnretained(lasting) {
        token.touch()
        return $1
      }
    },
    OperatorCase("using") { source, token, _ in
      .using(
        { BooleanDisposable() },
        observableFactory: { _ in
          token.touch()
          return source
        })
    },
    OperatorCase("retry(when:)") { source, token, _ in
      source.retry(when: { errors in
        errors.flatMap { error -> Observable<Int> in
          token.touch()
          return .error(error)
        }
      })
    },
    OperatorCase("retry with back-off") { source, token, scheduler in
      source.retry(
        .custom(attempts: 2) { _ in
          token.touch()
          return .milliseconds(1)
        }, scheduler: scheduler)
    },
    OperatorCase("publish", operators: 2) { source, _, _ in source.publish().refCount() },
    OperatorCase("debug") { source, token, _ in source.debug("debug", to: { _ in token.touch() }) },
    OperatorCase("concat of two") { source, token, _ in
      source.concat(Observable<Item>.empty().do(onDispose: token.touch))
    },
    OperatorCase("andThen") { source, token, _ in Completable.empty().do(onDispose: token.touch).andThen(source) },
  ]

  /// The operators that keep what comes until the end.
  static let atTheEnd: [OperatorCase] = ownAtTheEnd + singles + completables

  private static let ownAtTheEnd: [OperatorCase] = [
    OperatorCase("takeLast") { source, _, _ in source.takeLast(2) },
    OperatorCase("reduce") { source, token, _ in
      source.reduce(Item(copying: token)) { $1 == $0 ? $0 : $1 }
    },
    OperatorCase("reduce, mapped") { source, token, _ in
      source.reduce(
        Item(copying: token), accumulator: { $1 == $0 ? $0 : $1 },
        mapResult: {
          token.touch()
          return $0
        })
    },
    OperatorCase("toArray", operators: 2) { source, _, _ in source.toArray().asObservable().compactMap(\.last) },
    OperatorCase("asSingle") { source, _, _ in source.asSingle().asObservable() },
    OperatorCase("ignoreElements", operators: 2) { source, token, _ in
      source.ignoreElements().asCompletable().andThen(Observable.just(Item(copying: token)))
    },
  ]

  /// The operators of a single, each below `takeLast(1).asSingle()`: what keeps the last element until the end.
  static let singles: [OperatorCase] = [
    single("map") { source, token, _ in
      source.map {
        token.touch()
        return $0
      }
    },
    single("flatMap") { source, token, _ in
      source.flatMap { item in
        token.touch()
        return general(item).asSingle()
      }
    },
    single("catch") { source, token, _ in
      source.catch {
        token.touch()
        throw $0
      }
    },
    single("catchAndReturn") { source, token, _ in source.catchAndReturn(Item(copying: token)) },
    single("retry(1)") { source, _, _ in source.retry(1) },
    single("retry()") { source, token, _ in source.catchAndReturn(Item(copying: token)).retry() },
    single("retry(when:)") { source, token, _ in
      source.retry(when: { errors in
        errors.flatMap { error -> Observable<Int> in
          token.touch()
          return .error(error)
        }
      })
    },
    single("retry with back-off") { source, token, scheduler in
      source.retry(
        .custom(attempts: 1) { _ in
          token.touch()
          return .milliseconds(1)
        }, scheduler: scheduler)
    },
    single("do") { source, token, _ in
      source.do(
        onSuccess: { _ in token.touch() }, afterSuccess: { _ in token.touch() }, onError: { _ in token.touch() },
        afterError: { _ in token.touch() }, onSubscribe: { token.touch() }, onSubscribed: { token.touch() },
        onDispose: { token.touch() })
    },
    single("subscribe(on: immediate)") { source, _, _ in source.subscribe(on: .immediate) },
    single("observe(on: immediate)") { source, _, _ in source.observe(on: .immediate) },
    single("timeout") { source, _, scheduler in source.timeout(.seconds(1), scheduler: scheduler) },
    single("delay") { source, _, scheduler in source.delay(.milliseconds(1), scheduler: scheduler) },
    single("zip") { source, token, _ in
      Single.zip(source, .just(Item(copying: token))) { $1 == $0 ? $0 : $0 }
    },
    single("zip of a collection") { source, token, _ in
      Single.zip([source, .just(Item(copying: token))]) { $0[0] }
    },
    single("deferred") { source, token, _ in
      .deferred {
        token.touch()
        return source
      }
    },
  ]

  private static func single(
    _ name: String,
    _ apply: @escaping @Sendable (Single<Item>, Ledger.Token, VirtualTimeScheduler) -> Single<Item>
  ) -> OperatorCase {
    OperatorCase("Single.\(name)", operators: 3) { source, token, scheduler in
      apply(source.takeLast(1).asSingle(), token, scheduler).asObservable()
    }
  }

  /// The operators of a completable, each between a stream and the element that follows its end.
  static let completables: [OperatorCase] = [
    completable("andThen") { source, token, _ in source.andThen(Completable.empty().do(onDispose: token.touch)) },
    completable("concat") { source, token, _ in .concat(source, Completable.empty().do(onDispose: token.touch)) },
    completable("merge") { source, token, _ in .merge(source, Completable.empty().do(onDispose: token.touch)) },
    completable("catch") { source, token, _ in
      source.catch {
        token.touch()
        throw $0
      }
    },
    completable("retry(1)") { source, _, _ in source.retry(1) },
    completable("retry()") { source, token, _ in
      source.catch { _ in
        token.touch()
        return .empty()
      }.retry()
    },
    completable("do") { source, token, _ in
      source.do(
        onError: { _ in token.touch() }, afterError: { _ in token.touch() }, onCompleted: { token.touch() },
        afterCompleted: { token.touch() }, onSubscribe: { token.touch() }, onSubscribed: { token.touch() },
        onDispose: { token.touch() })
    },
    completable("timeout") { source, _, scheduler in source.timeout(.seconds(1), scheduler: scheduler) },
    completable("deferred") { source, token, _ in
      .deferred {
        token.touch()
        return source
      }
    },
    completable("flatMapCompletable") { source, token, _ in
      source.andThen(Single<Item>.just(Item(copying: token))).flatMapCompletable { _ in
        token.touch()
        return .empty()
      }
    },
  ]

  private static func completable(
    _ name: String,
    _ apply: @escaping @Sendable (Completable, Ledger.Token, VirtualTimeScheduler) -> Completable
  ) -> OperatorCase {
    OperatorCase("Completable.\(name)", operators: 3) { source, token, scheduler in
      apply(source.ignoreElements().asCompletable(), token, scheduler).andThen(Observable.just(Item(copying: token)))
    }
  }
}

/// An object that never goes.
private let lasting = Lasting()

private final class Lasting: Sendable {}
