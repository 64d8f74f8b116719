import MiniRx
import TestSupport
import Testing

@Suite("Single", .leavesNoScope)
struct SingleTests {
  private let lab = MarbleLab()

  private func later(_ text: String, _ ticks: Int, fails: Bool = false) -> Single<String> {
    let scheduler = lab.scheduler
    return Single.create { single in
      scheduler.scheduleRelative((), dueTime: MarbleLab.tick * ticks) {
        single(fails ? .failure(TestFailure()) : .success(text))
        return Disposables.create()
      }
    }
  }

  @Test("just, error, never, deferred and create give their one event")
  func creating() {
    #expect(Single.just(1).asObservable().historyOnSubscribe() == ["1", "|"])
    #expect(Single<Int>.error(TestFailure()).asObservable().historyOnSubscribe() == ["#failure"])
    #expect(Single<Int>.never().asObservable().historyOnSubscribe().isEmpty)
    #expect(Single<Int>.deferred { .just(2) }.asObservable().historyOnSubscribe() == ["2", "|"])
    #expect(Single<Int>.deferred { throw TestFailure() }.asObservable().historyOnSubscribe() == ["#failure"])
    #expect(lab.play(later("a", 3).asObservable()) == "---(a|)")
  }

  @Test("map, flatMap, catch and catchAndReturn pass, go on and fail as their closures say")
  func operators() {
    #expect(lab.play(later("a", 1).map { $0 + "b" }.asObservable()) == "-([ab]|)")
    #expect(lab.play(later("x", 1).map { try $0.unlessX() }.asObservable()) == "-#")
    let second = later("b", 2)
    #expect(lab.play(later("a", 1).flatMap { _ in second }.asObservable()) == "---(b|)")
    #expect(lab.play(later("x", 1).flatMap { Single.just(try $0.unlessX()) }.asObservable()) == "-#")
    #expect(lab.play(later("a", 1, fails: true).flatMap { _ in second }.asObservable()) == "-#")
    #expect(lab.play(later("a", 1, fails: true).catch { _ in second }.asObservable()) == "---(b|)")
    #expect(lab.play(later("a", 1, fails: true).catch { throw $0 }.asObservable()) == "-#")
    #expect(lab.play(later("a", 1, fails: true).catchAndReturn("c").asObservable()) == "-(c|)")
    #expect(lab.play(later("a", 1).catchAndReturn("c").asObservable()) == "-(a|)")
  }

  @Test("retry runs the work again")
  func retry() {
    let runs = Counter()
    let flaky = Single<Int>.create { single in
      single(runs.add() < 3 ? .failure(TestFailure()) : .success(runs.value))
      return Disposables.create()
    }
    #expect(flaky.retry(2).asObservable().historyOnSubscribe() == ["#failure"])
    #expect(flaky.retry().asObservable().historyOnSubscribe() == ["3", "|"])
  }

  @Test("timeout, delay and the schedulers work as those of a stream")
  func time() {
    let (two, scheduler) = (MarbleLab.tick * 2, lab.scheduler)
    #expect(
      lab.play(later("a", 5).timeout(two, scheduler: scheduler).asObservable()) == "--{No element came in time.}")
    #expect(lab.play(later("a", 1).timeout(two, scheduler: scheduler).asObservable()) == "-(a|)")
    let other = later("b", 1)
    #expect(lab.play(later("a", 5).timeout(two, other: other, scheduler: scheduler).asObservable()) == "---(b|)")
    #expect(lab.play(later("a", 1).delay(two, scheduler: scheduler).asObservable()) == "---(a|)")
    #expect(lab.play(later("a", 1).observe(on: scheduler).asObservable()) == "-(a|)")
    #expect(lab.play(later("a", 1).subscribe(on: scheduler).asObservable()) == "-(a|)")
    #expect(scheduler.isIdle)
  }

  @Test("do surrounds the event")
  func doing() {
    let log = Locked<[String]>([])
    let note: @Sendable (String) -> Void = { text in log.update { $0.append(text) } }
    Single.just(1).do(
      onSuccess: { note("success \($0)") }, afterSuccess: { note("after \($0)") }, onSubscribe: { note("subscribe") },
      onSubscribed: { note("subscribed") }, onDispose: { note("dispose") }
    ).subscribe(onSuccess: { note("got \($0)") }, onDisposed: { note("disposed") }).dispose()
    #expect(
      log.value == ["subscribe", "success 1", "got 1", "after 1", "disposed", "dispose", "subscribed"])
    log.value = []
    Single<Int>.error(TestFailure()).do(onError: { _ in note("error") }, afterError: { _ in note("after error") })
      .subscribe(onFailure: { _ in note("got error") }).dispose()
    #expect(log.value == ["error", "got error", "after error"])
    let throwing = Single.just(1).do(onSuccess: { _ in throw TestFailure() })
    #expect(throwing.asObservable().historyOnSubscribe() == ["#failure"])
  }

  @Test("a dispose cancels the work, and nothing comes")
  func disposing() {
    #expect(lab.play(later("a", 5).flatMap { .just($0) }.asObservable(), disposeAt: 2) == "")
    #expect(lab.scheduler.isIdle)
  }

  @Test("subscribe(with:) holds its object weakly")
  func with() {
    final class Owner: Sendable { let got = Recorder<Int>() }
    let kept = Locked<Single<Int>.SingleObserver?>(nil)
    let single = Single<Int>.create { answer in
      kept.value = answer
      return Disposables.create()
    }
    var owner: Owner? = Owner()
    let got = owner?.got
    let first = owner.map { single.subscribe(with: $0, onSuccess: { $0.got.onNext($1) }) }
    kept.value?(.success(1))
    let second = owner.map { single.subscribe(with: $0, onSuccess: { $0.got.onNext($1) }) }
    owner = nil
    kept.value?(.success(2))
    #expect(got?.history == ["1"])
    first?.dispose()
    second?.dispose()
  }
}
