public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// An API described once, as an enum with a case for each call.
///
///     enum AirportRouter: HttpRouter {
///       case list, search(String)
///       var baseUrlString: String { "https://airports.test/v1" }
///       var path: String { "airports.json" }
///       var method: HTTPMethod { .get }
///       var parameters: Parameters? {
///         if case .search(let text) = self { ["q": text] } else { nil }
///       }
///     }
///
/// Parameters are sent by `encoding`: in the query for GET, HEAD and DELETE, else as a JSON body. Where `body()` gives a
/// body, that is the body, and the parameters go to the query.
public protocol HttpRouter: URLRequestConvertible {
  /// The address that all calls begin with; it may have a path and a query.
  var baseUrlString: String { get }
  /// The path of the call below the base, with or without a slash before it; it may carry a query. Escapes stay as they
  /// are, what may not stand in a path is escaped.
  var path: String { get }
  /// What the call asks the server to do.
  var method: HTTPMethod { get }
  /// The header fields; none by default.
  var headers: HTTPHeaders? { get }
  /// The parameters; none by default.
  var parameters: Parameters? { get }
  /// How the parameters are written.
  var encoding: any ParameterEncoding { get }
  /// The body; none by default. It is taken for JSON unless the headers name another Content-Type.
  func body() throws -> Data?
  /// The request.
  /// - Throws: `NetworkError.invalidRequest`, and what `body()` throws.
  func asUrlRequest() throws -> URLRequest
}

extension HttpRouter {
  /// No header fields.
  public var headers: HTTPHeaders? { nil }

  /// No parameters.
  public var parameters: Parameters? { nil }

  /// In the query for GET, HEAD and DELETE, else as a JSON body.
  public var encoding: any ParameterEncoding {
    switch method {
    case .get, .head, .delete: URLEncoding.queryString
    default: JSONEncoding.default
    }
  }

  /// No body.
  public func body() throws -> Data? { nil }

  /// The request that the parts describe.
  /// - Throws: `NetworkError.invalidRequest` that says which part is wrong, and what `body()` throws.
  public func asUrlRequest() throws -> URLRequest {
    var request = try URLRequest(url: URLText.joined(baseUrlString, path), method: method, headers: headers)
    guard let body = try body() else { return try encoding.encode(request, with: parameters) }
    request.httpBody = body
    request.setContentTypeIfAbsent("application/json")
    var query = encoding as? URLEncoding ?? .queryString
    query.destination = .queryString
    return try query.encode(request, with: parameters)
  }

  /// As `asUrlRequest()`.
  public func asURLRequest() throws -> URLRequest { try asUrlRequest() }
}
