extension URLText {
  /// True when the text is an address that taking apart would give back as it is.
  ///
  /// Most addresses are, and one pass over the bytes shows it. False says nothing: a user, an IPv6 host or a host in
  /// another script is left to the full reading.
  static func isNormal(_ text: String) -> Bool {
    text.utf8.withContiguousStorageIfAvailable { bytes in
      var scanner = NormalScanner(bytes: bytes)
      return scanner.isNormal()
    } ?? false
  }
}

private struct NormalScanner {
  let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func isNormal() -> Bool {
    guard skip("http") else { return false }
    _ = skip("s")
    guard skip("://"), skipHost(), !skip(":") || skipPort() else { return false }
    return isRestNormal()
  }

  private mutating func skip(_ text: StaticString) -> Bool {
    let count = text.utf8CodeUnitCount
    guard bytes.count - position >= count else { return false }
    for offset in 0..<count where bytes[position + offset] != text.utf8Start[offset] { return false }
    position += count
    return true
  }

  private mutating func skipHost() -> Bool {
    var previous = UInt8(ascii: ".")
    while position < bytes.count {
      let byte = bytes[position]
      guard byte &- 0x61 < 26 || byte &- 0x30 < 10 || byte == 0x2D || (byte == 0x2E && previous != 0x2E) else { break }
      previous = byte
      position += 1
    }
    return previous != 0x2E
  }

  private mutating func skipPort() -> Bool {
    var port = 0
    let start = position
    while position < bytes.count, position - start < 5, bytes[position] &- 0x30 < 10 {
      port = port * 10 + Int(bytes[position] &- 0x30)
      position += 1
    }
    return position > start && port < 65_536
  }

  private mutating func isRestNormal() -> Bool {
    guard position < bytes.count else { return true }
    guard bytes[position] == UInt8(ascii: "/") || bytes[position] == UInt8(ascii: "?") else { return false }
    let allowed = AllowedBytes.query
    while position < bytes.count {
      if bytes[position] == UInt8(ascii: "%") {
        guard PercentEncoding.isEscape(bytes, at: position) else { return false }
        position += 3
      } else {
        guard allowed.contains(bytes[position]) else { return false }
        position += 1
      }
    }
    return true
  }
}
