import MiniRx

nonisolated final class Tally { var sum = 0 }
nonisolated func total(_ source: Observable<Int>) -> Observable<Int> {
  source.reduce(Tally(), accumulator: { tally, _ in tally }, mapResult: { $0.sum })  // refused
}
