import MiniRx
import TestSupport
import Testing

@Suite("map, filter, compactMap", .leavesNoScope)
struct TransformTests {
  private let lab = MarbleLab()

  @Test("map transforms each element and passes the end")
  func mapping() {
    #expect(lab.play(lab.hot("-a--b-(cd)|").map { $0.uppercased() }) == "-A--B-(CD)|")
  }

  @Test("filter keeps what satisfies the predicate")
  func filtering() {
    #expect(lab.play(lab.hot("-1-2-3-4|").filter { Int($0)!.isMultiple(of: 2) }) == "---2---4|")
  }

  @Test("compactMap drops what becomes nil")
  func compactMapping() {
    #expect(lab.play(lab.hot("-1-x-3|").compactMap { Int($0).map { "\($0 * 2)" } }) == "-2---6|")
  }

  @Test("an optional that the transform of map returns stays an element")
  func optionalElement() {
    let history = Observable.of("1", "x").map { Int($0) }.map { $0 == nil ? "nil" : "number" }.historyOnSubscribe()
    #expect(history == ["number", "nil", "|"])
  }

  @Test(
    "an empty, silent or failing source passes unchanged",
    arguments: [("|", "|"), ("---", ""), ("-a-#", "-a-#"), ("#", "#"), ("(ab#)", "(ab#)")])
  func passing(source: String, expected: String) {
    #expect(MarbleLab().drawing(source) { $0.map { $0 } } == expected)
    #expect(MarbleLab().drawing(source) { $0.filter { _ in true } } == expected)
    #expect(MarbleLab().drawing(source) { $0.compactMap { $0 } } == expected)
  }

  @Test("a closure that throws ends the stream there and cancels the source")
  func throwing() {
    let expected = "-a--#"
    #expect(MarbleLab().drawing("-a--x--b|") { $0.map { try $0.unlessX() } } == expected)
    #expect(MarbleLab().drawing("-a--x--b|") { $0.compactMap { try $0.unlessX() } } == expected)
    #expect(MarbleLab().drawing("-a--x--b|") { $0.filter { try $0.unlessX() == $0 } } == expected)
    let source = lab.cold("-a--x--b|", "source")
    #expect(lab.play(source.map { try $0.unlessX() }) == expected)
    #expect(lab.subscriptions == ["source^0", "source!4"])
  }

  @Test("a dispose between two elements of a synchronous source stops it")
  func stopping() {
    let (seen, asked) = (Locked<[Int]>([]), Locked<[Int]>([]))
    let place = SerialDisposable()
    place.disposable = Observable<Int>.create { observer in
      for number in 1...5 where !observer.isDisposed { observer.onNext(number) }
      return Disposables.create()
    }
    .map { number in
      asked.update { $0.append(number) }
      if number == 2 { throw TestFailure() }
      return number
    }
    .subscribe(onNext: { number in seen.update { $0.append(number) } }, onError: { _ in })
    #expect(seen.value == [1])
    #expect(asked.value == [1, 2])
  }

  @Test("a fused chain gives what its parts give")
  func chain() {
    let source = Observable.range(start: 1, count: 10)
    let history =
      source.map { $0 * 3 }.filter { $0.isMultiple(of: 2) }.map { $0 + 1 }.compactMap { $0 > 10 ? $0 : nil }
      .historyOnSubscribe()
    #expect(history == ["13", "19", "25", "31", "|"])
  }
}

extension String {
  /// The string itself; throws where it is `x`.
  func unlessX() throws -> String {
    if self == "x" { throw TestFailure() }
    return self
  }
}

extension MarbleLab {
  /// Plays what is made of a hot source.
  func drawing(
    _ source: String, disposeAt: Int? = nil, _ make: (Observable<String>) -> Observable<String>
  ) -> String {
    play(make(hot(source)), disposeAt: disposeAt)
  }
}
