import MiniRx
import Testing

@testable import AirportApp

@Suite("Bytes become keys")
struct KeyDecoderTests {
  @Test("A read has its keys, and has the same ones a byte at a time", arguments: keyCases)
  func keys(bytes: String, keys: [Key]) {
    var whole = KeyDecoder()
    #expect(whole.decode(bytes.utf8) == keys)
    var cut = KeyDecoder()
    #expect(bytes.utf8.flatMap { cut.decode([$0]) } == keys)
    #expect(!whole.isUndecided)
    // What was unfinished does not spoil what follows.
    #expect(whole.decode("\u{1B}[A".utf8) == [.up])
  }

  @Test(
    "Bytes that are no UTF-8 are swallowed, and what follows is read",
    arguments: [
      [0x80], [0xC0, 0xAF], [0xFF], [0xEC, 0x84], [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE0, 0x80, 0x80],
      [0xC2, 0x9B], [0xE2, 0x80, 0xAE],
    ] as [[UInt8]])
  func noText(bytes: [UInt8]) {
    var decoder = KeyDecoder()
    #expect(decoder.decode(bytes + [0x61]) == [.text("a")])
  }

  @Test("An ESC at the end of a read is undecided until time is up")
  func escape() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x61, 0x1B]) == [.text("a")])
    #expect(decoder.isUndecided)
    #expect(decoder.timeOut() == [.escape])
    #expect(!decoder.isUndecided)
    #expect(decoder.timeOut() == [])
    #expect(decoder.decode([0x1B, 0x1B]) == [.escape])
    #expect(decoder.timeOut() == [.escape])
  }

  @Test("A sequence that is cut waits for its end, however long that takes")
  func cutSequence() {
    var decoder = KeyDecoder()
    #expect(decoder.decode([0x1B, 0x5B]) == [])
    #expect(!decoder.isUndecided)
    #expect(decoder.decode([0x42]) == [.down])
  }

  @Test("A paste longer than a field can use is cut, and ends where it ends")
  func longPaste() {
    var decoder = KeyDecoder()
    let text = String(repeating: "x", count: 10_000)
    let keys = decoder.decode("\u{1B}[200~\(text)\u{1B}[201~a".utf8)
    #expect(keys == [.paste(String(repeating: "x", count: 4096)), .text("a")])
  }

  @Test("A sequence without an end is not kept")
  func endlessSequence() {
    var decoder = KeyDecoder()
    #expect(decoder.decode(Array("\u{1B}[".utf8) + Array(repeating: 0x31, count: 100_000)) == [])
    #expect(decoder.decode("Aa".utf8) == [.up, .text("a")])
  }
}

private let keyCases: [(String, [Key])] = [
  ("a", [.text("a")]), ("A b", [.text("A"), .text(" "), .text("b")]), ("é", [.text("é")]),
  ("서울", [.text("서"), .text("울")]), ("a\u{303}", [.text("a"), .text("\u{303}")]),
  ("✈️", [.text("✈"), .text("\u{FE0F}")]),
  ("𝒜", [.text("𝒜")]), ("\r", [.enter]), ("\n", [.enter]), ("\u{7F}", [.backspace]), ("\u{8}", [.backspace]),
  (
    "\u{3}\u{4}\u{17}\u{15}\u{1A}\u{C}\u{12}",
    [.interrupt, .endOfInput, .deleteWord, .deleteAll, .suspend, .redraw, .refresh]
  ),
  ("\u{10}\u{E}", [.up, .down]), ("\t\0\u{1}", []),
  ("\u{1B}[A\u{1B}[B", [.up, .down]), ("\u{1B}OA\u{1B}OB", [.up, .down]), ("\u{1B}[C\u{1B}[D", []),
  ("\u{1B}[1;5A", [.up]),
  ("\u{1B}[H\u{1B}[F\u{1B}[1~\u{1B}[4~\u{1B}[7~\u{1B}[8~", [.home, .end, .home, .end, .home, .end]),
  ("\u{1B}OH\u{1B}OF", [.home, .end]), ("\u{1B}[5~\u{1B}[6~\u{1B}[6;2~", [.pageUp, .pageDown, .pageDown]),
  ("\u{1B}OM", [.enter]), ("\u{1B}[3~\u{1B}[15~\u{1B}[I\u{1B}[O\u{1B}[<0;3;4M", [.enter]),
  ("\u{1B}[[Ax", [.up, .text("x")]), ("\u{1B}xy", [.text("y")]), ("\u{1B}\u{7F}", [.deleteWord]),
  ("\u{1B}[1\u{1B}[A", [.up]), ("\u{1B}[1\rx", [.enter, .text("x")]), ("\u{1B}O\rx", [.enter, .text("x")]),
  ("\u{1B}\rx", [.escape, .enter, .text("x")]), ("\u{1B}서", [.escape, .text("서")]),
  ("\u{1B}[200~seoul\u{1B}[201~", [.paste("seoul")]),
  ("\u{1B}[200~new\nyork\u{3}\u{1B}[A\u{1B}[201~x", [.paste("new york  [A"), .text("x")]),
  ("\u{1B}[200~서울\u{1B}[201~", [.paste("서울")]), ("\u{1B}[200~\u{1B}[201~x", [.text("x")]),
]

@MainActor
@Suite("An ESC that stands alone is the Escape key")
struct KeyInputTests {
  private let scheduler = VirtualTimeScheduler()

  private func input(_ keys: Keys) -> KeyInput { KeyInput(scheduler: scheduler) { keys.all += $0 } }

  @Test("It is one after 50 milliseconds, and not before")
  func alone() {
    let keys = Keys()
    let input = input(keys)
    input.receive([0x1B])
    scheduler.advance(by: .milliseconds(49))
    #expect(keys.all == [])
    scheduler.advance(by: .milliseconds(1))
    #expect(keys.all == [.escape])
    scheduler.advance(by: .seconds(1))
    #expect(keys.all == [.escape])
  }

  @Test("It is none when a sequence goes on in time, also in three reads")
  func sequence() {
    let keys = Keys()
    let input = input(keys)
    input.receive([0x1B])
    scheduler.advance(by: .milliseconds(49))
    input.receive([0x5B])
    scheduler.advance(by: .seconds(1))
    input.receive([0x41])
    #expect(keys.all == [.up])
    scheduler.advance(by: .seconds(1))
    #expect(keys.all == [.up])
  }
}

@MainActor
private final class Keys {
  var all: [Key] = []
}
