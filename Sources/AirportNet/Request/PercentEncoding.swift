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
    guard !text.utf8.allSatisfy(allowed.contains) else { return String(text) }
    var output: [UInt8] = []
    Array(text.utf8).withUnsafeBufferPointer { bytes in
      for (index, byte) in bytes.enumerated() {
        if byte == UInt8(ascii: "%"), isEscape(bytes, at: index) {
          output.append(byte)
        } else {
          append(byte, allowed, to: &output)
        }
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// True when the `%` at an index is followed by two hexadecimal digits.
  static func isEscape(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int) -> Bool {
    index + 2 < bytes.count && isHex(bytes[index + 1]) && isHex(bytes[index + 2])
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
