import MiniRx

/// The comparison that settled the design: the same work in this package and in the textbook design.
enum DesignRows {
  static let rows = [
    Row("two designs: range.map.filter", per: "element", against: "textbook design") {
      Load(
        work: { count in
          _ = Observable.range(start: 0, count: count).map { $0 &+ 1 }.filter { $0 & 1 == 0 }
            .subscribe(onNext: { consume($0) })
        },
        baseline: { count in
          TextbookRange(count: count).map { $0 &+ 1 }.filter { $0 & 1 == 0 }
            .subscribe(TextbookConsumer { consume($0) })
        })
    },
    Row("two designs: subject.map", per: "event", against: "textbook design") {
      let subject = PublishSubject<Int>()
      let subscription = subject.map { $0 &+ 1 }.subscribe(onNext: { consume($0) })
      let textbook = TextbookSubject<Int>()
      textbook.map { $0 &+ 1 }.subscribe(TextbookConsumer { consume($0) })
      return Load(
        work: { count in
          for number in 0..<count { subject.onNext(number) }
          withExtendedLifetime(subscription) {}
        },
        baseline: { for number in 0..<$0 { textbook.send(number) } })
    },
  ]
}
