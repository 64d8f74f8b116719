public import MiniRx

/// A point of virtual time, in ticks of a `TestScheduler`. A tick is one second unless the scheduler was told otherwise.
public typealias TestTime = Int

/// Something that happened at a point of virtual time.
public struct Recorded<Value> {
  /// When, in ticks.
  public let time: TestTime
  /// What.
  public let value: Value

  /// Something at a time.
  public init(time: TestTime, value: Value) {
    self.time = time
    self.value = value
  }
}

extension Recorded {
  /// An element at a time.
  public static func next<Element>(
    _ time: TestTime, _ element: Element
  ) -> Recorded<Event<Element>> where Value == Event<Element> {
    Recorded(time: time, value: .next(element))
  }

  /// The good end at a time.
  public static func completed<Element>(
    _ time: TestTime, _ type: Element.Type = Element.self
  ) -> Recorded<Event<Element>> where Value == Event<Element> {
    Recorded(time: time, value: .completed)
  }

  /// A failure at a time.
  public static func error<Element>(
    _ time: TestTime, _ error: any Error, _ type: Element.Type = Element.self
  ) -> Recorded<Event<Element>> where Value == Event<Element> {
    Recorded(time: time, value: .error(error))
  }

  /// These events as an array, so that the element type need be written once at most.
  public static func events<Element>(
    _ events: Recorded<Event<Element>>...
  ) -> [Recorded<Event<Element>>] where Value == Event<Element> {
    events
  }
}

extension Recorded: Sendable where Value: Sendable {}
extension Recorded: Equatable where Value: Equatable {}

extension Recorded: CustomDebugStringConvertible {
  /// `next(1) @ 210`.
  public var debugDescription: String { "\(String(reflecting: value)) @ \(time)" }
}

/// Two elements are equal if they are; two errors if they describe themselves alike.
extension Event: Equatable where Element: Equatable {
  /// Compares two events.
  public static func == (left: Event<Element>, right: Event<Element>) -> Bool {
    switch (left, right) {
    case (.next(let left), .next(let right)): left == right
    case (.error(let left), .error(let right)): String(reflecting: left) == String(reflecting: right)
    case (.completed, .completed): true
    default: false
    }
  }
}
