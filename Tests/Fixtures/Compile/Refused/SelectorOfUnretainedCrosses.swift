import MiniRx

nonisolated final class Tally { var sum = 0 }
nonisolated func totals(_ source: Observable<Int>, _ tally: Tally) -> Observable<Int> {
  source.withUnretained(tally) { tally, number in tally.sum + number }  // refused
}
