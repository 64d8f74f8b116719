import MiniRx
import TestSupport
import Testing

@Suite("catch, catchAndReturn", .leavesNoScope)
struct CatchTests {
  private let lab = MarbleLab()

  @Test("goes on with what the handler makes of the error")
  func handling() {
    let seen = Recorder<String>()
    let stream = lab.cold("-a-#", "a").catch { [lab] error in
      seen.onNext("\(error)")
      return lab.cold("-1-2|", "b")
    }
    #expect(lab.play(stream) == "-a--1-2|")
    #expect(seen.history == ["failure"])
    #expect(lab.subscriptions == ["a^0", "a!3", "b^3", "b!7"])
  }

  @Test("a source that does not fail never asks the handler", arguments: [("-a-|", "-a-|"), ("---", ""), ("|", "|")])
  func unasked(source: String, expected: String) {
    let drawing = lab.drawing(source) { source in
      source.catch { _ in
        Issue.record("The handler was called.")
        return .empty()
      }
    }
    #expect(drawing == expected)
  }

  @Test("an error of the second stream passes")
  func second() {
    let other = lab.cold("-x-#")
    #expect(lab.play(lab.hot("-#").catch { _ in other }) == "--x-#")
  }

  @Test("a handler that throws ends the stream with its own error")
  func throwing() {
    let stream = Observable<Int>.error(TestFailure("first")).catch { _ in throw TestFailure("second") }
    #expect(stream.historyOnSubscribe() == ["#second"])
  }

  @Test("a dispose cancels the stream that took over")
  func disposing() {
    let other = lab.cold("--x--y|", "b")
    #expect(lab.play(lab.cold("#", "a").catch { _ in other }, disposeAt: 4) == "--x")
    #expect(lab.subscriptions.last == "b!4")
  }

  @Test("catchAndReturn gives the element and the end")
  func returning() {
    #expect(lab.drawing("-a-#") { $0.catchAndReturn("z") } == "-a-(z|)")
    #expect(lab.drawing("-a-|") { $0.catchAndReturn("z") } == "-a-|")
  }
}

@Suite("retry", .leavesNoScope)
struct RetryTests {
  private let lab = MarbleLab()

  @Test("starts again on an error, so many times in all, then the error passes")
  func counted() {
    #expect(lab.play(lab.cold("-a#", "s").retry(3)) == "-a-a-a#")
    #expect(lab.subscriptions.filter { $0.contains("^") } == ["s^0", "s^2", "s^4"])
  }

  @Test("ends with the source", arguments: [("-a-|", "-a-|"), ("|", "|"), ("---", "")])
  func good(source: String, expected: String) {
    #expect(lab.play(lab.cold(source).retry()) == expected)
    #expect(MarbleLab().drawing(source) { $0.retry(2) } == expected)
  }

  @Test("one attempt is none more")
  func once() {
    #expect(lab.play(lab.cold("-a#", "s").retry(1)) == "-a#")
    #expect(lab.subscriptions == ["s^0", "s!2"])
  }

  @Test("without a count it goes on until disposed")
  func endless() {
    #expect(lab.play(lab.cold("-a#").retry(), disposeAt: 6) == "-a-a-a")
    #expect(lab.scheduler.isIdle)
  }

  @Test("a source that fails until it succeeds ends well")
  func recovering() {
    let left = Locked(1_000)
    let source = Observable<Int>.deferred {
      left.update { $0 -= 1 }
      return left.value == 0 ? .just(7) : .error(TestFailure())
    }
    #expect(source.retry().historyOnSubscribe() == ["7", "|"])
    #expect(left.value == 0)
  }

  @Test("a synchronous source that fails for ever stops when disposed between two attempts")
  func synchronous() {
    withWatchdog(seconds: 60, "an endless retry") {
      let (attempts, place) = (Locked(0), SerialDisposable())
      let source = Observable<Int>.deferred {
        if attempts.update({
          $0 += 1; return $0
        }) == 500 {
          throw TestFailure("enough")
        }
        return .error(TestFailure())
      }
      let stream = source.do(onError: { error in
        if (error as? TestFailure)?.description == "enough" { place.dispose() }
      }).retry()
      // The first attempt comes later than the assignment, so that the dispose finds the subscription.
      let begin = PublishSubject<Int>()
      place.disposable = begin.flatMap { _ in stream }.subscribe()
      begin.onNext(0)
      #expect(attempts.value == 500)
    }
  }
}
