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
  private let isASCII: Bool

  /// Takes an absolute address apart.
  /// - Throws: `NetworkError.invalidRequest` when it has no http or https scheme, no host, or a malformed host or port.
  init(_ text: String) throws(NetworkError) {
    let bytes = text.utf8
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")), bytes[colon...].starts(with: "://".utf8) else {
      throw .badURL(text, "has no scheme")
    }
    let scheme = String(text[..<colon])
    let isSecure = HTTPToken.equal(scheme, "https")
    guard isSecure || HTTPToken.equal(scheme, "http") else { throw .badURL(text, "is not an http or https address") }
    let start = bytes.index(colon, offsetBy: 3)
    let end = bytes[start...].firstIndex { $0 == 0x2F || $0 == 0x3F || $0 == 0x23 } ?? bytes.endIndex
    origin = try (isSecure ? "https://" : "http://") + URLAuthority.normalised(text[start..<end], of: text)
    isASCII = origin.utf8.allSatisfy { $0 < 0x80 }
    (path, query, fragment) = Self.split(text[end...])
  }

  /// A base and a route's path as one address.
  /// - Throws: `NetworkError.invalidRequest` that says what is wrong with them.
  static func joined(_ base: String, _ path: String) throws(NetworkError) -> URL {
    if let text = joinedIfNormal(base, path), let url = URL(string: text) { return url }
    var address = try URLText(base)
    try address.append(path: path)
    return try address.url()
  }

  /// Adds the path of a route, which may carry a query and a fragment: `airports.json`, `/airports?limit=5`.
  ///
  /// - Throws: `NetworkError.invalidRequest` for a segment `.` or `..`, which would leave the place of the base.
  mutating func append(path text: String) throws(NetworkError) {
    let (added, addedQuery, addedFragment) = Self.split(text[...])
    try join(added[Self.withoutSlashes(added[...]).startIndex...])
    if let addedQuery { append(query: addedQuery) }
    fragment = addedFragment ?? fragment
  }

  /// Adds path segments, each of them data that is encoded as a whole: a `/`, `?`, `#` or `%` inside becomes an escape.
  ///
  /// Slashes at either end of a segment are taken for the joint; an empty segment adds nothing; a slash at the very end
  /// stays.
  /// - Throws: `NetworkError.invalidRequest` for a segment `.` or `..`, which would leave the place of the base.
  mutating func append(segments: [String]) throws(NetworkError) {
    var joined = ""
    for segment in segments {
      let bare = Self.withoutSlashes(segment[...])
      guard !bare.isEmpty else { continue }
      if !joined.isEmpty { joined += "/" }
      joined += PercentEncoding.encode(bare, .segment)
    }
    guard !joined.isEmpty else { return }
    if segments.last?.utf8.last == 0x2F { joined += "/" }
    try join(joined[...])
  }

  /// Adds query items that are encoded already; an empty text adds nothing.
  mutating func append(query added: String) {
    guard !added.isEmpty else { return }
    let present = query.map { $0.utf8.last == UInt8(ascii: "&") ? String($0.dropLast()) : $0 } ?? ""
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
    // An ASCII host has been checked byte by byte; only one in another script can still be refused by its mapping.
    guard let url = URL(string: text), isASCII || url.absoluteString.utf8.allSatisfy({ $0 < 0x80 }) else {
      throw .badURL(text, "is no address that can be loaded")
    }
    return url
  }

  private mutating func join(_ added: Substring) throws(NetworkError) {
    guard !added.isEmpty else { return }
    guard !added.utf8.split(separator: 0x2F).contains(where: Self.isDotSegment) else {
      throw .badURL(String(added), "has a segment that leaves its place")
    }
    while path.utf8.last == 0x2F { path.removeLast() }
    path += "/"
    path += added
  }

  // `.` and `..`, with the dots written as they are or as escapes.
  private static func isDotSegment(_ segment: Substring.UTF8View) -> Bool {
    guard segment.count <= 6 else { return false }
    var rest = segment
    var dots = 0
    while let byte = rest.popFirst() {
      let isEscaped = byte == UInt8(ascii: "%") && rest.popFirst() == UInt8(ascii: "2")
      guard byte == 0x2E || isEscaped && rest.popFirst().map(HTTPToken.folded) == UInt8(ascii: "e") else {
        return false
      }
      dots += 1
    }
    return dots == 1 || dots == 2
  }

  private static func withoutSlashes(_ text: Substring) -> Substring {
    let start = text.utf8.firstIndex { $0 != 0x2F } ?? text.endIndex
    var end = text.endIndex
    while end > start, text.utf8[text.utf8.index(before: end)] == 0x2F { end = text.utf8.index(before: end) }
    return text[start..<end]
  }

  private static func split(_ text: Substring) -> (path: String, query: String?, fragment: String?) {
    let bytes = text.utf8
    let hash = bytes.firstIndex(of: UInt8(ascii: "#"))
    let before = text[..<(hash ?? text.endIndex)]
    let mark = before.utf8.firstIndex(of: UInt8(ascii: "?"))
    return (
      PercentEncoding.encodeKeepingEscapes(before[..<(mark ?? before.endIndex)], .path),
      mark.map { PercentEncoding.encodeKeepingEscapes(before[before.utf8.index(after: $0)...], .query) },
      hash.map { PercentEncoding.encodeKeepingEscapes(text[bytes.index(after: $0)...], .query) }
    )
  }
}

extension NetworkError {
  /// The fault of an address.
  static func badURL(_ text: String, _ reason: String) -> NetworkError {
    .invalidRequest(.url(text, reason: reason))
  }
}
