import MiniRx

/// A stream made of each element.
enum InnerRows {
  static let rows = [
    row("flatMap of just", ofJust) { $0.flatMap { Observable.just($0 &+ 1) } },
    row("concatMap of just", ofJust) { $0.concatMap { Observable.just($0 &+ 1) } },
    row("flatMapLatest of just", ofJust) { $0.flatMapLatest { Observable.just($0 &+ 1) } },
    row("flatMap of create", ofCreate) { $0.flatMap { answer($0) } },
    row("concatMap of create", ofCreate) { $0.concatMap { answer($0) } },
    row("flatMapLatest of create", ofCreate) { $0.flatMapLatest { answer($0) } },
  ]

  private static let ofJust = Limit(nanoseconds: 120, allocations: 2, instructions: 1_500)
  private static let ofCreate = Limit(nanoseconds: 640, allocations: 6, instructions: 4_500)

  private static func row(
    _ name: String, _ limit: Limit, _ operators: @escaping @Sendable (Observable<Int>) -> Observable<Int>
  ) -> Row {
    Row(name, per: "inner", limit: limit, against: "array from a closure") {
      let inner = opaque({ (number: Int) in [number &+ 1] })
      return Load(
        work: { count in
          _ = operators(.range(start: 0, count: count)).subscribe(onNext: { consume($0) })
        },
        baseline: { count in
          for number in 0..<count { for element in inner(number) { consume(element) } }
        })
    }
  }

  @inline(never)
  private static func answer(_ number: Int) -> Observable<Int> {
    .create { observer in
      observer.onNext(number)
      observer.onCompleted()
      return Disposables.create()
    }
  }
}
