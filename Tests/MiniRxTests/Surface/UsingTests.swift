import MiniRx
import MiniRxTesting
import Synchronization
import Testing

@Suite("using, repeatElement, debug, RefCountDisposable", .leavesNoScope)
struct UsingTests {
  let scheduler = TestScheduler(initialClock: 0)

  @Test("using disposes its resource once: after the end, at dispose, where a factory throws")
  func using() {
    let disposals = Atomic(0)
    let make = { @Sendable () -> any Cancelable in
      Disposables.create(with: { disposals.add(1, ordering: .relaxed) })
    }
    let ended = Observable<Int>.using({ Wrapped(make()) }, observableFactory: { _ in .of(1) })
    #expect(history(ended) == [.next(1), .completed])
    #expect(disposals.load(ordering: .relaxed) == 1)

    let endless = Observable<Int>.using({ Wrapped(make()) }, observableFactory: { _ in .never() })
    let subscription = endless.subscribe(scheduler.createObserver(Int.self))
    #expect(disposals.load(ordering: .relaxed) == 1)
    subscription.dispose()
    subscription.dispose()
    #expect(disposals.load(ordering: .relaxed) == 2)

    let broken = Observable<Int>.using({ Wrapped(make()) }, observableFactory: { _ in throw Broken.second })
    #expect(history(broken) == [.error(Broken.second)])
    #expect(disposals.load(ordering: .relaxed) == 3)

    let none = Observable<Int>.using({ () throws -> Wrapped in throw Broken.first }, observableFactory: { _ in .of(1) })
    #expect(history(none) == [.error(Broken.first)])
  }

  @Test("repeatElement goes on until it is left, and lets others have their turn")
  func repeatElement() {
    #expect(history(Observable.repeatElement(1).take(3)) == [.next(1), .next(1), .next(1), .completed])
    let zipped = Observable.zip(Observable.repeatElement("x"), Observable.of(1, 2)) { "\($0)\($1)" }
    #expect(history(zipped) == [.next("x1"), .next("x2"), .completed])
  }

  @Test("repeatElement on a scheduler delivers one element a turn")
  func repeatOnScheduler() {
    let result = scheduler.start(disposed: 204) { [scheduler] in
      Observable.repeatElement(1, scheduler: scheduler)
    }
    #expect(result.events == [.next(201, 1), .next(202, 1), .next(203, 1)])
    #expect(scheduler.isIdle)
  }

  @Test("debug writes down subscription, events and dispose, and trims long ones when told to")
  func debug() {
    let lines = Lines()
    let write: @Sendable (String) -> Void = { lines.add($0) }
    #expect(history(Observable.of(1).debug("one", to: write)) == [.next(1), .completed])
    #expect(
      lines.all == ["one -> subscribed", "one -> Event next(1)", "one -> Event completed", "one -> isDisposed"])

    let long = String(repeating: "a", count: 60)
    #expect(history(Observable.just(long).debug("long", trimOutput: true, to: write)) == [.next(long), .completed])
    #expect(lines.all[5] == "long -> Event next(aaaaaaaaaaaaaaa...aaaaaaaaaaaaaaaaaaa)")

    #expect(history(Observable<Int>.error(Broken.first).debug(to: write)) == [.error(Broken.first)])
    #expect(lines.all[8].hasPrefix("MiniRxTests/UsingTests.swift:"))
    #expect(lines.all[9].hasSuffix("-> Event error(first)"))
  }

  @Test("a RefCountDisposable goes when it and all its claims are gone")
  func refCountDisposable() {
    let inner = BooleanDisposable()
    let counted = RefCountDisposable(disposable: inner)
    let (one, two) = (counted.retain(), counted.retain())
    one.dispose()
    one.dispose()
    counted.dispose()
    counted.dispose()
    #expect(!inner.isDisposed && !counted.isDisposed)
    two.dispose()
    #expect(inner.isDisposed && counted.isDisposed)
    counted.retain().dispose()

    let alone = BooleanDisposable()
    RefCountDisposable(disposable: alone).dispose()
    #expect(alone.isDisposed)
  }
}

private struct Wrapped: Disposable {
  private let inner: any Cancelable

  init(_ inner: any Cancelable) { self.inner = inner }

  func dispose() { inner.dispose() }
}

private final class Lines: Sendable {
  private let lines = Mutex<[String]>([])

  var all: [String] { lines.withLock { $0 } }

  func add(_ line: String) { lines.withLock { $0.append(line) } }
}
