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

  /// A base and a route's path as one address, where one look shows that taking both apart would give the same: the base
  /// has no query, the path no escape and no segment that begins with a dot.
  static func joinedIfNormal(_ base: String, _ path: String) -> String? {
    let slash = UInt8(ascii: "/")
    guard let start = path.utf8.firstIndex(where: { $0 != slash }), path.utf8[start] != UInt8(ascii: "?"),
      path.utf8.last != UInt8(ascii: "?"),
      !base.utf8.suffix(2).elementsEqual("//".utf8),
      !base.utf8.contains(where: { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") })
    else { return nil }
    var previous = slash
    for byte in path.utf8[start...] {
      if byte == UInt8(ascii: "%") || byte == UInt8(ascii: ".") && previous == slash { return nil }
      previous = byte
    }
    var joined = base
    if base.utf8.last != slash { joined += "/" }
    joined += path[start...]
    return isNormal(joined) ? joined : nil
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
