extension HTTPHeaders {
  /// Adds one header line as it came over the wire, with or without its line end.
  ///
  /// White space around the value is trimmed, none is needed after the colon; a line that begins with white space
  /// continues the value before it (RFC 9112 section 5.2). Bytes that are not UTF-8 are read as Latin-1.
  /// - Returns: false, and nothing is added, when the line is no header field: no colon, or a name that is no token.
  @discardableResult
  public mutating func append(fieldLine line: some BidirectionalCollection<UInt8>) -> Bool {
    var line = line[...]
    while let last = line.last, last == 0x0A || last == 0x0D { line.removeLast() }
    guard let first = line.first else { return false }
    if HTTPFieldLine.isSpace(first) {
      guard let previous = last else { return false }
      replaceLast(value: "\(previous.value) \(HTTPFieldLine.text(HTTPFieldLine.trimmed(line)))")
      return true
    }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return false }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    guard HTTPToken.isToken(name) else { return false }
    append(name: name, value: HTTPFieldLine.text(HTTPFieldLine.trimmed(line[line.index(after: colon)...])))
    return true
  }
}

private enum HTTPFieldLine {
  static func isSpace(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  static func trimmed<Bytes: BidirectionalCollection<UInt8>>(_ bytes: Bytes) -> Bytes.SubSequence {
    var bytes = bytes[...]
    while let first = bytes.first, isSpace(first) { bytes.removeFirst() }
    while let last = bytes.last, isSpace(last) { bytes.removeLast() }
    return bytes
  }

  static func text(_ bytes: some Collection<UInt8>) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    var text = String.UnicodeScalarView()
    for byte in bytes { text.append(Unicode.Scalar(byte)) }
    return String(text)
  }
}
