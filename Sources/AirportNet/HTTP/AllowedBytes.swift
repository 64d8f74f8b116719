/// A set of ASCII bytes.
struct AllowedBytes: Sendable {
  private let low: UInt64
  private let high: UInt64

  private static let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"

  /// Letters, digits, `-._~` and the characters given.
  init(unreservedAnd extra: String) { self.init(extra + "-._~" + Self.letters) }

  private init(_ characters: String) {
    var low: UInt64 = 0
    var high: UInt64 = 0
    for byte in characters.utf8 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
    self.low = low
    self.high = high
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 64 ? low & (1 << UInt64(byte)) != 0 : byte < 128 && high & (1 << UInt64(byte - 64)) != 0
  }

  /// What a method or a field name may hold (RFC 9110 `tchar`).
  static let token = AllowedBytes("!#$%&'*+-.^_`|~" + letters)
  /// What a host's name may hold as it is; capitals are folded first.
  static let host = AllowedBytes("-._" + letters)
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
