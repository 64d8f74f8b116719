import MiniRx
import TestSupport
import Testing

@Suite("flatMap, concatMap, flatMapFirst", .leavesNoScope)
struct FlatMapTests {
  private let lab = MarbleLab()

  /// a: three elements in four ticks; b: two in three; x throws.
  private func inner(_ name: String) throws -> Observable<String> {
    switch name {
    case "a": lab.cold("1-2-3|", "a")
    case "b": lab.cold("-4-5|", "b")
    case "e": lab.cold("-#", "e")
    default: try .just(name.unlessX())
    }
  }

  @Test("flatMap merges the inner streams as they come")
  func flatMap() {
    #expect(lab.play(lab.hot("-a-b------|").flatMap(inner)) == "-1-2435---|")
    #expect(lab.subscriptions == ["a^1", "b^3", "a!6", "b!7"])
  }

  @Test("concatMap runs the inner streams one after the other, in order")
  func concatMap() {
    #expect(lab.play(lab.hot("-ab------|").concatMap(inner)) == "-1-2-3-4-5|")
    #expect(lab.subscriptions == ["a^1", "a!6", "b^6", "b!10"])
  }

  @Test("flatMapFirst drops what comes while an inner stream runs")
  func flatMapFirst() {
    #expect(lab.play(lab.hot("-a-b----b------|").flatMapFirst(inner)) == "-1-2-3---4-5---|")
    #expect(lab.subscriptions == ["a^1", "a!6", "b^8", "b!12"])
  }

  @Test("an inner stream that goes on after the source's end is heard to its own end")
  func innerLonger() {
    #expect(lab.play(lab.hot("-a|").flatMap(inner)) == "-1-2-3|")
    #expect(lab.subscriptions == ["a^1", "a!6"])
  }

  @Test("an error of an inner stream ends it and cancels the source and the other inner streams")
  func innerError() {
    #expect(lab.play(lab.cold("-a-e------|", "s").flatMap(inner)) == "-1-2#")
    #expect(Set(lab.subscriptions) == ["s^0", "a^1", "e^3", "e!4", "a!4", "s!4"])
  }

  @Test("an error of the source cancels the inner streams")
  func outerError() {
    #expect(lab.play(lab.hot("-a--#").flatMap(inner)) == "-1-2#")
    #expect(lab.subscriptions == ["a^1", "a!4"])
  }

  @Test("a selector that throws ends the stream and cancels the rest")
  func throwing() {
    let selector: @Sendable (String) throws -> Observable<String> = { try .just($0.unlessX()) }
    let makers: [(Observable<String>) -> Observable<String>] = [
      { $0.flatMap(selector) }, { $0.concatMap(selector) }, { $0.flatMapFirst(selector) },
    ]
    for make in makers {
      let lab = MarbleLab()
      #expect(lab.play(make(lab.cold("-a-x|", "s"))) == "-a-#")
      #expect(lab.subscriptions == ["s^0", "s!3"])
    }
  }

  @Test("a dispose cancels the source and every inner stream")
  func disposing() {
    #expect(lab.play(lab.cold("-a-b------|", "s").flatMap(inner), disposeAt: 5) == "-1-24")
    #expect(Set(lab.subscriptions) == ["s^0", "a^1", "b^3", "s!5", "a!5", "b!5"])
  }

  @Test("a handler inside keeps the outer stream alive after an inner error")
  func catchInside() {
    let stream = lab.hot("-e-e-c-|").flatMap { [self] in try inner($0).catchAndReturn("!") }
    #expect(lab.play(stream) == "--!-!c-|")
  }

  @Test("inner streams that are singles, subjects or relays are taken as they are")
  func convertible() {
    let relay = BehaviorRelay(value: "r")
    #expect(Observable.of(1, 2).flatMap { Single.just("\($0)") }.historyOnSubscribe() == ["1", "2", "|"])
    #expect(Observable.of(1).flatMap { _ in relay }.historyOnSubscribe() == ["r"])
  }

  @Test("scalar sources and inner streams give what general ones give")
  func scalar() {
    let general = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onCompleted()
      return Disposables.create()
    }
    for source in [general, .just(1)] {
      for inner in [general, .just(1)] {
        #expect(source.flatMap { _ in inner }.historyOnSubscribe() == ["1", "|"])
        #expect(source.concatMap { _ in inner }.historyOnSubscribe() == ["1", "|"])
        #expect(source.flatMapFirst { _ in inner }.historyOnSubscribe() == ["1", "|"])
        #expect(source.flatMapLatest { _ in inner }.historyOnSubscribe() == ["1", "|"])
      }
      #expect(source.flatMap { _ in Observable<Int>.empty() }.historyOnSubscribe() == ["|"])
      #expect(source.flatMap { _ in Observable<Int>.never() }.historyOnSubscribe().isEmpty)
      #expect(source.flatMap { _ in Observable<Int>.error(TestFailure()) }.historyOnSubscribe() == ["#failure"])
    }
  }

  @Test("a scalar inner stream waits its turn in concatMap, and is dropped by flatMapFirst, while another runs")
  func scalarTurns() {
    #expect(lab.play(lab.hot("-a-c------|").concatMap(inner)) == "-1-2-3c---|")
    #expect(lab.play(lab.hot("-a-c------|").flatMapFirst(inner)) == "-1-2-3----|")
  }
}
