/// The errors that the module itself makes.
public enum RxError: Error, Hashable, Sendable {
  /// No element came in time: `timeout`.
  case timeout
  /// A stream that owed an element ended without one: `asSingle`, `first`, `single`, `element(at:)`.
  case noElements
  /// A stream that owed one element had a second: `asSingle`, `single`.
  case moreThanOneElement
  /// The value of a disposed subject was asked for.
  case disposed(object: String)
  /// `element(at:)` beyond the end.
  case argumentOutOfRange
}

extension RxError: CustomStringConvertible {
  /// One sentence.
  public var description: String {
    switch self {
    case .timeout: "No element came in time."
    case .noElements: "The stream ended without an element."
    case .moreThanOneElement: "The stream had more than one element."
    case .disposed(let object): "\(object) was disposed."
    case .argumentOutOfRange: "The stream ended before the asked index."
    }
  }
}
