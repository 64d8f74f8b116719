import MiniRx
import MiniRxTesting
import Synchronization

/// A failure of a test's own.
enum Broken: Error, Equatable {
  case first, second
}

typealias Numbers = Recorded<Event<Int>>

/// The source most histories are made of: five numbers from 210 to 250, the end at 300.
func numbers(_ scheduler: TestScheduler) -> TestableObservable<Int> {
  scheduler.createHotObservable([
    .next(150, 0), .next(210, 1), .next(220, 2), .next(230, 3), .next(240, 4), .next(250, 5), .completed(300),
  ])
}

/// What a synchronous observable delivers on subscribing.
func history<Element: Sendable>(_ source: some ObservableConvertibleType<Element>) -> [Event<Element>] {
  let observer = TestScheduler(initialClock: 0).createObserver(Element.self)
  source.asObservable().subscribe(observer).dispose()
  return observer.events.map(\.value)
}

/// Something that happens once, for a task to await without blocking its thread.
final class Flag: Sendable {
  private let raised = Atomic(false)

  func raise() { raised.store(true, ordering: .releasing) }

  /// Whether it happens within half a minute.
  func isRaised() async -> Bool {
    let end = ContinuousClock.now.advanced(by: .seconds(30))
    while !raised.load(ordering: .acquiring) {
      if ContinuousClock.now > end { return false }
      await Task.yield()
    }
    return true
  }
}
