/// Finds where one JSON value ends, however its bytes are cut: by quotes and brackets alone, which whoever decodes the
/// value checks. Pure; looks at each byte once and keeps no stack, so depth costs nothing.
struct JSONValueScan: Sendable {
  private enum State: Sendable {
    case begins, scalar, container, text, escape
  }

  private var state = State.begins
  private var depth = 0

  /// The place after the last byte of the value, nil where that has not come. Called with what follows the bytes of the
  /// call before. Numbers and words end before white space, a comma or a closing bracket.
  mutating func end(in bytes: [UInt8], from start: Int) -> Int? {
    for place in start..<bytes.count {
      let byte = bytes[place]
      switch state {
      case .escape: state = .text
      case .text:
        if byte == UInt8(ascii: "\\") { state = .escape }
        guard byte == UInt8(ascii: "\"") else { break }
        if depth == 0 { return place + 1 }
        state = .container
      case .scalar:
        if Self.endsScalar(byte) { return place }
      case .begins, .container:
        switch byte {
        case UInt8(ascii: "\""): state = .text
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          depth += 1
          state = .container
        case UInt8(ascii: "}") where depth > 0, UInt8(ascii: "]") where depth > 0:
          depth -= 1
          if depth == 0 { return place + 1 }
        default:
          if depth == 0 { state = .scalar }
        }
      }
    }
    return nil
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}"): true
    default: false
    }
  }
}
