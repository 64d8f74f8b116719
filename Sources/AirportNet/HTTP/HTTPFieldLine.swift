extension HTTPHeaders {
  /// Adds one header line as it came over the wire, with or without its line end.
  ///
  /// White space around the value is trimmed, none is needed after the colon; a line that begins with white space
  /// continues the value before it (RFC 9112 section 5.2). Bytes that are not UTF-8 are read as Latin-1.
  /// - Returns: false, and nothing is added, when the line is no header field: no colon, or a name that is no token.
  @discardableResult
  public mutating func append(fieldLine line: some Collection<UInt8>) -> Bool {
    line.withContiguousStorageIfAvailable { append(line: $0) }
      ?? Array(line).withUnsafeBufferPointer { append(line: $0) }
  }

  private mutating func append(line: UnsafeBufferPointer<UInt8>) -> Bool {
    let line = HTTPFieldLine.trimmedEnd(line[...])
    guard let first = line.first else { return false }
    if HTTPFieldLine.isSpace(first) {
      guard let previous = last else { return false }
      replaceLast(value: "\(previous.value) \(HTTPFieldLine.text(HTTPFieldLine.trimmedStart(line)))")
      return true
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), HTTPToken.isToken(bytes: line[..<colon]) else {
      return false
    }
    let value = HTTPFieldLine.trimmedStart(line[(colon + 1)...])
    append(name: String(decoding: line[..<colon], as: UTF8.self), value: HTTPFieldLine.text(value))
    return true
  }
}

private enum HTTPFieldLine {
  typealias Bytes = Slice<UnsafeBufferPointer<UInt8>>

  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  static func trimmedStart(_ bytes: Bytes) -> Bytes { bytes.drop(while: isSpace) }

  static func trimmedEnd(_ bytes: Bytes) -> Bytes {
    var end = bytes.endIndex
    while end > bytes.startIndex, isSpace(bytes[end - 1]) || bytes[end - 1] == 0x0D || bytes[end - 1] == 0x0A {
      end -= 1
    }
    return bytes[..<end]
  }

  static func text(_ bytes: Bytes) -> String {
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }
}
