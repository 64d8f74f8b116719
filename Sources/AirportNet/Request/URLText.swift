import Foundation

/// An http or https address taken apart as text, so that its parts can be joined without one being read as another.
///
/// - Scheme and host are lower-cased; a host in another script becomes its ASCII form (`xn--`).
/// - What may not stand in an address is percent-encoded, escapes that are there stay.
/// - Joining a path gives exactly one slash, and an empty path adds none.
/// - The query stays and more is joined by `&`; the fragment stays.
struct URLText {
  private var origin: String
  private var path: String
  private var query: String?
  private var fragment: String?

  /// Takes an absolute address apart.
  /// - Throws: `NetworkError.invalidRequest` when it has no http or https scheme, no host, or a malformed host or port.
  init(_ text: String) throws(NetworkError) {
    guard let colon = text.range(of: "://") else { throw .badURL(text, "has no scheme") }
    let scheme = text[..<colon.lowerBound].lowercased()
    guard scheme == "http" || scheme == "https" else { throw .badURL(text, "is not an http or https address") }
    let rest = text[colon.upperBound...]
    let authority = rest.prefix { $0 != "/" && $0 != "?" && $0 != "#" }
    origin = "\(scheme)://\(try Self.authority(authority, of: text))"
    (path, query, fragment) = Self.split(rest[authority.endIndex...])
  }

  /// Adds the path of a route, which may carry a query and a fragment: `airports.json`, `/airports?limit=5`.
  ///
  /// - Throws: `NetworkError.invalidRequest` for a segment `.` or `..`, which would leave the place of the base.
  mutating func append(path text: String) throws(NetworkError) {
    let (added, addedQuery, addedFragment) = Self.split(text[...])
    try join(String(added.drop { $0 == "/" }))
    if let addedQuery { append(query: addedQuery) }
    fragment = addedFragment ?? fragment
  }

  /// Adds path segments, each of them data that is encoded as a whole: a `/`, `?`, `#` or `%` inside becomes an escape.
  ///
  /// Slashes at either end of a segment are taken for the joint; an empty segment adds nothing; a slash at the very end
  /// stays.
  /// - Throws: `NetworkError.invalidRequest` for a segment `.` or `..`, which would leave the place of the base.
  mutating func append(segments: [String]) throws(NetworkError) {
    let trimmed = segments.map { $0.trimmingCharacters(in: CharacterSet(charactersIn: "/")) }.filter { !$0.isEmpty }
    guard !trimmed.isEmpty else { return }
    let encoded = trimmed.map { PercentEncoding.encode($0, .segment) }.joined(separator: "/")
    try join(segments.last?.hasSuffix("/") == true ? encoded + "/" : encoded)
  }

  /// Adds query items that are encoded already; an empty text adds nothing.
  mutating func append(query added: String) {
    guard !added.isEmpty else { return }
    let present = query.map { $0.hasSuffix("&") ? String($0.dropLast()) : $0 } ?? ""
    query = present.isEmpty ? added : "\(present)&\(added)"
  }

  /// The address as text.
  var text: String {
    var text = origin + path
    if let query { text += "?" + query }
    if let fragment { text += "#" + fragment }
    return text
  }

  /// The address.
  /// - Throws: `NetworkError.invalidRequest` where Foundation takes no such host.
  func url() throws(NetworkError) -> URL {
    guard let url = URL(string: text), let host = url.host, !host.isEmpty,
      url.absoluteString.utf8.allSatisfy({ $0 < 128 })
    else { throw .badURL(text, "is no address that can be loaded") }
    return url
  }

  private mutating func join(_ added: String) throws(NetworkError) {
    guard !added.isEmpty else { return }
    for segment in added.split(separator: "/") {
      let plain = segment.removingPercentEncoding ?? String(segment)
      guard plain != ".", plain != ".." else { throw .badURL(added, "has a segment that leaves its place") }
    }
    while path.hasSuffix("/") { path.removeLast() }
    path += "/" + added
  }

  private static func split(_ text: Substring) -> (path: String, query: String?, fragment: String?) {
    let hash = text.firstIndex(of: "#")
    let beforeHash = text[..<(hash ?? text.endIndex)]
    let mark = beforeHash.firstIndex(of: "?")
    return (
      PercentEncoding.encodeKeepingEscapes(beforeHash[..<(mark ?? beforeHash.endIndex)], .path),
      mark.map { PercentEncoding.encodeKeepingEscapes(beforeHash[beforeHash.index(after: $0)...], .query) },
      hash.map { PercentEncoding.encodeKeepingEscapes(text[text.index(after: $0)...], .query) }
    )
  }

  private static func authority(_ authority: Substring, of text: String) throws(NetworkError) -> String {
    var rest = authority
    var result = ""
    if let at = rest.lastIndex(of: "@") {
      result = PercentEncoding.encodeKeepingEscapes(rest[..<at], .userInfo) + "@"
      rest = rest[rest.index(after: at)...]
    }
    let isLiteral = rest.first == "["
    let end = isLiteral ? rest.firstIndex(of: "]").map(rest.index(after:)) : rest.firstIndex(of: ":") ?? rest.endIndex
    guard let end else { throw .badURL(text, "has a malformed IPv6 host") }
    result += isLiteral ? try literal(rest[..<end], of: text) : try name(rest[..<end], of: text)
    guard end < rest.endIndex else { return result }
    let port = rest[rest.index(after: end)...]
    guard rest[end] == ":", port.utf8.allSatisfy({ $0 &- 0x30 < 10 }), port.isEmpty || UInt16(port) != nil else {
      throw .badURL(text, "has a malformed port")
    }
    return port.isEmpty ? result : "\(result):\(port)"
  }

  private static func literal(_ host: Substring, of text: String) throws(NetworkError) -> String {
    let address = host.dropFirst().dropLast().lowercased()
    let bare = address.prefix { $0 != "%" }
    guard
      bare.filter({ $0 == ":" }).count >= 2,
      bare.allSatisfy({ $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") }),
      address.dropFirst(bare.count).utf8.allSatisfy({ AllowedBytes.segment.contains($0) || $0 == UInt8(ascii: "%") })
    else { throw .badURL(text, "has a malformed IPv6 host") }
    return "[\(address)]"
  }

  private static func name(_ host: Substring, of text: String) throws(NetworkError) -> String {
    guard !host.isEmpty else { throw .badURL(text, "has no host") }
    let plain = (host.contains("%") ? host.removingPercentEncoding ?? "" : String(host)).lowercased()
    let isName = plain.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        ? scalar.properties.isAlphabetic || (0x30...0x39).contains(scalar.value)
          || "-._".unicodeScalars.contains(scalar)
        : !scalar.properties.isWhitespace && scalar.value > 0x9F
    }
    guard isName, !plain.isEmpty, !plain.hasPrefix("."), !plain.contains("..") else {
      throw .badURL(text, "has a malformed host")
    }
    return plain
  }
}

extension NetworkError {
  /// The fault of an address.
  static func badURL(_ text: String, _ reason: String) -> NetworkError {
    .invalidRequest(.url(text, reason: reason))
  }
}
