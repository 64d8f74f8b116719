import Foundation

/// The part of an address between `//` and the path: user, host and port.
enum URLAuthority {
  /// The part with its host in lower case and an empty port left out.
  /// - Throws: `NetworkError.invalidRequest` for a missing or malformed host or port; it quotes the whole address.
  static func normalised(_ authority: Substring, of address: String) throws(NetworkError) -> String {
    var rest = authority
    var result = ""
    if let at = rest.utf8.lastIndex(of: UInt8(ascii: "@")) {
      result = PercentEncoding.encodeKeepingEscapes(rest[..<at], .userInfo) + "@"
      rest = rest[rest.utf8.index(after: at)...]
    }
    let isLiteral = rest.utf8.first == UInt8(ascii: "[")
    let end =
      isLiteral
      ? rest.utf8.firstIndex(of: UInt8(ascii: "]")).map(rest.utf8.index(after:))
      : rest.utf8.firstIndex(of: UInt8(ascii: ":")) ?? rest.endIndex
    guard let end else { throw .badURL(address, "has a malformed IPv6 host") }
    result += isLiteral ? try literal(rest[..<end], of: address) : try name(rest[..<end], of: address)
    guard end < rest.endIndex else { return result }

    let port = rest[rest.utf8.index(after: end)...]
    let isNumber = port.utf8.allSatisfy { $0 &- 0x30 < 10 } && (port.isEmpty || UInt16(port) != nil)
    guard rest.utf8[end] == UInt8(ascii: ":"), isNumber else { throw .badURL(address, "has a malformed port") }
    return port.isEmpty ? result : "\(result):\(port)"
  }

  private static func literal(_ host: Substring, of address: String) throws(NetworkError) -> String {
    let text = host.dropFirst().dropLast().lowercased()
    let bare = text.prefix { $0 != "%" }
    let isAddress =
      bare.filter { $0 == ":" }.count >= 2
      && bare.allSatisfy { $0.isASCII && ($0.isHexDigit || $0 == ":" || $0 == ".") }
    let zone = text.dropFirst(bare.count).utf8
    guard isAddress, zone.allSatisfy({ AllowedBytes.segment.contains($0) || $0 == UInt8(ascii: "%") }) else {
      throw .badURL(address, "has a malformed IPv6 host")
    }
    return "[\(text)]"
  }

  private static func name(_ host: Substring, of address: String) throws(NetworkError) -> String {
    guard !host.isEmpty else { throw .badURL(address, "has no host") }
    let allowed = AllowedBytes.host
    let isPlain = host.utf8.allSatisfy { allowed.contains($0) }
    let name =
      isPlain
      ? String(decoding: host.utf8.lazy.map(HTTPToken.folded), as: UTF8.self)
      : (host.removingPercentEncoding ?? "").lowercased()
    let isName =
      isPlain
      || !name.isEmpty
        && name.unicodeScalars.allSatisfy { scalar in
          scalar.isASCII
            ? allowed.contains(UInt8(scalar.value)) : !scalar.properties.isWhitespace && scalar.value > 0x9F
        }
    guard isName, !hasEmptyLabel(name) else { throw .badURL(address, "has a malformed host") }
    return name
  }

  // A dot at the very end is the root and no empty label.
  private static func hasEmptyLabel(_ name: String) -> Bool {
    var previous = UInt8(ascii: ".")
    for byte in name.utf8 {
      if byte == UInt8(ascii: "."), previous == byte { return true }
      previous = byte
    }
    return false
  }
}
