public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// Writes parameters as a JSON document into the body.
///
/// The bytes are the same at every run and on every platform: keys are sorted bytewise at every level, numbers keep
/// their exact digits, slashes and non-ASCII text stay as they are. A value that JSON has no form for (NaN, Date, Data)
/// is an `invalidRequest` that names its key path - never an empty body.
public struct JSONEncoding: ParameterEncoding {
  /// True when the document is written over several lines.
  public var isPretty: Bool

  /// Of the options only `prettyPrinted` has an effect: keys are always sorted, and slashes never escaped.
  public init(options: JSONSerialization.WritingOptions = []) {
    isPretty = options.contains(.prettyPrinted)
  }

  /// On one line.
  public static var `default`: JSONEncoding { JSONEncoding() }
  /// Over several lines.
  public static var prettyPrinted: JSONEncoding { JSONEncoding(options: .prettyPrinted) }
  /// On one line; keys are always sorted.
  public static var sortedKeys: JSONEncoding { JSONEncoding() }

  /// The request with the parameters as its body; nil leaves it as it is, an empty dictionary is `{}`.
  /// - Throws: `NetworkError.invalidRequest`, and whatever the request itself throws.
  public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest {
    try encode(urlRequest, withJSONObject: parameters.map { $0 as Any })
  }

  /// The request with any JSON value as its body, such as an array; nil leaves it as it is.
  /// - Throws: `NetworkError.invalidRequest`, and whatever the request itself throws.
  public func encode(_ urlRequest: any URLRequestConvertible, withJSONObject value: Any?) throws -> URLRequest {
    var request = try urlRequest.asURLRequest()
    guard let value else { return request }
    request.httpBody = try JSONWriter.data(ParameterValue(any: value), isPretty: isPretty)
    request.setContentTypeIfAbsent("application/json")
    return request
  }
}
