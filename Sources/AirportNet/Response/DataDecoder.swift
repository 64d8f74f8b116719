public import Foundation

/// What turns the bytes of an answer into a value.
public protocol DataDecoder: Sendable {
  /// The value.
  /// - Throws: a `DecodingError` where the bytes are not one.
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: DataDecoder {}

extension PropertyListDecoder: DataDecoder {}
