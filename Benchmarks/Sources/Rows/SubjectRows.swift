import MiniRx

/// Elements sent through a subject that somebody listens to.
enum SubjectRows {
  static let rows = [
    mapped(observers: 1, limit: Limit(nanoseconds: 35, ratio: 1.4, allocations: 0, instructions: 250)),
    mapped(observers: 10, limit: Limit(nanoseconds: 12, ratio: 0.63, allocations: 0, instructions: 150)),
    mapped(observers: 1_000, limit: Limit(nanoseconds: 12, ratio: 0.63, allocations: 0, instructions: 150)),
    fed(
      "subject with 10 maps", limit: Limit(nanoseconds: 60, allocations: 0, instructions: 925),
      plain: { PlainChain.maps(10) }, through: { Rows.tenMaps($0) }),
    fed(
      "subject.map.filter.map", limit: Limit(nanoseconds: 50, allocations: 0, instructions: 400),
      plain: {
        PlainChain.mapping(
          { $0 &+ 1 }, PlainChain.filtering({ $0 >= 0 }, PlainChain.mapping({ $0 &* 3 }, { consume($0) })))
      },
      through: { $0.map { $0 &+ 1 }.filter { $0 >= 0 }.map { $0 &* 3 } }),
    fed(
      "subject.scan", limit: Limit(nanoseconds: 40, allocations: 0), plain: { PlainChain.sum { consume($0) } },
      through: { $0.scan(0) { $0 &+ $1 } }),
    fed(
      "subject.distinctUntilChanged", limit: Limit(nanoseconds: 40, allocations: 0),
      plain: { PlainChain.distinct { consume($0) } }, through: { $0.distinctUntilChanged() }),
  ]

  private static func mapped(observers: Int, limit: Limit) -> Row {
    Row(
      "subject.map, \(observers) observer\(observers == 1 ? "" : "s")", per: "delivery", limit: limit,
      against: "array of closures", unitsPerStep: observers
    ) {
      let subject = PublishSubject<Int>()
      let subscriptions = (0..<observers).map { _ in
        subject.map { $0 &+ 1 }.subscribe(onNext: { consume($0) })
      }
      let plain = PlainSubject((0..<observers).map { _ in PlainChain.mapping({ $0 &+ 1 }, { consume($0) }) })
      return Load(
        work: { count in
          for number in 0..<count { subject.onNext(number) }
          withExtendedLifetime(subscriptions) {}
        },
        baseline: { for number in 0..<$0 { plain.send(number) } })
    }
  }

  private static func fed(
    _ name: String, limit: Limit, plain: @escaping @Sendable () -> (Int) -> Void,
    through operators: @escaping @Sendable (Observable<Int>) -> Observable<Int>
  ) -> Row {
    Row(name, per: "event", limit: limit, against: "array of closures") {
      let subject = PublishSubject<Int>()
      let subscription = operators(subject.asObservable()).subscribe(onNext: { consume($0) })
      let plain = PlainSubject([plain()])
      return Load(
        work: { count in
          for number in 0..<count { subject.onNext(number) }
          withExtendedLifetime(subscription) {}
        },
        baseline: { for number in 0..<$0 { plain.send(number) } })
    }
  }
}
