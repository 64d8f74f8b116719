import MiniRx

/// A class with no isolation, subscribing from synchronous code.
nonisolated final class PlainClass {
  var count = 0
  var last: String?
  let bag = DisposeBag()

  func onNextTouchesSelf(_ source: Observable<Int>) {
    source.subscribe(onNext: { self.count += $0 }).disposed(by: bag)
  }

  func allHandlers(_ source: Observable<Int>) {
    source.subscribe(
      onNext: { [weak self] in self?.count = $0 }, onError: { [weak self] in self?.last = "\($0)" },
      onCompleted: { [weak self] in self?.last = "completed" }, onDisposed: { [weak self] in self?.last = "disposed" }
    ).disposed(by: bag)
  }

  func eventHandler(_ source: Observable<Int>) {
    source.subscribe { event in
      switch event {
      case .next(let element): self.count = element
      case .error(let error): self.last = "\(error)"
      case .completed: break
      }
    }.disposed(by: bag)
  }

  func withObject(_ source: Observable<Int>) {
    source.subscribe(with: self, onNext: { me, element in me.count = element }).disposed(by: bag)
  }

  func bindClosure(_ source: Observable<Int>) {
    source.bind(onNext: { self.count = $0 }).disposed(by: bag)
  }

  func single(_ source: Single<String>) {
    source.subscribe(onSuccess: { self.last = $0 }, onFailure: { self.last = "\($0)" }).disposed(by: bag)
  }

  func singleEvent(_ source: Single<String>) {
    source.subscribe { result in
      if case .success(let text) = result { self.last = text }
    }.disposed(by: bag)
  }

  func discardedChain(_ source: Single<String>) {
    source.map(\.count).subscribe().disposed(by: bag)
  }

  func subjects() {
    let subject = PublishSubject<Int>()
    let relay = BehaviorRelay<Int?>(value: nil)
    subject.bind(to: relay).disposed(by: bag)
    subject.subscribe(AnyObserver { event in print(event) }).disposed(by: bag)
    subject.subscribe { [weak self] event in self?.count = event.element ?? 0 }.disposed(by: bag)
    subject.onNext(1)
  }
}
