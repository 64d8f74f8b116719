import MiniRx

/// An actor hears its events on itself.
actor Counter {
  private var count = 0
  private var last: String?
  private let bag = DisposeBag()

  func onNextTouchesSelf(_ source: Observable<Int>) {
    source.subscribe(onNext: { self.count = $0 }).disposed(by: bag)
  }

  func allHandlers(_ source: Observable<Int>) {
    source.subscribe(
      onNext: { self.count = $0 }, onError: { self.last = "\($0)" }, onCompleted: { self.last = "completed" }
    ).disposed(by: bag)
  }

  func eventHandler(_ source: Observable<Int>) {
    source.subscribe { event in self.count = event.element ?? 0 }.disposed(by: bag)
  }

  func withObject(_ source: Observable<Int>) {
    source.subscribe(with: self, onNext: { me, element in _ = (me, element) }).disposed(by: bag)
  }

  func single(_ source: Single<Int>) {
    source.subscribe(onSuccess: { self.count = $0 }, onFailure: { _ in self.count = 0 }).disposed(by: bag)
  }

  func bound(_ source: Observable<Int>) {
    source.bind(onNext: { self.count = $0 }).disposed(by: bag)
    source.bind(with: self) { me, element in _ = (me, element) }.disposed(by: bag)
  }

  func awaited(_ single: Single<Int>) async throws {
    count = try await single.value
  }

  func iterated(_ source: Observable<Int>) async throws {
    for try await element in source.values { count += element }
  }

  func throughOperators(_ source: Observable<Int>) {
    source.map { $0 * 2 }.filter { $0 > 0 }.distinctUntilChanged().flatMapLatest { Observable.just("\($0)") }
      .subscribe(onNext: { self.last = $0 }).disposed(by: bag)
  }

  func returned(_ source: Observable<Int>) -> any Disposable {
    source.subscribe(onNext: { self.count += $0 })
  }
}
