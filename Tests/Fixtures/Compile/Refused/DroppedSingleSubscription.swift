import MiniRx

nonisolated func dropped(_ source: Single<Int>) {
  source.subscribe(onSuccess: { _ in })  // refused
}
