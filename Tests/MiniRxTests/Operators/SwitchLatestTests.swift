import MiniRx
import TestSupport
import Testing

@Suite("flatMapLatest, switchLatest", .leavesNoScope)
struct SwitchLatestTests {
  private let lab = MarbleLab()

  private func inner(_ name: String) throws -> Observable<String> {
    switch name {
    case "a": lab.cold("1-2-3-4|", "a")
    case "b": lab.cold("-5-6|", "b")
    case "e": lab.cold("-#", "e")
    default: try .just(name.unlessX())
    }
  }

  @Test("a newer inner stream cancels the one before")
  func newest() {
    #expect(lab.play(lab.hot("-a--b-------|").flatMapLatest(inner)) == "-1-2-5-6----|")
    #expect(lab.subscriptions == ["a^1", "a!4", "b^4", "b!8"])
  }

  @Test("ends when the source and the newest inner stream have")
  func ending() {
    #expect(lab.play(lab.hot("-b|").flatMapLatest(inner)) == "--5-6|")
    #expect(MarbleLab().drawing("-c--|") { $0.flatMapLatest { Observable.just($0) } } == "-c--|")
    #expect(MarbleLab().drawing("|") { $0.flatMapLatest { Observable.just($0) } } == "|")
  }

  @Test("a scalar inner stream also cancels the one before")
  func scalar() {
    #expect(lab.play(lab.hot("-a--c----|").flatMapLatest(inner)) == "-1-2c----|")
    #expect(lab.subscriptions == ["a^1", "a!4"])
  }

  @Test("errors of the source, of the newest inner stream and of the selector end it and cancel the other")
  func errors() {
    #expect(lab.play(lab.hot("-a-#").flatMapLatest(inner)) == "-1-#")
    #expect(lab.play(lab.cold("-e---|", "s").flatMapLatest(inner)) == "--#")
    #expect(lab.play(lab.cold("-a-x-|", "t").flatMapLatest(inner)) == "-1-#")
  }

  @Test("the error of a stream that was left is not heard")
  func leftError() {
    let late = PublishSubject<String>()
    let recorder = Recorder<String>()
    let outer = PublishSubject<String>()
    let subscription = outer.flatMapLatest { $0 == "a" ? late.asObservable() : .never() }.subscribe(recorder)
    outer.onNext("a")
    late.onNext("1")
    outer.onNext("b")
    late.onError(TestFailure())
    #expect(recorder.history == ["1"])
    #expect(!late.hasObservers)
    subscription.dispose()
  }

  @Test("a dispose cancels the source and the inner stream")
  func disposing() {
    #expect(lab.play(lab.cold("-a------|", "s").flatMapLatest(inner), disposeAt: 3) == "-1")
    #expect(Set(lab.subscriptions) == ["s^0", "a^1", "s!3", "a!3"])
  }

  @Test("an element that an inner stream sends from inside the newer element's selection is not delivered")
  func reentrantSwitch() {
    let (outer, first, second) = (PublishSubject<Int>(), PublishSubject<String>(), PublishSubject<String>())
    let recorder = Recorder<String>()
    let subscription = outer.flatMapLatest { number in number == 1 ? first : second }.subscribe(
      onNext: { text in
        recorder.onNext(text)
        if text == "a" {
          outer.onNext(2)
          first.onNext("b")
          second.onNext("c")
        }
      })
    outer.onNext(1)
    first.onNext("a")
    #expect(recorder.history == ["a", "c"])
    subscription.dispose()
  }

  @Test("switchLatest follows the newest of a stream of streams")
  func switching() {
    let streams = lab.hot("-a--b-------|").map { [self] in try inner($0) }
    #expect(lab.play(streams.switchLatest()) == "-1-2-5-6----|")
  }
}
