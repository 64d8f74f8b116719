import MiniRx

@MainActor
final class FilterTouchesViewModel {
  var limit = 0
  func small(_ source: Observable<Int>) -> Observable<Int> {
    source.filter { [self] element in element < limit }  // refused
  }
}
