import MiniRx
import TestSupport
import Testing

@Suite("startWith", .leavesNoScope)
struct StartWithTests {
  private let lab = MarbleLab()

  @Test("delivers its elements first, then those of the source")
  func first() {
    #expect(lab.drawing("-a-b|") { $0.startWith("1", "2") } == "(12)a-b|")
    #expect(Observable.of(3).startWith(2).startWith(1).historyOnSubscribe() == ["1", "2", "3", "|"])
  }

  @Test("before an empty, silent and failing source", arguments: [("|", "(s|)"), ("---", "s"), ("#", "(s#)")])
  func degenerate(source: String, expected: String) {
    #expect(lab.drawing(source) { $0.startWith("s") } == expected)
  }

  @Test("the source is not subscribed to when the stream ends before")
  func early() {
    #expect(lab.play(lab.cold("a|", "a").startWith("1", "x", "2").map { try $0.unlessX() }) == "(1#)")
    #expect(lab.subscriptions.isEmpty)
  }
}
