import MiniRx

nonisolated func dropped(_ source: Observable<Int>) {
  source.subscribe(onNext: { _ in })  // refused
}
