import MiniRx

nonisolated func wrong(_ source: Observable<Int>) -> Observable<String> {
  source.startWith("0")  // refused
}
