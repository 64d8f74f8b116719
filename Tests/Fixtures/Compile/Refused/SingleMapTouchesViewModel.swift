import MiniRx

@MainActor
final class SingleMapTouchesViewModel {
  var offset = 0
  func shifted(_ source: Single<Int>) -> Single<Int> {
    source.map { [self] element in element + offset }  // refused
  }
}
