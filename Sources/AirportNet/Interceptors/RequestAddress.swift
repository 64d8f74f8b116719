internal import Foundation

/// Addresses as what tells requests apart (RFC 9110 section 4.2.3): scheme and host in lower case, an empty path as `/`,
/// without the scheme's own port and without the fragment, which is not sent.
enum RequestAddress {
  static func text(_ url: URL) -> String {
    guard var parts = URLComponents(url: url, resolvingAgainstBaseURL: true) else { return url.absoluteString }
    parts.scheme = parts.scheme?.lowercased()
    parts.encodedHost = parts.encodedHost?.lowercased()
    parts.fragment = nil
    if parts.path.isEmpty { parts.path = "/" }
    if parts.port == defaultPort(parts.scheme) { parts.port = nil }
    return parts.string ?? url.absoluteString
  }

  /// Scheme, host and port.
  static func origin(_ url: URL) -> String {
    let scheme = url.scheme?.lowercased()
    return "\(scheme ?? "")://\(url.host()?.lowercased() ?? ""):\(url.port ?? defaultPort(scheme) ?? 0)"
  }

  private static func defaultPort(_ scheme: String?) -> Int? {
    switch scheme {
    case "http": 80
    case "https": 443
    default: nil
    }
  }
}
