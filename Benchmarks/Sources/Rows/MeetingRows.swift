import MiniRx

/// Several streams that meet in one.
enum MeetingRows {
  static let rows = [
    Row(
      "merge of 10 subjects", per: "event", limit: Limit(nanoseconds: 90, allocations: 0, instructions: 450),
      against: "array of closures"
    ) {
      let subjects = (0..<10).map { _ in PublishSubject<Int>() }
      let subscription = Observable.merge(subjects.map { $0.asObservable() }).subscribe(onNext: { consume($0) })
      let plain = subjects.map { _ in PlainSubject([opaque({ consume($0) })]) }
      return Load(
        work: { count in
          for number in 0..<count { subjects[number % 10].onNext(number) }
          withExtendedLifetime(subscription) {}
        },
        baseline: { for number in 0..<$0 { plain[number % 10].send(number) } })
    },
    Row(
      "zip of 2 subjects", per: "event", limit: Limit(nanoseconds: 150, allocations: 0, instructions: 1_000),
      against: "array of closures"
    ) {
      let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
      let subscription = Observable.zip(first, second) { $0 &+ $1 }.subscribe(onNext: { consume($0) })
      let plain = plainPairs()
      return Load(
        work: { count in
          for number in 0..<count {
            if number & 1 == 0 { first.onNext(number) } else { second.onNext(number) }
          }
          withExtendedLifetime(subscription) {}
        },
        baseline: { for number in 0..<$0 { plain[number & 1].send(number) } })
    },
    Row(
      "combineLatest of 3 subjects", per: "event", limit: Limit(nanoseconds: 80, allocations: 0, instructions: 450),
      against: "array of closures", unitsPerStep: 3
    ) {
      let (first, second, third) = (PublishSubject<Int>(), PublishSubject<Int>(), PublishSubject<Int>())
      let subscription = Observable.combineLatest(first, second, third) { $0 &+ $1 &+ $2 }
        .subscribe(onNext: { consume($0) })
      for subject in [first, second, third] { subject.onNext(0) }
      let plain = plainLatest()
      return Load(
        work: { count in
          for number in 0..<count {
            first.onNext(number)
            second.onNext(number)
            third.onNext(number)
          }
          withExtendedLifetime(subscription) {}
        },
        baseline: { for number in 0..<$0 { for subject in plain { subject.send(number) } } })
    },
  ]

  /// Sources that share the newest elements of all, by hand.
  private static func plainLatest() -> [PlainSubject] {
    let newest = Newest()
    return [
      PlainSubject([
        {
          newest.first = $0; newest.tell()
        }
      ]),
      PlainSubject([
        {
          newest.second = $0; newest.tell()
        }
      ]),
      PlainSubject([
        {
          newest.third = $0; newest.tell()
        }
      ]),
    ]
  }

  /// Two sources whose elements meet in pairs, by hand.
  private static func plainPairs() -> [PlainSubject] {
    let pairs = Pairs()
    return [PlainSubject([{ pairs.left.append($0) }]), PlainSubject([{ pairs.tell($0) }])]
  }

  private final class Pairs {
    var left: [Int] = []

    func tell(_ right: Int) { consume(left.removeLast() &+ right) }
  }

  private final class Newest {
    var first = 0
    var second = 0
    var third = 0

    func tell() { consume(first &+ second &+ third) }
  }
}
