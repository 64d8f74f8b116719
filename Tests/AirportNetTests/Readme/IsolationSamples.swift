import MiniRx

@MainActor final class Stopwatch {
  private(set) var text = ""
  private let bag = DisposeBag()

  func start(on scheduler: any SchedulerType) {
    Observable<Int>.interval(.seconds(1), scheduler: scheduler)
      .map { "\($0 + 1) s" }
      .subscribe(onNext: { [weak self] in self?.text = $0 })
      .disposed(by: bag)
  }
}

@MainActor final class Total {
  private(set) var sum = 0
  private let bag = DisposeBag()

  func follow(_ numbers: Observable<Int>) {
    numbers
      .filter { $0 > 0 }
      .subscribe(onNext: { [weak self] number in self?.sum += number })
      .disposed(by: bag)
  }
}

@MainActor final class Altimeter {
  private(set) var text = ""
  private(set) var highest = 0
  private let bag = DisposeBag()

  func follow(_ heights: Observable<Int>) {
    heights
      .asDriver(onErrorJustReturn: 0)
      .do(onNext: { [weak self] in self?.highest = max($0, self?.highest ?? 0) })
      .map { "\($0) m" }
      .drive(onNext: { [weak self] in self?.text = $0 })
      .disposed(by: bag)
  }
}

func firstTwo(_ heights: Observable<Int>) async throws -> [Int] {
  var found: [Int] = []
  for try await height in heights.values {
    found.append(height)
    if found.count == 2 { break }
  }
  return found
}

@MainActor func newest(_ height: Single<Int>) async throws -> String {
  "\(try await height.value) m"
}

func lengths(of texts: Observable<String>) -> Observable<Int> {
  texts
    .observe(on: ConcurrentDispatchQueueScheduler())
    .map(\.count)
}
