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
    OperatorCase("skip") { source, token, _ in source.startWith(Item(copying: token)).skip(1) },
    OperatorCase("skip(while:)") { source, token, _ in
      source.skip(while: { _ in
        token.touch()
        return false
      })
    },
    OperatorCase("skip(until:)") { source, token, _ in source.skip(until: general(Item(copying: token))) },
    OperatorCase("first") { source, _, _ in source.first().asObservable().compactMap { $0 } },
    OperatorCase("element(at:)") { source, _, _ in source.element(at: 0) },
    OperatorCase("single") { source, token, _ in
      source.single { _ in
        token.touch()
        return true
      }
    },
    OperatorCase("enumerated") { source, _, _ in source.enumerated().map(\.element) },
    OperatorCase("materialize") { source, _, _ in source.materialize().dematerialize() },
    OperatorCase("ifEmpty") { source, token, _ in source.ifEmpty(default: Item(copying: token)) },
    OperatorCase("throttle") { source, _, scheduler in source.throttle(.milliseconds(1), scheduler: scheduler) },
    OperatorCase("withUnretained") { source, _, _ in source.withUnretained(lasting).map { $1 } },
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
    OperatorCase("publish") { source, _, _ in source.publish().refCount() },
    OperatorCase("debug") { source, token, _ in source.debug("debug", to: { _ in token.touch() }) },
    OperatorCase("concat of two") { source, token, _ in
      source.concat(Observable<Item>.empty().do(onDispose: token.touch))
    },
    OperatorCase("andThen") { source, token, _ in Completable.empty().do(onDispose: token.touch).andThen(source) },
  ]

  /// The operators that keep what comes until the end.
  static let atTheEnd: [OperatorCase] = [
    OperatorCase("takeLast") { source, _, _ in source.takeLast(2) },
    OperatorCase("reduce") { source, token, _ in
      source.reduce(Item(copying: token)) { $1 == $0 ? $0 : $1 }
    },
    OperatorCase("toArray") { source, _, _ in source.toArray().asObservable().compactMap(\.last) },
    OperatorCase("asSingle") { source, _, _ in source.asSingle().asObservable() },
    OperatorCase("ignoreElements") { source, token, _ in
      source.ignoreElements().asCompletable().andThen(Observable.just(Item(copying: token)))
    },
  ]
}

/// An object that never goes.
private let lasting = Lasting()

private final class Lasting: Sendable {}
