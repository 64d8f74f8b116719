/// The character rules of RFC 9110 that names and values on the wire obey.
enum HTTPToken {
  /// True for a non-empty run of `tchar` (RFC 9110 section 5.6.2): what a method or a field name may be.
  static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(isTokenByte)
  }

  /// True when the text cannot end a header line early: it holds no CR, LF or NUL.
  static func isFieldValue(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 != 0x0D && $0 != 0x0A && $0 != 0 }
  }

  /// Compares two names as HTTP does: ASCII letters are equal in either case, all else byte by byte.
  static func equal(_ left: String, _ right: String) -> Bool {
    let left = left.utf8
    let right = right.utf8
    return left.count == right.count && zip(left, right).allSatisfy { folded($0) == folded($1) }
  }

  /// The lower-case form of one ASCII byte; other bytes stay.
  static func folded(_ byte: UInt8) -> UInt8 {
    byte &- 0x41 < 26 ? byte | 0x20 : byte
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: "^"), UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
