import MiniRx

@MainActor
final class DoTouchesViewModel {
  var seen = 0
  func counted(_ source: Observable<Int>) -> Observable<Int> {
    source.do(onNext: { [self] element in seen = element })  // refused
  }
}
