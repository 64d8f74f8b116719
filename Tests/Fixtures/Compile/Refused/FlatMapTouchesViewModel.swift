import MiniRx

@MainActor
final class FlatMapTouchesViewModel {
  var last = Observable.just(0)
  func chained(_ source: Observable<Int>) -> Observable<Int> {
    source.flatMapLatest { [self] _ in last }  // refused
  }
}
