import MiniRx

@MainActor
final class CreateTouchesViewModel {
  var count = 0
  func source() -> Observable<Int> {
    Observable.create { [self] observer in
      observer.onNext(count)  // refused
      return Disposables.create()
    }
  }
}
