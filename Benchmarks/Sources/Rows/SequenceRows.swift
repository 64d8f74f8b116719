import MiniRx

/// Elements that are all there on subscribing.
enum SequenceRows {
  static let rows = [
    Row(
      "range.map.filter", per: "element",
      limit: Limit(nanoseconds: 15, ratio: 2.5, allocations: 0, instructions: 200), against: "closure chain"
    ) {
      let chain = PlainChain.mapping({ $0 &+ 1 }, PlainChain.filtering({ $0 & 1 == 0 }, { consume($0) }))
      return Load(
        work: { mapAndFilter(.range(start: 0, count: $0)) },
        baseline: { for number in 0..<$0 { chain(number) } })
    },
    Row(
      "range.map.filter against a loop", per: "element", limit: Limit(nanoseconds: 15, ratio: 3.75),
      against: "opaque loop"
    ) {
      Load(
        work: { mapAndFilter(.range(start: 0, count: $0)) },
        baseline: { count in
          for number in 0..<count {
            let mapped = PlainChain.incremented(number)
            if PlainChain.isEven(mapped) { consume(mapped) }
          }
        })
    },
    Row(
      "array.map.filter", per: "element", limit: Limit(nanoseconds: 15, allocations: 0), against: "closure chain",
      unitsPerStep: 1_000
    ) {
      let elements = Array(0..<1_000)
      let chain = PlainChain.mapping({ $0 &+ 1 }, PlainChain.filtering({ $0 & 1 == 0 }, { consume($0) }))
      return Load(
        work: { for _ in 0..<$0 { mapAndFilter(.from(elements)) } },
        baseline: { for _ in 0..<$0 { for element in elements { chain(element) } } })
    },
    Row(
      "10 maps on a range", per: "element",
      limit: Limit(nanoseconds: 60, ratio: 2, allocations: 0, instructions: 800), against: "closure chain"
    ) {
      let chain = PlainChain.maps(10)
      return Load(
        work: { count in
          _ = Rows.tenMaps(.range(start: 0, count: count)).subscribe(onNext: { consume($0) })
        },
        baseline: { for number in 0..<$0 { chain(number) } })
    },
  ]

  @inline(never)
  private static func mapAndFilter(_ source: Observable<Int>) {
    _ = source.map { $0 &+ 1 }.filter { $0 & 1 == 0 }.subscribe(onNext: { consume($0) })
  }
}
