import MiniRx
import TestSupport
import Testing

@Suite("distinctUntilChanged", .leavesNoScope)
struct DistinctUntilChangedTests {
  private let lab = MarbleLab()

  @Test("drops an element that equals the one before it, and no other")
  func plain() {
    #expect(lab.drawing("-a-a-b-a-(aa)|") { $0.distinctUntilChanged() } == "-a---b-a--|")
  }

  @Test("compares by a key")
  func key() {
    #expect(lab.drawing("-a-A-b-B-a|") { $0.distinctUntilChanged { $0.lowercased() } } == "-a---b---a|")
  }

  @Test("compares by a property")
  func keyPath() {
    #expect(lab.drawing("-a-b-[cc]-d|") { $0.distinctUntilChanged(at: \.count) } == "-a---[cc]-d|")
  }

  @Test("compares by a comparer, given the element before and the new one")
  func comparer() {
    let asked = Locked<[String]>([])
    let drawing = lab.drawing("-a-b-c|") { source in
      source.distinctUntilChanged { before, now in
        asked.update { $0.append("\(before)\(now)") }
        return now == "b"
      }
    }
    #expect(drawing == "-a---c|")
    #expect(asked.value == ["ab", "ac"])
  }

  @Test("compares keys by a comparer")
  func keyAndComparer() {
    let drawing = lab.drawing("-1-2-4-3-6|") { source in
      source.distinctUntilChanged({ Int($0)! }, comparer: { abs($0 - $1) <= 1 })
    }
    #expect(drawing == "-1---4---6|")
  }

  @Test("each subscription remembers for itself")
  func state() {
    let source = Observable.of(1, 1, 2).distinctUntilChanged()
    #expect(source.historyOnSubscribe() == ["1", "2", "|"])
    #expect(source.historyOnSubscribe() == ["1", "2", "|"])
  }

  @Test("a selector or comparer that throws ends the stream and cancels the source")
  func throwing() {
    #expect(lab.play(lab.cold("-a-x-b|", "a").distinctUntilChanged { try $0.unlessX() }) == "-a-#")
    let other = MarbleLab()
    #expect(other.drawing("-a-x-b|") { $0.distinctUntilChanged { try $0.unlessX() == $1.unlessX() } } == "-a-#")
    #expect(lab.subscriptions == ["a^0", "a!3"])
  }

  @Test("empty, failing and silent sources pass", arguments: [("|", "|"), ("-a-#", "-a-#"), ("---", "")])
  func passing(source: String, expected: String) {
    #expect(lab.drawing(source) { $0.distinctUntilChanged() } == expected)
  }
}
