/// One step of a stream: an element, or its one end.
///
/// Grammar (contract 1): `next* (error | completed)?`.
@frozen public enum Event<Element> {
  /// The next element.
  case next(Element)
  /// The stream failed; nothing follows.
  case error(any Error)
  /// The stream ended well; nothing follows.
  case completed

  /// The element of a `next`, otherwise nil.
  public var element: Element? {
    if case .next(let element) = self { element } else { nil }
  }

  /// The error of an `error`, otherwise nil.
  public var error: (any Error)? {
    if case .error(let error) = self { error } else { nil }
  }

  /// Whether this is `completed`.
  public var isCompleted: Bool {
    if case .completed = self { true } else { false }
  }

  /// Whether nothing may follow: `error` or `completed`.
  public var isStopEvent: Bool {
    if case .next = self { false } else { true }
  }

  /// The same step with its element transformed; a throwing transform gives `error`.
  public func map<Result>(_ transform: (Element) throws -> Result) -> Event<Result> {
    switch self {
    case .next(let element):
      do { return .next(try transform(element)) } catch { return .error(error) }
    case .error(let error): return .error(error)
    case .completed: return .completed
    }
  }
}

extension Event: Sendable where Element: Sendable {}

extension Event: CustomDebugStringConvertible {
  /// `next(1)`, `error(…)` or `completed`.
  public var debugDescription: String {
    switch self {
    case .next(let element): "next(\(element))"
    case .error(let error): "error(\(error))"
    case .completed: "completed"
    }
  }
}
