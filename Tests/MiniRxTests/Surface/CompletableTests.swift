import MiniRx
import MiniRxTesting
import Synchronization
import Testing

@Suite("Completable", .leavesNoScope)
struct CompletableTests {
  let scheduler = TestScheduler(initialClock: 0)

  /// How it ends: "|", "#first", or nothing.
  private func end(_ completable: Completable) -> String {
    var said = ""
    let subscription = completable.subscribe(
      onCompleted: { said += "|" }, onError: { said += "#\($0)" })
    subscription.dispose()
    return said
  }

  @Test("empty completes, error fails, never says nothing, deferred asks each time")
  func creating() {
    #expect(end(.empty()) == "|")
    #expect(end(.error(Broken.first)) == "#first")
    #expect(end(.never()) == "")
    let calls = Atomic(0)
    let deferred = Completable.deferred {
      if calls.add(1, ordering: .relaxed).newValue > 1 { throw Broken.second }
      return .empty()
    }
    #expect(end(deferred) == "|")
    #expect(end(deferred) == "#second")
  }

  @Test("create gives one event, ignores a second, and is disposed")
  func create() {
    let disposals = Atomic(0)
    let twice = Completable.create { answer in
      answer(.completed)
      answer(.error(Broken.first))
      return Disposables.create { disposals.add(1, ordering: .relaxed) }
    }
    #expect(end(twice) == "|")
    #expect(disposals.load(ordering: .relaxed) == 1)
    var events: [String] = []
    let subscription = Completable.error(Broken.first).subscribe { events.append("\($0)") }
    subscription.dispose()
    #expect(events.count == 1 && events[0].hasPrefix("error"))
  }

  @Test("subscribe(with:) gives the object, and is silent when it is gone")
  func subscribeWith() {
    final class Owner { var ends = 0 }
    var owner: Owner? = Owner()
    let subject = PublishSubject<Never>()
    let bag = DisposeBag()
    Completable.empty().subscribe(with: owner!, onCompleted: { $0.ends += 1 }).disposed(by: bag)
    #expect(owner?.ends == 1)
    weak let watched = owner
    subject.asCompletable().subscribe(with: owner!, onCompleted: { $0.ends += 1 }).disposed(by: bag)
    owner = nil
    #expect(watched == nil)
    subject.onCompleted()
  }

  @Test("andThen starts the second at the good end only, be it a single, an observable or a completable")
  func andThen() {
    #expect(history(Completable.empty().andThen(Single.just(1))) == [.next(1), .completed])
    #expect(history(Completable.empty().andThen(Observable.of(1, 2))) == [.next(1), .next(2), .completed])
    #expect(end(Completable.empty().andThen(.error(Broken.second))) == "#second")
    let second = scheduler.createColdObservable([Numbers.next(1, 1)])
    #expect(history(Completable.error(Broken.first).andThen(second.asObservable())) == [.error(Broken.first)])
    #expect(second.subscriptions.isEmpty)
  }

  @Test("concat runs one after the other, merge all at once")
  func order() {
    let (first, second) = (PublishSubject<Never>(), PublishSubject<Never>())
    let concat = Completable.concat(first.asCompletable(), second.asCompletable())
      .subscribe(onCompleted: {})
    #expect(first.hasObservers && !second.hasObservers)
    concat.dispose()
    var isDone = false
    let merge = Completable.merge([first.asCompletable(), second.asCompletable()])
      .subscribe(onCompleted: { isDone = true })
    #expect(first.hasObservers && second.hasObservers)
    first.onCompleted()
    #expect(!isDone)
    second.onCompleted()
    #expect(isDone)
    merge.dispose()
    #expect(end(.concat([])) == "|")
    #expect(end(.merge([])) == "|")
    #expect(end(.zip(.empty(), .error(Broken.first))) == "#first")
    #expect(end(Completable.empty().concat(.empty())) == "|")
  }

  @Test("catch, retry, do, timeout and delay work as those of observables")
  func operators() {
    #expect(end(Completable.error(Broken.first).catch { _ in .empty() }) == "|")
    #expect(end(Completable.error(Broken.first).catch { _ in throw Broken.second }) == "#second")
    let attempts = Atomic(0)
    let third = Completable.deferred {
      attempts.add(1, ordering: .relaxed).newValue < 3 ? .error(Broken.first) : .empty()
    }
    #expect(end(third.retry(3)) == "|")
    attempts.store(0, ordering: .relaxed)
    #expect(end(third.retry()) == "|")
    let seen = Atomic(0)
    #expect(end(Completable.empty().do(onCompleted: { seen.add(1, ordering: .relaxed) })) == "|")
    #expect(seen.load(ordering: .relaxed) == 1)
    let late = scheduler.start { [scheduler] in
      Completable.never().timeout(.seconds(5), scheduler: scheduler).catch { _ in .empty() }
        .delay(.seconds(3), scheduler: scheduler)
    }
    #expect(late.events.map(\.time) == [208])
  }

  @Test("a single becomes a completable, and can go on with one")
  func fromSingle() {
    #expect(end(Single.just(1).asCompletable()) == "|")
    #expect(end(Single<Int>.error(Broken.first).asCompletable()) == "#first")
    #expect(end(Single.just(1).flatMapCompletable { _ in .error(Broken.second) }) == "#second")
    #expect(end(Single.just(1).flatMapCompletable { _ in throw Broken.first }) == "#first")
  }

  @Test("value awaits the end or throws")
  func value() async throws {
    try await Completable.empty().value
    await #expect(throws: Broken.first) { try await Completable.error(Broken.first).value }
  }
}
