/// A type that an answer without a body is a value of.
public protocol EmptyResponse {
  /// The value that stands for no body.
  static func emptyValue() -> Self
}

/// The value of an answer whose body nobody asks for.
public struct Empty: EmptyResponse, Codable, Hashable, Sendable {
  /// The one value.
  public static let value = Empty()

  /// The one value.
  public init() {}

  /// Takes any document for the one value.
  public init(from decoder: any Decoder) {}

  /// The one value.
  public static func emptyValue() -> Empty { value }
}

/// Finds the value that a type gives an answer without a body.
enum EmptyValue {
  /// The value; nil when the type has none.
  static func of<Value>(_ type: Value.Type) -> Value? {
    switch type {
    case let type as any EmptyResponse.Type: type.emptyValue() as? Value
    case let type as any NilValue.Type: type.nilValue as? Value
    default: nil
    }
  }
}

private protocol NilValue {
  static var nilValue: Self { get }
}

extension Optional: NilValue {
  static var nilValue: Self { nil }
}
