import MiniRx

nonisolated final class Cargo { var weight = 0 }
nonisolated func needsSendable<Value: Sendable>(_ value: Value) {}
nonisolated func cross(_ source: Observable<Cargo>) {
  needsSendable(source)  // refused
}
