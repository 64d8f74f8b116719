import MiniRx
import TestSupport
import Testing

@Suite("create, just, of, from, range, empty, never, error, deferred", .leavesNoScope)
struct SourceTests {
  @Test("each source gives its elements and its end on subscribing")
  func sources() {
    #expect(Observable.just(1).historyOnSubscribe() == ["1", "|"])
    #expect(Observable.of(1, 2, 3).historyOnSubscribe() == ["1", "2", "3", "|"])
    #expect(Observable.from([1, 2]).historyOnSubscribe() == ["1", "2", "|"])
    #expect(Observable.from([Int]()).historyOnSubscribe() == ["|"])
    #expect(Observable.from(stride(from: 1, through: 5, by: 2)).historyOnSubscribe() == ["1", "3", "5", "|"])
    #expect(Observable.from(optional: 1).historyOnSubscribe() == ["1", "|"])
    #expect(Observable.from(optional: Int?.none).historyOnSubscribe() == ["|"])
    #expect(Observable<Int>.empty().historyOnSubscribe() == ["|"])
    #expect(Observable<Int>.never().historyOnSubscribe().isEmpty)
    #expect(Observable<Int>.error(TestFailure()).historyOnSubscribe() == ["#failure"])
  }

  @Test("range gives consecutive numbers, also at the ends of its type")
  func range() {
    #expect(Observable.range(start: 3, count: 3).historyOnSubscribe() == ["3", "4", "5", "|"])
    #expect(Observable.range(start: 3, count: 0).historyOnSubscribe() == ["|"])
    #expect(Observable<Int8>.range(start: 126, count: 2).historyOnSubscribe() == ["126", "127", "|"])
    #expect(Observable<UInt>.range(start: 0, count: 1).historyOnSubscribe() == ["0", "|"])
  }

  @Test("a range that does not fit its type traps")
  func overflow() async {
    await #expect(processExitsWith: .failure) { _ = Observable<Int8>.range(start: 126, count: 3) }
  }

  @Test("create runs its closure for each subscription, and disposes what it returned at the end")
  func create() {
    let (runs, disposals) = (Counter(), Counter())
    let source = Observable<Int>.create { observer in
      observer.onNext(runs.add())
      observer.onCompleted()
      return Disposables.create { disposals.add() }
    }
    #expect(runs.value == 0)
    #expect(source.historyOnSubscribe() == ["1", "|"])
    #expect(source.historyOnSubscribe() == ["2", "|"])
    #expect(disposals.value == 2)
  }

  @Test("a sequence stops between two elements when its subscriber leaves")
  func stopping() {
    let passed = Counter()
    let source = Observable.range(start: 1, count: 1_000_000).do(onNext: { _ in passed.add() })
    #expect(source.take(2).historyOnSubscribe() == ["1", "2", "|"])
    #expect(passed.value == 2)
  }

  @Test("deferred asks its factory at each subscription; one that throws fails it")
  func deferred() {
    let runs = Counter()
    let source = Observable<Int>.deferred {
      if runs.add() == 2 { throw TestFailure() }
      return .just(runs.value)
    }
    #expect(source.historyOnSubscribe() == ["1", "|"])
    #expect(source.historyOnSubscribe() == ["#failure"])
    #expect(source.historyOnSubscribe() == ["3", "|"])
  }

  @Test("an observable type of one's own is an observable by its subscribe")
  func conforming() {
    struct Two: ObservableType {
      typealias Element = Int

      func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Int {
        observer.onNext(1)
        observer.onNext(2)
        observer.onCompleted()
        observer.onNext(3)
        return Disposables.create()
      }
    }
    #expect(Two().asObservable().historyOnSubscribe() == ["1", "2", "|"])
    #expect(Two().map { $0 * 2 }.take(1).historyOnSubscribe() == ["2", "|"])
  }
}

@Suite("Event", .leavesNoScope)
struct EventValueTests {
  @Test("an event tells what it is")
  func properties() {
    let (next, error, completed) = (Event.next(1), Event<Int>.error(TestFailure()), Event<Int>.completed)
    #expect([next.element, error.element, completed.element] == [1, nil, nil])
    #expect([next, error, completed].map { $0.error is TestFailure } == [false, true, false])
    #expect([next, error, completed].map(\.isCompleted) == [false, false, true])
    #expect([next, error, completed].map(\.isStopEvent) == [false, true, true])
    #expect([next, error, completed].map(\.debugDescription) == ["next(1)", "error(failure)", "completed"])
  }

  @Test("a map of an event transforms its element; one that throws gives the error")
  func map() {
    #expect(Event.next(1).map { $0 + 1 }.element == 2)
    #expect(Event.next(1).map { _ in throw TestFailure() }.error is TestFailure)
    #expect(Event<Int>.completed.map { $0 + 1 }.isCompleted)
    #expect(Event<Int>.error(TestFailure()).map { $0 + 1 }.error is TestFailure)
  }

  @Test("the module's errors say what happened in a sentence")
  func errors() {
    let errors: [RxError] = [
      .timeout, .noElements, .moreThanOneElement, .disposed(object: "It"), .argumentOutOfRange,
    ]
    #expect(Set(errors.map(\.description)).count == 5)
    #expect(errors.allSatisfy { $0.description.hasSuffix(".") })
  }
}
