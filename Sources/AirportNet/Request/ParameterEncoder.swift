public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A way of writing an `Encodable` value into a request; the typed sister of `ParameterEncoding`.
public protocol ParameterEncoder: Sendable {
  /// The request with the value in it; nil leaves it as it is.
  /// - Throws: `NetworkError.invalidRequest` that names the key path of a value which cannot be written.
  func encode<Value: Encodable>(_ parameters: Value?, into request: URLRequest) throws(NetworkError) -> URLRequest
}

/// Writes an `Encodable` value as `a=1&b=2`, by the same rules as `URLEncoding`.
public struct URLEncodedFormParameterEncoder: ParameterEncoder {
  /// The rules, and where the parameters go.
  public var encoding: URLEncoding

  /// Takes the rules.
  public init(_ encoding: URLEncoding = .default) { self.encoding = encoding }

  /// Takes the place where the parameters go.
  public init(destination: URLEncoding.Destination) { self.init(URLEncoding(destination: destination)) }

  /// Into the query or the body, as the method asks.
  public static var `default`: URLEncodedFormParameterEncoder { URLEncodedFormParameterEncoder() }

  /// The request with the value in it.
  /// - Throws: `NetworkError.invalidRequest` for a value that is no object, NaN, and errors of the value's own.
  public func encode<Value: Encodable>(
    _ parameters: Value?, into request: URLRequest
  ) throws(NetworkError) -> URLRequest {
    guard let parameters else { return request }
    let value: ParameterValue
    do throws(ParameterFault) {
      value = try ParameterValueEncoder.value(of: parameters)
    } catch {
      throw error.networkError
    }
    switch value {
    case .object: return try encoding.encode(value, into: request)
    case .null: return request
    default: throw .invalidRequest(.unencodable(keyPath: "", reason: "is not an object with named values"))
    }
  }
}

/// Writes an `Encodable` value as a JSON document into the body.
public struct JSONParameterEncoder: ParameterEncoder {
  private let encoder: JSONEncoder

  /// Takes the encoder; the usual one sorts keys and leaves slashes as they are.
  public init(encoder: JSONEncoder) { self.encoder = encoder }

  /// Sorts keys and leaves slashes as they are.
  public init() { self.init(encoder: Self.encoder([.sortedKeys, .withoutEscapingSlashes])) }

  /// On one line, keys sorted.
  public static var `default`: JSONParameterEncoder { JSONParameterEncoder() }
  /// On one line, keys sorted.
  public static var sortedKeys: JSONParameterEncoder { JSONParameterEncoder() }
  /// Over several lines, keys sorted.
  public static var prettyPrinted: JSONParameterEncoder {
    JSONParameterEncoder(encoder: encoder([.sortedKeys, .withoutEscapingSlashes, .prettyPrinted]))
  }

  /// The request with the value as its body.
  /// - Throws: `NetworkError.invalidRequest` for NaN, and errors of the value's own.
  public func encode<Value: Encodable>(
    _ parameters: Value?, into request: URLRequest
  ) throws(NetworkError) -> URLRequest {
    guard let parameters else { return request }
    var request = request
    do {
      request.httpBody = try encoder.encode(parameters)
    } catch EncodingError.invalidValue(_, let context) {
      throw .invalidRequest(
        .unencodable(keyPath: KeyPathText.text(context.codingPath), reason: context.debugDescription))
    } catch {
      throw .invalidRequest(.unencodable(keyPath: "", reason: "cannot be encoded: \(error)"))
    }
    request.setContentTypeIfAbsent("application/json")
    return request
  }

  private static func encoder(_ formatting: JSONEncoder.OutputFormatting) -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.outputFormatting = formatting
    return encoder
  }
}

extension ParameterEncoder where Self == JSONParameterEncoder {
  /// As a JSON document into the body.
  public static var json: JSONParameterEncoder { JSONParameterEncoder() }
}

extension ParameterEncoder where Self == URLEncodedFormParameterEncoder {
  /// As `a=1&b=2` into the query or the body, as the method asks.
  public static var urlEncodedForm: URLEncodedFormParameterEncoder { URLEncodedFormParameterEncoder() }
}
