import MiniRx
import TestSupport
import Testing

@Suite("share in virtual time", .leavesNoScope)
struct ShareTests {
  private let lab = MarbleLab()

  /// Subscribes to the stream at each of the ticks, disposes after the ticks, and answers what each got.
  private func play(_ stream: Observable<String>, _ spans: [(from: Int, to: Int)]) -> [[String]] {
    let recorders = spans.map { _ in Recorder<String>() }
    for (span, recorder) in zip(spans, recorders) {
      let place = SerialDisposable()
      lab.scheduler.scheduleAt(MarbleLab.tick * span.from) { place.disposable = stream.subscribe(recorder) }
      lab.scheduler.scheduleAt(MarbleLab.tick * span.to) { place.dispose() }
    }
    lab.scheduler.advance(by: MarbleLab.tick * 100)
    return recorders.map(\.history)
  }

  @Test("one subscription upstream for all, from the first to the last")
  func one() {
    let got = play(lab.cold("-a-b-c-d-|", "s").share(), [(0, 50), (2, 4), (4, 50)])
    #expect(got == [["a", "b", "c", "d", "|"], ["b"], ["c", "d", "|"]])
    #expect(lab.subscriptions == ["s^0", "s!9"])
  }

  @Test("the last to leave cancels, the next starts anew")
  func again() {
    let got = play(lab.cold("-a-b-c|", "s").share(), [(0, 4), (2, 5), (10, 50)])
    #expect(got == [["a", "b"], ["b"], ["a", "b", "c", "|"]])
    #expect(lab.subscriptions == ["s^0", "s!5", "s^10", "s!16"])
  }

  @Test(
    "replay gives a late subscriber the newest",
    arguments: [(0, ["c", "|"]), (1, ["b", "c", "|"]), (2, ["a", "b", "c", "|"]), (9, ["a", "b", "c", "|"])])
  func replay(count: Int, expected: [String]) {
    for scope in [SubjectLifetimeScope.whileConnected, .forever] {
      let lab = MarbleLab()
      let stream = lab.cold("-a-b-c|", "s").share(replay: count, scope: scope)
      let (first, late) = (Recorder<String>(), Recorder<String>())
      let subscriptions = CompositeDisposable(stream.subscribe(first))
      lab.scheduler.scheduleAt(MarbleLab.tick * 4) { _ = subscriptions.insert(stream.subscribe(late)) }
      lab.scheduler.advance(by: MarbleLab.tick * 20)
      #expect(late.history == expected, "\(scope)")
      #expect(lab.subscriptions == ["s^0", "s!6"], "\(scope)")
    }
  }

  @Test("while connected: nothing is kept when the last has left, or when the source has ended")
  func whileConnected() {
    let got = play(lab.cold("-a|", "s").share(replay: 1), [(0, 50), (5, 6), (10, 50)])
    #expect(got == [["a", "|"], [], ["a", "|"]])
    #expect(lab.subscriptions == ["s^0", "s!2", "s^5", "s!6", "s^10", "s!12"])
  }

  @Test("for ever: a subscriber after the end gets what is kept and the end, and starts nothing")
  func forever() {
    let got = play(lab.cold("-a-b|", "s").share(replay: 1, scope: .forever), [(0, 50), (10, 50)])
    #expect(got == [["a", "b", "|"], ["b", "|"]])
    #expect(lab.subscriptions == ["s^0", "s!4"])
  }

  @Test("for ever: what is kept survives a time without subscribers, then the source starts again")
  func foreverAgain() {
    let got = play(lab.cold("-a-b-c|", "s").share(replay: 1, scope: .forever), [(0, 2), (5, 50)])
    #expect(got == [["a"], ["a", "a", "b", "c", "|"]])
    #expect(lab.subscriptions == ["s^0", "s!2", "s^5", "s!11"])
  }

  @Test("for ever: an error is repeated too")
  func foreverError() {
    let got = play(lab.cold("-a#", "s").share(replay: 1, scope: .forever), [(0, 50), (10, 50)])
    #expect(got == [["a", "#failure"], ["a", "#failure"]])
    #expect(lab.subscriptions == ["s^0", "s!2"])
  }

  @Test("an error while connected lets the next subscriber, also from inside the error, start anew")
  func retryOfShared() {
    #expect(lab.play(lab.cold("-a#", "s").share().retry(2)) == "-a-a#")
    #expect(lab.subscriptions.filter { $0.contains("^") } == ["s^0", "s^2"])
  }

  @Test("a synchronous source is shared by those who are there when it runs")
  func synchronous() {
    let starts = Locked(0)
    let stream = Observable<Int>.deferred {
      starts.update { $0 += 1 }
      return .of(1, 2)
    }
    .share(replay: 1)
    #expect(stream.historyOnSubscribe() == ["1", "2", "|"])
    #expect(stream.historyOnSubscribe() == ["1", "2", "|"])
    #expect(starts.value == 2)
    let kept = stream.share(replay: 1, scope: .forever)
    #expect(kept.historyOnSubscribe() == ["1", "2", "|"])
    #expect(kept.historyOnSubscribe() == ["2", "|"])
    #expect(starts.value == 3)
  }
}
