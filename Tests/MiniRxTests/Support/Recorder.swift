import MiniRx
import TestSupport

/// Takes down what a subscription delivers, from any thread.
final class Recorder<Element: Sendable>: ObserverType, Sendable {
  private let recorded = Locked<[Event<Element>]>([])

  /// What came, in order.
  var events: [Event<Element>] { recorded.value }

  /// The elements that came, in order.
  var elements: [Element] { events.compactMap(\.element) }

  /// What came, in order: `1`, `2`, `|` for the end, `#error` for a failure.
  var history: [String] { events.map(Recorder.text) }

  /// How many terminal events came.
  var ends: Int { events.count(where: \.isStopEvent) }

  func on(_ event: Event<Element>) { recorded.update { $0.append(event) } }

  static func text(_ event: Event<Element>) -> String {
    switch event {
    case .next(let element): "\(element)"
    case .error(let error): "#\(error)"
    case .completed: "|"
    }
  }
}

/// An error for tests, told apart by its name.
struct TestFailure: Error, Equatable, CustomStringConvertible {
  let description: String

  init(_ description: String = "failure") { self.description = description }
}

extension ObservableConvertibleType where Element: Sendable {
  /// Everything that comes while subscribing, on this thread, as `Recorder.history`.
  func historyOnSubscribe() -> [String] {
    let recorder = Recorder<Element>()
    asObservable().subscribe(recorder).dispose()
    return recorder.history
  }
}
