#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The parameters of a request, as callers write them: `["iata": "ICN", "limit": 5]`.
///
/// Values are text, numbers, Bool, arrays, dictionaries, URL, Data, Date, nil and NSNull, RawRepresentable and Encodable
/// values. They never cross an isolation: a request is built where it is described.
public typealias Parameters = [String: Any]

/// A way of writing parameters into a request.
public protocol ParameterEncoding: Sendable {
  /// The request with the parameters in it; nil leaves it as it is.
  /// - Throws: `NetworkError.invalidRequest` that names the key path of a value which cannot be written.
  func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws -> URLRequest
}

extension URLRequest {
  /// Gives the body its media type, unless the caller has named one.
  mutating func setContentTypeIfAbsent(_ type: String) {
    if value(forHTTPHeaderField: "Content-Type") == nil { setValue(type, forHTTPHeaderField: "Content-Type") }
  }
}
