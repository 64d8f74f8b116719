/// Percent-encoding of UTF-8 text (RFC 3986 section 2.1), with the sets of bytes that each place leaves as they are.
enum PercentEncoding {
  /// Encodes every byte that is not in the set, `%` too: for text that is data.
  static func encode(_ text: some StringProtocol, _ allowed: AllowedBytes) -> String {
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count)
    append(text, allowed, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  /// As `encode`, into a buffer.
  static func append(_ text: some StringProtocol, _ allowed: AllowedBytes, to output: inout [UInt8]) {
    for byte in text.utf8 { append(byte, allowed, to: &output) }
  }

  /// Encodes what may not stand in the place, and keeps escapes that are there: for text that is a part of an address.
  ///
  /// A `%` that is no escape becomes `%25`; encoding twice changes nothing.
  static func encodeKeepingEscapes(_ text: some StringProtocol, _ allowed: AllowedBytes) -> String {
    let bytes = Array(text.utf8)
    guard !bytes.allSatisfy(allowed.contains) else { return String(text) }
    var output: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "%"), index + 2 < bytes.count, isHex(bytes[index + 1]), isHex(bytes[index + 2]) {
        output.append(byte)
      } else {
        append(byte, allowed, to: &output)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func append(_ byte: UInt8, _ allowed: AllowedBytes, to output: inout [UInt8]) {
    guard !allowed.contains(byte) else { return output.append(byte) }
    output.append(UInt8(ascii: "%"))
    output.append(digit(byte >> 4))
    output.append(digit(byte & 15))
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value < 10 ? 0x30 + value : 0x37 + value
  }

  private static func isHex(_ byte: UInt8) -> Bool {
    byte &- 0x30 < 10 || HTTPToken.folded(byte) &- 0x61 < 6
  }
}

/// A set of ASCII bytes.
struct AllowedBytes: Sendable {
  private let low: UInt64
  private let high: UInt64

  /// Letters, digits, `-._~` and the characters given.
  init(unreservedAnd extra: String) {
    var low: UInt64 = 0
    var high: UInt64 = 0
    let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    for byte in (letters + extra).utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    self.low = low
    self.high = high
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low & (1 << UInt64(byte)) != 0 : byte < 128 && high & (1 << UInt64(byte - 64)) != 0
  }

  /// What a path segment may hold (RFC 3986 `pchar`).
  static let segment = AllowedBytes(unreservedAnd: "!$&'()*+,;=:@")
  /// What a path may hold.
  static let path = AllowedBytes(unreservedAnd: "!$&'()*+,;=:@/")
  /// What a query or a fragment may hold as a whole.
  static let query = AllowedBytes(unreservedAnd: "!$&'()*+,;=:@/?")
  /// What the name and the value of a query item leave unescaped.
  static let queryItem = AllowedBytes(unreservedAnd: "/?")
  /// What a user name and a password in an address may hold.
  static let userInfo = AllowedBytes(unreservedAnd: "!$&'()*+,;=:")
}
