internal import Foundation

extension HTTPResponse {
  /// The body as a value.
  ///
  /// Without a body - by the rules of HTTP (HEAD, 204, 205, 304) or because it is empty - an Optional is nil and an
  /// `EmptyResponse` its empty value. `null` into an Optional is nil.
  /// - Parameters:
  ///   - type: The type of the value.
  ///   - decoder: What reads the bytes.
  ///   - emptyResponseCodes: Statuses at which a body of nothing but white space counts as empty too.
  /// - Throws: `NetworkError.undecodable` that names the place, as `[3].airport.code`, the reason, the type and the
  ///   status, and keeps the body.
  public func decode<Value: Decodable>(
    _ type: Value.Type = Value.self, decoder: any DataDecoder = JSONValueDecoder(),
    emptyResponseCodes: Set<Int> = [204, 205]
  ) throws(NetworkError) -> Value {
    if hasNoBody(emptyResponseCodes) {
      if let value = EmptyValue.of(type) { return value }
      throw undecodable(type, at: "", "the body is empty")
    }
    do {
      return try decoder.decode(type, from: body)
    } catch {
      throw failure(type, error)
    }
  }

  /// What the error of a decoder says in this library's words; `place` is that of the decoded bytes in the document.
  func failure(_ type: Any.Type, _ error: any Error, in place: String = "") -> NetworkError {
    switch error {
    case let error as NetworkError: return error
    case let error as DecodingError:
      let inner = error.place
      let joint = place.isEmpty || inner.isEmpty || inner.hasPrefix("[") ? "" : "."
      return undecodable(type, at: place + joint + inner, error.reason)
    default: return undecodable(type, at: place, "\(error)")
    }
  }

  private func hasNoBody(_ emptyResponseCodes: Set<Int>) -> Bool {
    body.isEmpty || forbidsBody
      || (emptyResponseCodes.contains(statusCode) && body.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) })
  }

  func undecodable(_ type: Any.Type, at place: String, _ reason: String) -> NetworkError {
    .undecodable(.init(codingPath: place, reason: reason, type: "\(type)", response: self))
  }
}

extension DecodingError {
  fileprivate var place: String {
    switch self {
    case .keyNotFound(let key, let context): KeyPathText.text(context.codingPath + [key])
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      KeyPathText.text(context.codingPath)
    @unknown default: ""
    }
  }

  fileprivate var reason: String {
    switch self {
    case .keyNotFound: "the key is missing"
    case .typeMismatch(_, let context), .valueNotFound(_, let context): context.debugDescription
    // Decoders quote the value.
    case .dataCorrupted(let context) where context.codingPath.contains { Redaction.isSecret(name: $0.stringValue) }:
      "the value is malformed"
    case .dataCorrupted(let context):
      context.underlyingError.map { "\(context.debugDescription) (\(Self.detail($0)))" } ?? context.debugDescription
    @unknown default: "\(self)"
    }
  }

  private static func detail(_ error: any Error) -> String {
    (error as NSError).userInfo["NSDebugDescription"] as? String ?? "\(error)"
  }
}
