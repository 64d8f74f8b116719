import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What every request is checked for before a byte of it is sent, whoever built it.
enum RequestValidation {
  /// The request as it may be sent: scheme and host in lower case, a method that is always there.
  /// - Throws: `NetworkError.invalidRequest` for an address that is not http or https or has no proper host, a method
  ///   or header field that would break the lines of the request, and a body on a method that carries none.
  static func validated(_ request: URLRequest) throws(NetworkError) -> URLRequest {
    guard let url = request.url else { throw .badURL("", "is no address") }
    var request = request
    let text = url.absoluteString
    if !URLText.isNormal(text) {
      let normal = try URLText(text)
      if normal.text != text { request.url = try normal.url() }
    }

    let method = request.httpMethod ?? HTTPMethod.get.rawValue
    try check(method: method)
    if request.httpMethod == nil { request.httpMethod = method }
    for (name, value) in request.allHTTPHeaderFields ?? [:] { try check(headerName: name, value: value) }
    try check(bodyOf: request, method: HTTPMethod(rawValue: method))
    return request
  }

  /// Throws unless the text is a method.
  static func check(method: String) throws(NetworkError) {
    guard HTTPToken.isToken(method) else { throw .invalidRequest(.method(method)) }
  }

  /// Throws unless the field stays within its line.
  static func check(headerName name: String, value: String) throws(NetworkError) {
    guard HTTPToken.isToken(name) else {
      throw .invalidRequest(.header(name: name, reason: "has a name with characters that no name may hold"))
    }
    guard HTTPToken.isFieldValue(value) else {
      throw .invalidRequest(.header(name: name, reason: "has a value with a line end or a NUL"))
    }
  }

  private static func check(bodyOf request: URLRequest, method: HTTPMethod) throws(NetworkError) {
    guard request.httpBody?.isEmpty == false || request.httpBodyStream != nil else { return }
    let folded = HTTPMethod(rawValue: method.rawValue.uppercased())
    if folded == .get || folded == .head || folded == .trace || folded == .connect {
      throw .invalidRequest(.bodyNotAllowed(method))
    }
  }
}
