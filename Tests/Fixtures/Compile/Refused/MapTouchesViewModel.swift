import MiniRx

@MainActor
final class MapTouchesViewModel {
  var offset = 0
  func shifted(_ source: Observable<Int>) -> Observable<Int> {
    source.map { [self] element in element + offset }  // refused
  }
}
