#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// The rules by which redirects are followed (RFC 9110 section 15.4). Pure.
///
/// - 301 and 302: POST becomes GET; every other method stays. 303: everything but HEAD becomes GET. 307 and 308: method and
///   body stay. Where the method becomes GET, the body and the fields that describe it go.
/// - Authorization, Cookie, Proxy-Authorization and the names that the caller lists go as soon as scheme, host or port
///   change, and do not come back.
/// - A relative Location is resolved by RFC 3986 section 5; a fragment is inherited.
/// - Other 3xx, one without Location or with an empty one, and one that asks for a streamed body a second time are answers like others.
public struct RedirectPolicy: Sendable {
  /// What to do after an answer.
  public enum Step: Sendable {
    /// The answer is the last one.
    case stop
    /// Send this.
    case follow(URLRequest)
    /// Give up.
    case fail(NetworkError)
  }

  /// How many redirects are followed.
  public var limit: Int
  /// The names of header fields that, beside the usual three, are not for other origins.
  public var privateHeaders: [String]

  /// Takes the limit, at least 0, and names of header fields that are not for other origins, such as `X-Api-Key`.
  public init(limit: Int = 20, privateHeaders: [String] = []) {
    self.limit = max(0, limit)
    self.privateHeaders = privateHeaders
  }

  /// What to do after an answer to a request.
  public func step(after response: HTTPResponse, to request: URLRequest) -> Step {
    guard [301, 302, 303, 307, 308].contains(response.statusCode),
      let location = response.headers.values(for: "Location").first, !location.isEmpty, let source = request.url
    else { return .stop }
    guard let target = Self.resolve(location, against: source) else {
      return .fail(.transport(.badServerResponse, phase: .receiving, mayHaveReachedServer: true))
    }
    var next = request
    next.url = target
    if becomesGet(response.statusCode, request.httpMethod ?? "GET") {
      next.httpMethod = "GET"
      next.httpBody = nil
      next.httpBodyStream = nil
      Self.remove(Self.bodyHeaders, from: &next)
    } else if !request.canSendBodyAgain {
      return .stop
    }
    if RequestAddress.origin(source) != RequestAddress.origin(target) {
      Self.remove(["Authorization", "Cookie", "Proxy-Authorization", "Host"] + privateHeaders, from: &next)
    }
    return .follow(next)
  }

  private func becomesGet(_ status: Int, _ method: String) -> Bool {
    switch status {
    case 301, 302: method == "POST"
    case 303: method != "GET" && method != "HEAD"
    default: false
    }
  }

  private static let bodyHeaders = [
    "Content-Type", "Content-Length", "Content-Encoding", "Content-Language", "Content-Location", "Transfer-Encoding",
    "Content-MD5", "Digest", "Content-Digest", "Expect",
  ]

  /// The address that a Location means, nil where that is no http or https address.
  static func resolve(_ location: String, against source: URL) -> URL? {
    guard let target = URL(string: location, relativeTo: source)?.absoluteURL,
      var parts = URLComponents(url: target, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme?.lowercased(), scheme == "http" || scheme == "https",
      let host = parts.host, !host.isEmpty
    else { return nil }
    parts.scheme = scheme
    if parts.fragment == nil { parts.percentEncodedFragment = source.fragment(percentEncoded: true) }
    return parts.url
  }

  private static func remove(_ names: [String], from request: inout URLRequest) {
    for name in names { request.setValue(nil, forHTTPHeaderField: name) }
  }
}
