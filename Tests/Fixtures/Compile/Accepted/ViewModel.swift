import MiniRx

/// A view model on the main actor: everything it subscribes with may touch it.
@MainActor
final class ViewModel {
  private(set) var count = 0
  private(set) var message: String?
  let query = BehaviorRelay(value: "")
  let taps = PublishRelay<Void>()
  private let bag = DisposeBag()

  func onNextTouchesSelf(_ source: Observable<Int>) {
    source.subscribe(onNext: { self.count = $0 }).disposed(by: bag)
  }

  func show(_ count: Int) { self.count = count }

  func allHandlers(_ source: Observable<Int>) {
    source.subscribe(
      onNext: { [weak self] in self?.count = $0 }, onError: { [weak self] in self?.message = $0.localizedText },
      onCompleted: { [weak self] in self?.message = "completed" },
      onDisposed: { [weak self] in self?.message = "disposed" }
    ).disposed(by: bag)
  }

  func eventHandler(_ source: Observable<Int>) {
    source.subscribe { [weak self] event in self?.count = event.element ?? 0 }.disposed(by: bag)
  }

  func withObject(_ source: Observable<Int>) {
    source.subscribe(with: self, onNext: { me, element in me.count = element }).disposed(by: bag)
  }

  func bindClosure(_ source: Observable<Int>) {
    source.bind(onNext: { [weak self] in self?.count = $0 }).disposed(by: bag)
  }

  func bindWith(_ source: Observable<Int>) {
    source.bind(with: self) { me, element in me.count = element }.disposed(by: bag)
  }

  func single(_ source: Single<Int>) {
    source.subscribe(
      onSuccess: { [weak self] in self?.count = $0 }, onFailure: { [weak self] _ in self?.message = "failed" }
    ).disposed(by: bag)
  }

  func singleWithObject(_ source: Single<Int>) {
    source.subscribe(with: self, onSuccess: { me, element in me.count = element }).disposed(by: bag)
  }

  func typedSearch(_ search: @escaping @Sendable (String) -> Single<[String]>, scheduler: any SchedulerType) {
    query
      .debounce(.milliseconds(300), scheduler: scheduler)
      .distinctUntilChanged()
      .flatMapLatest { text in search(text).catchAndReturn([]) }
      .subscribe(onNext: { [weak self] in self?.count = $0.count })
      .disposed(by: bag)
  }

  func driver() {
    query.asDriver()
      .map { [weak self] text in text.count + (self?.count ?? 0) }
      .filter { $0 > 0 }
      .distinctUntilChanged()
      .drive(onNext: { [weak self] in self?.count = $0 })
      .disposed(by: bag)
  }

  func driveOnly(_ source: Single<Int>) {
    source.asDriver(onErrorJustReturn: 0).do(onNext: { [weak self] in self?.count = $0 }).drive().disposed(by: bag)
    source.asDriver(onErrorJustReturn: 0).drive(BehaviorRelay(value: 1)).disposed(by: bag)
  }

  func driverWithObject(_ source: Single<Int>) {
    source.asDriver(onErrorJustReturn: 0).drive(with: self) { me, element in me.count = element }.disposed(by: bag)
  }

  func tapsStartWork(_ work: @escaping @Sendable () -> Single<Int>) {
    taps.flatMapLatest { work() }.subscribe(onNext: { [weak self] in self?.count = $0 }).disposed(by: bag)
    taps.accept(())
  }
}

extension Error {
  nonisolated var localizedText: String { "\(self)" }
}
