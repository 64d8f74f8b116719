public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A call described by its parts, to be sent by a provider that is typed by the answer.
///
///     enum Endpoint: RequestConvertible {
///       case list, comments(post: Int)
///       var baseUrl: String { "https://posts.test" }
///       var method: HTTPMethod { .get }
///       var paths: [String] {
///         switch self {
///         case .list: ["posts"]
///         case .comments(let post): ["posts", "\(post)", "comments"]
///         }
///       }
///       var parameters: [String: Any]? { nil }
///       var body: [String: Any]? { nil }
///       var headers: [String: String]? { nil }
///     }
///
/// The values never cross an isolation: the request is built where it is asked for.
public protocol RequestConvertible {
  /// The address that all calls begin with; its path and query stay.
  var baseUrl: String { get }
  /// What the call asks the server to do.
  var method: HTTPMethod { get }
  /// The path segments below the base. Each is data: a slash, `?` or `%` inside it is escaped; slashes at its ends are
  /// taken for the joint.
  var paths: [String] { get }
  /// The query; nil for none.
  var parameters: [String: Any]? { get }
  /// The body, sent as JSON; nil for none.
  var body: [String: Any]? { get }
  /// The header fields; nil for none.
  var headers: [String: String]? { get }
  /// The request, or nil when it cannot be built; `asURLRequest(timeoutInterval:)` says why.
  func request(timeoutInterval: TimeInterval) -> URLRequest?
}

extension RequestConvertible {
  /// The request with its time limit in seconds, or nil when it cannot be built.
  public func request(timeoutInterval: TimeInterval) -> URLRequest? {
    try? asURLRequest(timeoutInterval: timeoutInterval)
  }

  /// The request with its time limit in seconds.
  /// - Throws: `NetworkError.invalidRequest` that says which part is wrong: the address, a header field, a value that
  ///   cannot be encoded (with its key path), a body on a method that carries none.
  public func asURLRequest(timeoutInterval: TimeInterval = 60) throws(NetworkError) -> URLRequest {
    var address = try URLText(baseUrl)
    try address.append(segments: paths)
    if let parameters { address.append(query: try URLEncoding.queryString.query(parameters)) }
    var request = try URLRequest(url: address.url(), method: method, headers: headers.map { HTTPHeaders($0) })
    request.timeoutInterval = timeoutInterval
    if let body {
      request.httpBody = try JSONWriter.data(ParameterValue(body))
      request.setContentTypeIfAbsent("application/json")
    }
    return try RequestValidation.validated(request)
  }
}
