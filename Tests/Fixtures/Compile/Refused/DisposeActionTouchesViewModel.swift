import MiniRx

@MainActor
final class DisposeActionTouchesViewModel {
  var isOpen = true
  func closing() -> any Disposable {
    Disposables.create { [self] in isOpen = false }  // refused
  }
}
