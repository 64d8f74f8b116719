import MiniRx
import TestSupport
import Testing

/// Two subjects whose elements meet in a selector.
private final class Selecting: Sendable {
  let (first, second) = (PublishSubject<Int>(), PublishSubject<Int>())
  let (calls, callsAfterEnd, isOver) = (Counter(), Counter(), Locked(false))
  let recorder = Recorder<Int>()
  private let place = SerialDisposable()

  init(_ kind: SelectorCase, _ selector: @escaping @Sendable (Selecting) throws -> Void) {
    let (weakly, calls, callsAfterEnd, isOver) = (Locked<Weak>(Weak()), calls, callsAfterEnd, isOver)
    weakly.value = Weak(self)
    let stream = kind.make(first, second) { left, right in
      calls.add()
      if isOver.value { callsAfterEnd.add() }
      if let me = weakly.value.selecting { try selector(me) }
      return left + right
    }
    place.disposable = stream.subscribe(recorder)
  }

  /// Ends the stream from inside the selector.
  func dispose() {
    isOver.value = true
    place.dispose()
  }

  func fail() throws {
    isOver.value = true
    throw TestFailure()
  }

  private struct Weak: Sendable {
    weak var selecting: Selecting?

    init(_ selecting: Selecting? = nil) { self.selecting = selecting }
  }
}

struct SelectorCase: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let make:
    @Sendable (Observable<Int>, Observable<Int>, @escaping @Sendable (Int, Int) throws -> Int) -> Observable<Int>

  static let all = [
    SelectorCase(testDescription: "zip") { .zip($0, $1, resultSelector: $2) },
    SelectorCase(testDescription: "zip of a collection") { first, second, selector in
      .zip([first, second]) { try selector($0[0], $0[1]) }
    },
    SelectorCase(testDescription: "zip of three") { first, second, selector in
      .zip(first, second, first) { left, right, _ in try selector(left, right) }
    },
    SelectorCase(testDescription: "combineLatest") { .combineLatest($0, $1, resultSelector: $2) },
    SelectorCase(testDescription: "combineLatest of a collection") { first, second, selector in
      .combineLatest([first, second]) { try selector($0[0], $0[1]) }
    },
    SelectorCase(testDescription: "combineLatest of three") { first, second, selector in
      .combineLatest(first, second, Observable.just(0)) { left, right, _ in try selector(left, right) }
    },
    SelectorCase(testDescription: "withLatestFrom") { first, second, selector in
      second.withLatestFrom(first) { try selector($1, $0) }
    },
  ]
}

extension RealThreads {
  @Suite("A selector never runs after the end")
  struct SelectorEndTests {
    @Test("that it brings about by throwing, while elements wait", arguments: SelectorCase.all)
    func throwing(kind: SelectorCase) {
      let pair = Selecting(kind) { pair in
        pair.first.onNext(5)
        pair.second.onNext(6)
        try pair.fail()
      }
      for number in 1...3 { pair.first.onNext(number) }
      for number in 1...3 { pair.second.onNext(number) }
      #expect(pair.recorder.history == ["#failure"])
      #expect(pair.calls.value == 1)
      #expect(!pair.first.hasObservers && !pair.second.hasObservers)
    }

    @Test("that it brings about by disposing, while elements wait", arguments: SelectorCase.all)
    func disposing(kind: SelectorCase) {
      let pair = Selecting(kind) { pair in
        pair.first.onNext(5)
        pair.second.onNext(6)
        pair.dispose()
        pair.first.onNext(7)
        pair.second.onNext(8)
      }
      for number in 1...3 { pair.first.onNext(number) }
      for number in 1...3 { pair.second.onNext(number) }
      #expect(pair.recorder.history.isEmpty)
      #expect(pair.calls.value == 1)
      #expect(!pair.first.hasObservers && !pair.second.hasObservers)
    }

    #if DEBUG
      private static let rounds = 3_000
    #else
      private static let rounds = 30_000
    #endif

    @Test("that it brings about while another thread sends", arguments: SelectorCase.all)
    func racing(kind: SelectorCase) {
      withWatchdog(seconds: 240, "a selector against the end") {
        race(
          rounds: Self.rounds,
          { _ in
            let pair = Selecting(kind) { try $0.fail() }
            // Elements wait on the side that does not decide.
            if kind.testDescription != "withLatestFrom" && !kind.testDescription.hasPrefix("combine") {
              for number in 1...3 { pair.first.onNext(number) }
            }
            return pair
          },
          { pair in for number in 1...2 { pair.first.onNext(number) } },
          { pair in for number in 1...2 { pair.second.onNext(number) } },
          check: { round, pair in
            #expect(pair.callsAfterEnd.value == 0, "round \(round)")
            #expect(pair.recorder.ends <= 1, "round \(round)")
            pair.dispose()
          })
      }
    }
  }
}
