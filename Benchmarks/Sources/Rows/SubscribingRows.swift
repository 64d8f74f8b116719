import MiniRx

/// The cost of a subscription, from its making to its end.
enum SubscribingRows {
  static let rows = [
    Row(
      "just.subscribe", per: "subscription", limit: Limit(nanoseconds: 100, allocations: 2),
      against: "closure made and called"
    ) {
      Load(
        work: { count in
          for number in 0..<count { _ = Observable.just(number).subscribe(onNext: { consume($0) }) }
        },
        baseline: { count in for number in 0..<count { opaque({ consume(number) })() } })
    },
    Row(
      "create.subscribe", per: "subscription", limit: Limit(nanoseconds: 100, allocations: 2),
      against: "closure made and called"
    ) {
      let source = Observable<Int>.create { observer in
        observer.onNext(1)
        observer.onCompleted()
        return Disposables.create()
      }
      return Load(
        work: { count in
          for _ in 0..<count { _ = source.subscribe(onNext: { consume($0) }) }
        },
        baseline: { count in for number in 0..<count { opaque({ consume(number) })() } })
    },
    Row(
      "subject + 5 operators, subscribe and dispose", per: "subscription",
      limit: Limit(nanoseconds: 800, allocations: 12, instructions: 7_000), against: "closures in a dictionary"
    ) {
      let registry = PlainRegistry()
      let stream = fiveOperators(PublishSubject())
      return Load(
        work: { count in
          for _ in 0..<count { stream.subscribe(onNext: { consume($0) }).dispose() }
        },
        baseline: { count in
          for _ in 0..<count { registry.remove(registry.add(PlainChain.maps(5))) }
        })
    },
    Row("subject + 5 operators, made, subscribed, disposed", per: "stream", against: "closures in a dictionary") {
      let registry = PlainRegistry()
      let subject = PublishSubject<Int>()
      return Load(
        work: { count in
          for _ in 0..<count { fiveOperators(subject).subscribe(onNext: { consume($0) }).dispose() }
        },
        baseline: { count in
          for _ in 0..<count { registry.remove(registry.add(PlainChain.maps(5))) }
        })
    },
    Row(
      "DisposeBag insert and dispose", per: "disposable",
      limit: Limit(nanoseconds: 220, allocations: 2, instructions: 2_200), against: "array of closures under a lock",
      unitsPerStep: 1_000
    ) {
      let lock = PlainLock()
      return Load(
        work: { count in
          for _ in 0..<count {
            let bag = DisposeBag()
            for number in 0..<1_000 { Disposables.create { consume(number) }.disposed(by: bag) }
          }
        },
        baseline: { count in
          for _ in 0..<count {
            var actions: [() -> Void] = []
            for number in 0..<1_000 { lock.withLock { actions.append { consume(number) } } }
            for action in actions { action() }
          }
        })
    },
  ]

  @inline(never)
  private static func fiveOperators(_ subject: PublishSubject<Int>) -> Observable<Int> {
    subject.map { $0 &+ 1 }.filter { $0 > 0 }.map { $0 &* 2 }.distinctUntilChanged().map { $0 &- 1 }
  }
}
