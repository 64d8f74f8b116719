import MiniRx

nonisolated final class Tally { var sum = 0 }
nonisolated func needsSendable<Value: Sendable>(_ value: Value) {}
nonisolated func totals(_ source: Observable<Int>) {
  needsSendable(source.scan(into: Tally()) { $0.sum += $1 })  // refused
  needsSendable(source.scan(Tally()) { tally, _ in tally })  // refused
  needsSendable(source.reduce(Tally()) { tally, _ in tally })  // refused
  needsSendable(Observable.from([Tally()]))  // refused
  needsSendable(Observable.just(Tally()))  // refused
  needsSendable(source.withUnretained(Tally()))  // refused
}
