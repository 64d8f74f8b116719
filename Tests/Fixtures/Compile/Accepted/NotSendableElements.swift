import MiniRx

/// Elements that are not Sendable stay where they are: no operator that hops, every other one.
nonisolated final class Box {
  var value = 0
}

nonisolated final class BoxUser {
  var last: Box?

  func subscribe(_ source: Observable<Box>) -> any Disposable {
    source.subscribe(onNext: { self.last = $0 })
  }

  func transform(_ source: Observable<Box>) -> Observable<Int> {
    source.filter { $0.value > 0 }.map { $0.value }.distinctUntilChanged()
  }

  func combine(_ source: Observable<Box>, _ other: Observable<Int>) -> Observable<Int> {
    Observable.combineLatest(source, other) { box, number in box.value + number }
  }

  func single(_ source: Single<Box>) -> any Disposable {
    source.subscribe(onSuccess: { self.last = $0 })
  }

  func fold(_ source: Observable<Box>) -> (Observable<Int>, Observable<Box>, Observable<String>) {
    (
      source.reduce(0) { $0 + $1.value }, source.scan(into: Box()) { $0.value += $1.value },
      source.reduce(0, accumulator: { $0 + $1.value }, mapResult: { "\($0)" })
    )
  }

  /// Sequences that are not Sendable, or whose elements are not.
  func sequences(_ boxes: [Box], _ numbers: AnySequence<Int>) -> (Observable<Box>, Observable<Int>, Observable<Int>) {
    (.from(boxes), .from(numbers), Observable.from(boxes.lazy.map { $0.value }))
  }

  func create() -> Observable<Box> {
    Observable.create { observer in
      observer.onNext(Box())
      observer.onCompleted()
      return Disposables.create()
    }
  }

  func subject() {
    let subject = PublishSubject<Box>()
    let relay = BehaviorRelay(value: Box())
    _ = subject.bind(to: relay)
    subject.onNext(Box())
  }
}

@MainActor
final class BoxViewModel {
  private var last: Box?
  private let bag = DisposeBag()

  func subscribe(_ source: Observable<Box>) {
    source.subscribe(onNext: { [weak self] in self?.last = $0 }).disposed(by: bag)
  }

  func single(_ source: Single<Box>) {
    source.subscribe(onSuccess: { [weak self] in self?.last = $0 }).disposed(by: bag)
  }
}
