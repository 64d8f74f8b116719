public import Foundation
internal import MiniRx

/// Values to await: each call sends the request, and cancelling the task closes the connection. All throw `NetworkError`,
/// `cancelled` among them.
extension DataRequest {
  /// The body as a value.
  ///
  /// - Parameters:
  ///   - type: the type of the value; `T?` and `Empty` also stand for an empty body.
  ///   - decoder: what reads the body.
  ///   - emptyResponseCodes: statuses at which a body of white space counts as empty.
  nonisolated(nonsending) public func value<Value: Decodable & Sendable>(
    of type: Value.Type = Value.self, decoder: any DataDecoder = JSONValueDecoder(),
    emptyResponseCodes: Set<Int> = [204, 205]
  ) async throws(NetworkError) -> Value {
    try await single(of: type, decoder: decoder, emptyResponseCodes: emptyResponseCodes).awaited()
  }

  /// Returns when a valid answer has come, whatever its body.
  nonisolated(nonsending) public func value() async throws(NetworkError) { try await single().awaited() }

  /// The body, which may be empty.
  nonisolated(nonsending) public func data() async throws(NetworkError) -> Data { try await singleData().awaited() }

  /// The body as text.
  /// - Parameter encoding: the encoding of the text; nil for the one that the answer names, else UTF-8.
  nonisolated(nonsending) public func string(
    encoding: String.Encoding? = nil
  ) async throws(NetworkError) -> String {
    try await singleString(encoding: encoding).awaited()
  }
}

extension Single where Element: Sendable {
  /// The element, or the error in this library's words.
  nonisolated(nonsending) func awaited() async throws(NetworkError) -> Element {
    do {
      return try await value
    } catch {
      throw NetworkError(wrapping: error)
    }
  }
}
