/// Reads keys from the bytes of a terminal, however reads cut them: UTF-8, control characters, the escape sequences of
/// ECMA-48 (CSI, SS3) that keys send, and bracketed paste. Pure.
///
/// What it does not know it swallows whole: an unknown sequence, a key with Alt, a byte that is no UTF-8.
struct KeyDecoder {
  private enum State {
    case ground
    /// Within a character of more than one byte.
    case character([UInt8], missing: Int)
    case escape
    /// Behind `ESC [`.
    case sequence([UInt8])
    /// Behind `ESC O`, and behind `ESC [ [` of the Linux console.
    case single
    case paste(Paste)
  }

  private var state = State.ground

  /// Whether there was an ESC, and only time tells if it is the key or begins a sequence.
  var isUndecided: Bool { if case .escape = state { true } else { false } }

  /// The keys that are whole with these bytes.
  mutating func decode(_ bytes: some Sequence<UInt8>) -> [Key] {
    bytes.reduce(into: []) { keys, byte in decode(byte, &keys) }
  }

  /// The Escape key, if an ESC was left alone.
  mutating func timeOut() -> [Key] {
    guard isUndecided else { return [] }
    state = .ground
    return [.escape]
  }

  private mutating func decode(_ byte: UInt8, _ keys: inout [Key]) {
    switch state {
    case .ground: begin(byte, &keys)
    case .character(let bytes, let missing):
      guard byte & 0xC0 == 0x80 else { return beginAgain(byte, &keys) }
      if missing > 1 {
        state = .character(bytes + [byte], missing: missing - 1)
      } else {
        state = .ground
        if let text = String(validating: bytes + [byte], as: UTF8.self), text.isPrintable { keys.append(.text(text)) }
      }
    case .escape:
      switch byte {
      case UInt8(ascii: "["): state = .sequence([])
      case UInt8(ascii: "O"): state = .single
      case 0x1B: keys.append(.escape)
      case 0x08, 0x7F:
        state = .ground
        keys.append(.deleteWord)
      case 0x20...0x7E: state = .ground
      default:
        keys.append(.escape)
        beginAgain(byte, &keys)
      }
    case .sequence(let bytes): goOn(bytes, byte, &keys)
    case .single:
      guard byte >= 0x20, byte < 0x7F else { return beginAgain(byte, &keys) }
      state = .ground
      if let key = Self.finals[byte] { keys.append(key) }
    case .paste(var paste):
      if let text = paste.add(byte) {
        state = .ground
        if !text.isEmpty { keys.append(.paste(text)) }
      } else {
        state = .paste(paste)
      }
    }
  }

  /// Drops what is unfinished, and takes the byte for a new beginning.
  private mutating func beginAgain(_ byte: UInt8, _ keys: inout [Key]) {
    state = .ground
    begin(byte, &keys)
  }

  private mutating func begin(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x1B: state = .escape
    case 0x20...0x7E: keys.append(.text(String(UnicodeScalar(byte))))
    case 0xC2...0xDF: state = .character([byte], missing: 1)
    case 0xE0...0xEF: state = .character([byte], missing: 2)
    case 0xF0...0xF4: state = .character([byte], missing: 3)
    default: if let key = Self.controls[byte] { keys.append(key) }
    }
  }

  private mutating func goOn(_ bytes: [UInt8], _ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case UInt8(ascii: "[") where bytes.isEmpty: state = .single
    case 0x20...0x3F:
      // Longer than any key's: it is swallowed, not kept.
      state = .sequence(bytes.count < 32 ? bytes + [byte] : bytes)
    case 0x40...0x7E:
      state = .ground
      let numbers = bytes.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      let number = numbers.first.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
      if byte != UInt8(ascii: "~") {
        if let key = Self.finals[byte] { keys.append(key) }
      } else if number == 200 {
        state = .paste(Paste())
      } else if let number, let key = Self.numbers[number] {
        keys.append(key)
      }
    default: beginAgain(byte, &keys)
    }
  }

  private static let controls: [UInt8: Key] = [
    0x03: .interrupt, 0x04: .endOfInput, 0x08: .backspace, 0x0A: .enter, 0x0C: .redraw, 0x0D: .enter, 0x0E: .down,
    0x10: .up, 0x12: .refresh, 0x15: .deleteAll, 0x17: .deleteWord, 0x1A: .suspend, 0x7F: .backspace,
  ]

  private static let finals: [UInt8: Key] = [
    UInt8(ascii: "A"): .up, UInt8(ascii: "B"): .down, UInt8(ascii: "H"): .home, UInt8(ascii: "F"): .end,
    UInt8(ascii: "M"): .enter,
  ]

  private static let numbers: [Int: Key] = [1: .home, 4: .end, 5: .pageUp, 6: .pageDown, 7: .home, 8: .end]
}

/// A pasted text on its way, up to `ESC [ 201 ~`. More than a field can be for is swallowed.
private struct Paste {
  private static let end: [UInt8] = [0x1B, 0x5B, 0x32, 0x30, 0x31, 0x7E]
  private static let limit = 4096
  private var bytes: [UInt8] = []
  private var count = 0
  private var last: [UInt8] = []

  /// The text on one line, when the byte was the last one.
  mutating func add(_ byte: UInt8) -> String? {
    count += 1
    if bytes.count < Self.limit { bytes.append(byte) }
    last = (last + [byte]).suffix(Self.end.count)
    guard last == Self.end else { return nil }
    let text = String(decoding: bytes.prefix(count - Self.end.count), as: UTF8.self)
    return text.onOneLine.filter { $0 != "\u{FFFD}" }
  }
}

extension String {
  /// Whether no scalar of the text would be taken for a command.
  fileprivate var isPrintable: Bool { onOneLine == self }
}
