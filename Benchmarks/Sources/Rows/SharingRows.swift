import MiniRx

/// One source for many, and a current value.
enum SharingRows {
  static let rows = [
    Row(
      "share(replay: 1), 10 observers", per: "delivery",
      limit: Limit(nanoseconds: 12, allocations: 0, instructions: 120), against: "array of closures", unitsPerStep: 10
    ) {
      let subject = PublishSubject<Int>()
      let shared = subject.share(replay: 1)
      let subscriptions = (0..<10).map { _ in shared.subscribe(onNext: { consume($0) }) }
      let plain = PlainSubject((0..<10).map { _ in opaque({ consume($0) }) })
      return Load(
        work: { count in
          for number in 0..<count { subject.onNext(number) }
          withExtendedLifetime(subscriptions) {}
        },
        baseline: { for number in 0..<$0 { plain.send(number) } })
    },
    Row(
      "BehaviorSubject set and get", per: "pair", limit: Limit(nanoseconds: 45, allocations: 0, instructions: 160),
      against: "value under a lock"
    ) {
      let subject = BehaviorSubject(value: 0)
      let plain = PlainLock()
      return Load(
        work: { count in
          for number in 0..<count {
            subject.onNext(number)
            consume((try? subject.value()) ?? 0)
          }
        },
        baseline: { count in
          for number in 0..<count {
            plain.set(number)
            consume(plain.get())
          }
        })
    },
  ]
}
