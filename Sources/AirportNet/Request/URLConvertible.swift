public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A value that names an address.
public protocol URLConvertible {
  /// The address.
  /// - Throws: any error when there is none; this library's own types throw `NetworkError.invalidRequest`.
  func asURL() throws -> URL
}

extension String: URLConvertible {
  /// The absolute http or https address that the text is.
  ///
  /// Scheme and host are lower-cased, and what may not stand in an address (a space, Korean) is percent-encoded.
  /// - Throws: `NetworkError.invalidRequest` that says what is wrong with it.
  public func asURL() throws(NetworkError) -> URL {
    if URLText.isNormal(self), let url = URL(string: self) { return url }
    return try URLText(self).url()
  }
}

extension URL: URLConvertible {
  /// The address itself.
  public func asURL() -> URL { self }
}

extension URLComponents: URLConvertible {
  /// The address that the parts form.
  /// - Throws: `NetworkError.invalidRequest` when they form none.
  public func asURL() throws(NetworkError) -> URL {
    guard let url else { throw .badURL(string ?? "", "has parts that do not form an address") }
    return url
  }
}

/// A value that describes a request.
public protocol URLRequestConvertible {
  /// The request.
  /// - Throws: any error when there is none; this library's own types throw `NetworkError.invalidRequest`.
  func asURLRequest() throws -> URLRequest
}

extension URLRequestConvertible {
  /// The request, or nil when it cannot be built; `asURLRequest()` says why.
  public var urlRequest: URLRequest? { try? asURLRequest() }
}

extension URLRequest: URLRequestConvertible {
  /// The request itself.
  public func asURLRequest() -> URLRequest { self }
}

extension URLRequest {
  /// A request for an address.
  /// - Throws: `NetworkError.invalidRequest` when the address, the method or a header field may not go over the wire.
  public init(url: any URLConvertible, method: HTTPMethod, headers: HTTPHeaders? = nil) throws(NetworkError) {
    do {
      self.init(url: try url.asURL())
    } catch {
      throw NetworkError(wrapping: error)
    }
    try RequestValidation.check(method: method.rawValue)
    // Every request is a GET to begin with, and setting the method costs more than the rest.
    if method != .get { httpMethod = method.rawValue }
    if let headers {
      for header in headers { try RequestValidation.check(headerName: header.name, value: header.value) }
      self.headers = headers
    }
  }
}
