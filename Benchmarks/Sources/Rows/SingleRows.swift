import MiniRx

/// What a network call is made of.
enum SingleRows {
  static let rows = [
    Row(
      "Single.create.map.flatMap", per: "subscription",
      limit: Limit(nanoseconds: 300, ratio: 2.04, allocations: 8), against: "async functions"
    ) {
      let single = answer(1)
      return Load(
        work: { count in
          for _ in 0..<count { _ = single.subscribe(onSuccess: { consume($0) }) }
        }, baseline: fetchAndDouble)
    },
    Row("Single.create.map.flatMap, made and subscribed", per: "single", against: "async functions") {
      Load(
        work: { count in
          for number in 0..<count { _ = answer(number).subscribe(onSuccess: { consume($0) }) }
        }, baseline: fetchAndDouble)
    },
    Row(
      "client: two fetches, map, flatMap, map, bag", per: "call",
      limit: Limit(nanoseconds: 1_200, ratio: 5.53, allocations: 17, instructions: 12_000), against: "async functions"
    ) {
      Load(
        work: { count in
          let bag = DisposeBag()
          for number in 0..<count {
            name(number).subscribe(onSuccess: { consume($0.number) }, onFailure: { _ in consume(0) })
              .disposed(by: bag)
          }
        },
        baseline: { count in
          PlainAsync.runAndWait {
            for number in 0..<count { consume(await PlainAsync.fetch(PlainAsync.fetch(number) &+ 1) &+ 1) }
          }
        })
    },
    Row(
      "Single.just.map.flatMap", per: "single", limit: Limit(nanoseconds: 500, allocations: 12),
      against: "async functions"
    ) {
      Load(
        work: { count in
          for number in 0..<count {
            _ = Single.just(number).map { $0 &+ 1 }.flatMap { .just($0 &* 2) }.subscribe(onSuccess: { consume($0) })
          }
        },
        baseline: { count in
          PlainAsync.runAndWait {
            for number in 0..<count { consume(await PlainAsync.doubled(number &+ 1)) }
          }
        })
    },
  ]

  @inline(never)
  private static func answer(_ number: Int) -> Single<Int> {
    Single<Int>.create { single in
      single(.success(number))
      return Disposables.create()
    }.map { $0 &+ 1 }.flatMap { .just($0 &* 2) }
  }

  private static func fetchAndDouble(_ count: Int) {
    PlainAsync.runAndWait {
      for number in 0..<count { consume(await PlainAsync.doubled(PlainAsync.fetch(number) &+ 1)) }
    }
  }

  private struct Answer: Sendable {
    let number: Int
  }

  @inline(never)
  private static func fetch(_ number: Int) -> Single<Answer> {
    .create { single in
      single(.success(Answer(number: number)))
      return Disposables.create()
    }
  }

  @inline(never)
  private static func key(_ number: Int) -> Single<Int> { fetch(number).map { $0.number &+ 1 } }

  @inline(never)
  private static func name(_ number: Int) -> Single<Answer> {
    key(number).flatMap { fetch($0) }.map { Answer(number: $0.number &+ 1) }
  }
}
