import MiniRx
import TestSupport
import Testing

@Suite("combineLatest", .leavesNoScope)
struct CombineLatestTests {
  private let lab = MarbleLab()

  private func combined(_ first: String, _ second: String) -> String {
    lab.play(.combineLatest(lab.hot(first), lab.hot(second)) { try $0.unlessX() + $1 })
  }

  @Test(
    "combines the newest once each has one",
    arguments: [
      ("-1---2---|", "---a-b-c--|", "---[1a]-([2a][2b])-[2c]--|"),
      ("(12)---|", "---a|", "---[2a]|"),
      ("-1-|", "----a-b|", "----[1a]-[1b]|"),
      ("--|", "-a-b-|", "--|"),
      ("---", "-a-|", ""),
      ("-1-#", "--a--b", "--[1a]#"),
      ("#", "a", "#"),
      ("-1-x-2|", "--a---b", "--[1a]#"),
    ])
  func two(first: String, second: String, expected: String) {
    #expect(combined(first, second) == expected)
  }

  @Test("an error, the end without an element and a throwing selector cancel the others")
  func cancelling() {
    for (marbles, end) in [("-1-#", 3), ("--|", 2), ("-x|", 1)] {
      let lab = MarbleLab()
      let stream = Observable.combineLatest(lab.cold("a------|", "other"), lab.cold(marbles)) { try $0 + $1.unlessX() }
      _ = lab.play(stream)
      #expect(lab.subscriptions == ["other^0", "other!\(end)"], "after \(marbles)")
    }
  }

  @Test("a source that ends it at once keeps the rest from being subscribed to")
  func early() {
    let ended: [(Observable<String>, String)] = [(.empty(), "|"), (.error(TestFailure()), "#")]
    for (source, expected) in ended {
      #expect(lab.play(.combineLatest(source, lab.cold("a|", "rest")) { $0 + $1 }) == expected)
    }
    #expect(lab.subscriptions.isEmpty)
  }

  @Test("three to eight sources of different types, with a selector and as tuples")
  func many() {
    let (number, text) = (Observable.of(1), Observable.of("b"))
    #expect(Observable.combineLatest(number, text, number) { "\($0)\($1)\($2)" }.historyOnSubscribe() == ["1b1", "|"])
    let eight = Observable.combineLatest(number, text, number, text, number, text, number, text) {
      "\($0)\($1)\($2)\($3)\($4)\($5)\($6)\($7)"
    }
    #expect(eight.historyOnSubscribe() == ["1b1b1b1b", "|"])
    let pairs = Observable.combineLatest(number, text).map { "\($0.0)-\($0.1)" }
    #expect(pairs.historyOnSubscribe() == ["1-b", "|"])
    let triples = Observable.combineLatest(number, text, Observable.of(2.5)).map { "\($0.0)\($0.1)\($0.2)" }
    #expect(triples.historyOnSubscribe() == ["1b2.5", "|"])
  }

  @Test("singles, subjects and relays combine as they are")
  func convertible() {
    let relay = BehaviorRelay(value: 1)
    let stream = Observable.combineLatest(relay, Single.just("a")) { "\($0)\($1)" }
    #expect(stream.historyOnSubscribe() == ["1a"])
  }

  @Test("a collection combines in its order, of none it is empty")
  func collection() {
    let sources = [lab.hot("-1---4|"), lab.hot("--2---|"), lab.hot("---3--|")]
    #expect(lab.play(.combineLatest(sources) { $0.joined() }) == "---[123]-[423]|")
    #expect(Observable<[Int]>.combineLatest([Observable<Int>]()).historyOnSubscribe() == ["|"])
    #expect(Observable.combineLatest([Observable.of(1, 2), .of(3)]).historyOnSubscribe() == ["[2, 3]", "|"])
  }

  @Test("an optional element that is nil counts as an element")
  func optional() {
    let nothing = Observable<Int?>.just(nil)
    let stream = Observable.combineLatest(nothing, Observable.of(1)) { "\($0.map(String.init) ?? "nil")\($1)" }
    #expect(stream.historyOnSubscribe() == ["nil1", "|"])
    #expect(
      Observable.combineLatest([nothing, nothing]) { "\($0.count)" }.historyOnSubscribe() == ["2", "|"])
  }
}
