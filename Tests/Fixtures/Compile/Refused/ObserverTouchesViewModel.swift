import MiniRx

@MainActor
final class ObserverTouchesViewModel {
  var count = 0
  func observer() -> AnyObserver<Int> {
    AnyObserver { [self] _ in count += 1 }  // refused
  }
}
