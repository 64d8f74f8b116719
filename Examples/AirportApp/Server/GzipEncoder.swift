internal import Foundation

/// The gzip form of bytes without compressing them: stored deflate blocks (RFC 1951, section 3.2.4; RFC 1952).
///
/// Any gzip reader reads it; it lets every route answer with `Content-Encoding: gzip` without a compression library.
enum GzipEncoder {
  static func store(_ bytes: Data) -> Data {
    var result = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])
    var rest = bytes[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(65_535)
      let count = UInt16(block.count)
      result.append(rest.isEmpty ? 1 : 0)
      appendLittleEndian(count, to: &result)
      appendLittleEndian(~count, to: &result)
      result.append(block)
    } while !rest.isEmpty
    appendLittleEndian(checksum(bytes), to: &result)
    appendLittleEndian(UInt32(truncatingIfNeeded: bytes.count), to: &result)
    return result
  }

  /// CRC-32 as gzip wants it.
  static func checksum(_ bytes: Data) -> UInt32 {
    ~bytes.withUnsafeBytes { buffer in
      buffer.reduce(~0) { crc, byte in
        (crc >> 8) ^ table[Int((crc ^ UInt32(byte)) & 0xFF)]
      }
    }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { crc, _ in (crc >> 1) ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
  }

  private static func appendLittleEndian<Number: FixedWidthInteger>(_ number: Number, to data: inout Data) {
    withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
  }
}
