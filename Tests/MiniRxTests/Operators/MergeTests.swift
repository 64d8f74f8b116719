import MiniRx
import TestSupport
import Testing

@Suite("merge", .leavesNoScope)
struct MergeTests {
  private let lab = MarbleLab()

  @Test("merge delivers what all deliver and ends when all have")
  func merging() {
    #expect(lab.play(.merge(lab.hot("-1--2-|"), lab.hot("--a-b---|"))) == "-1a-(2b)---|")
    #expect(lab.play(.merge([lab.hot("-1-|"), lab.hot("-a|"), .empty()])) == "-(1a)-|")
  }

  @Test("merge of none is empty, of a silent one is silent")
  func degenerate() {
    #expect(Observable<Int>.merge([]).historyOnSubscribe() == ["|"])
    #expect(Observable<Int>.merge(.never(), .of(1)).historyOnSubscribe() == ["1"])
  }

  @Test("an error cancels the others, and those not yet subscribed to are not")
  func error() {
    #expect(lab.play(.merge(lab.cold("-1--2-|", "a"), lab.cold("--#", "b"))) == "-1#")
    #expect(lab.subscriptions == ["a^0", "b^0", "b!2", "a!2"])
    let other = MarbleLab()
    #expect(other.play(.merge(.error(TestFailure()), other.cold("1|", "never"))) == "#")
    #expect(other.subscriptions.isEmpty)
  }

  @Test("merge() of a stream of streams is a flatMap of them")
  func nested() {
    let streams = lab.hot("-a-b|").map { [lab] in $0 == "a" ? lab.cold("1--2|") : lab.cold("3|") }
    #expect(lab.play(streams.merge()) == "-1-32|")
  }

  @Test("merge(maxConcurrent:) runs so many at a time, the others in order")
  func limited() {
    let streams = lab.hot("(abc)|").map { [lab] name in lab.cold("--\(name)|", name) }
    #expect(lab.play(streams.merge(maxConcurrent: 2)) == "--(ab)--c|")
    #expect(lab.subscriptions == ["a^0", "b^0", "a!3", "c^3", "b!3", "c!6"])
  }

  @Test("merge(maxConcurrent: 1) of a stream of streams runs one after the other")
  func concatenating() {
    let streams = lab.hot("(ab)|").map { [lab] name in lab.cold("-\(name)|", name) }
    #expect(lab.play(streams.merge(maxConcurrent: 1)) == "-a-b|")
    #expect(lab.subscriptions == ["a^0", "a!2", "b^2", "b!4"])
  }

  @Test("a dispose cancels what runs and forgets what waits")
  func disposing() {
    let streams = lab.hot("(ab)|").map { [lab] name in lab.cold("-\(name)--|", name) }
    #expect(lab.play(streams.merge(maxConcurrent: 1), disposeAt: 2) == "-a")
    #expect(lab.subscriptions == ["a^0", "a!2"])
  }
}
