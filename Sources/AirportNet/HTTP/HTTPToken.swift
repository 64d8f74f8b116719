/// The character rules of RFC 9110 that names and values on the wire obey.
enum HTTPToken {
  /// True for a non-empty run of `tchar` (RFC 9110 section 5.6.2): what a method or a field name may be.
  static func isToken(_ text: String) -> Bool {
    isToken(bytes: text.utf8)
  }

  /// As `isToken`, for bytes that are not text yet.
  static func isToken(bytes: some Collection<UInt8>) -> Bool {
    let allowed = AllowedBytes.token
    return !bytes.isEmpty && bytes.allSatisfy { allowed.contains($0) }
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
}
