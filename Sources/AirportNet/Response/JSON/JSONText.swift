internal import Foundation

/// Finds out in which form of Unicode a document is.
enum JSONText {
  /// The document in UTF-8, without a byte order mark.
  static func utf8(_ data: Data) throws -> Data {
    let first = Array(data.prefix(4))
    let (encoding, mark) = form(first)
    if encoding == .utf8 { return mark == 0 ? data : data.dropFirst(mark) }
    guard let text = String(data: data.dropFirst(mark), encoding: encoding) else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: "The document is no valid \(encoding) text."))
    }
    return Data(text.utf8)
  }

  /// The encoding and the length of its mark. Without one, where the zeros are says it, as the first character is ASCII
  /// and so is the second outside of a string (RFC 4627, section 3).
  private static func form(_ first: [UInt8]) -> (String.Encoding, Int) {
    let isZero = first.map { $0 == 0 }
    if first.starts(with: [0, 0, 0xFE, 0xFF]) { return (.utf32BigEndian, 4) }
    if first.starts(with: [0xFF, 0xFE, 0, 0]) { return (.utf32LittleEndian, 4) }
    if first.starts(with: [0xFE, 0xFF]) { return (.utf16BigEndian, 2) }
    if first.starts(with: [0xFF, 0xFE]) { return (.utf16LittleEndian, 2) }
    if first.starts(with: [0xEF, 0xBB, 0xBF]) { return (.utf8, 3) }
    switch isZero {
    case [true, true, true, false]: return (.utf32BigEndian, 0)
    case [false, true, true, true]: return (.utf32LittleEndian, 0)
    case [true, false, true, false], [true, false]: return (.utf16BigEndian, 0)
    case [false, true, false, true], [false, true]: return (.utf16LittleEndian, 0)
    default: return (.utf8, 0)
    }
  }
}
