import Foundation

/// Whether bytes are JSON by RFC 8259, told in the plainest way: what the fuzz test takes for the truth.
struct StrictJSON {
  private struct No: Error {}

  private let bytes: [UInt8]
  private var at = 0
  private var depth = 0

  /// Containers nest this deep at most.
  static let greatestDepth = 512

  static func isValid(_ data: Data) -> Bool {
    guard let text = utf8(data), String(validating: text, as: UTF8.self) != nil else { return false }
    var reader = StrictJSON(bytes: text)
    do {
      try reader.document()
      return true
    } catch {
      return false
    }
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private static func utf8(_ data: Data) -> [UInt8]? {
    let marks: [([UInt8], String.Encoding)] = [
      ([0xEF, 0xBB, 0xBF], .utf8), ([0xFF, 0xFE, 0, 0], .utf32LittleEndian), ([0, 0, 0xFE, 0xFF], .utf32BigEndian),
      ([0xFF, 0xFE], .utf16LittleEndian), ([0xFE, 0xFF], .utf16BigEndian),
    ]
    guard let (mark, encoding) = marks.first(where: { data.starts(with: $0.0) }) else { return Array(data) }
    return String(data: data.dropFirst(mark.count), encoding: encoding).map { Array($0.utf8) }
  }

  private var next: UInt8? { at < bytes.count ? bytes[at] : nil }

  private mutating func document() throws {
    try value()
    space()
    if next != nil { throw No() }
  }

  private mutating func space() { while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { at += 1 } }

  private mutating func take(_ text: String) throws {
    guard bytes[at...].starts(with: text.utf8) else { throw No() }
    at += text.utf8.count
  }

  private mutating func value() throws {
    space()
    switch next {
    case UInt8(ascii: "{"): try list("{", "}") { try $0.member() }
    case UInt8(ascii: "["): try list("[", "]") { try $0.value() }
    case UInt8(ascii: "\""): try string()
    case UInt8(ascii: "t"): try take("true")
    case UInt8(ascii: "f"): try take("false")
    case UInt8(ascii: "n"): try take("null")
    default: try number()
    }
  }

  private mutating func list(_ open: String, _ close: String, _ item: (inout StrictJSON) throws -> Void) throws {
    try take(open)
    depth += 1
    if depth > Self.greatestDepth { throw No() }
    space()
    if next != close.utf8.first {
      try item(&self)
      space()
      while next == UInt8(ascii: ",") {
        at += 1
        try item(&self)
        space()
      }
    }
    try take(close)
    depth -= 1
  }

  private mutating func member() throws {
    space()
    try string()
    space()
    try take(":")
    try value()
  }

  private mutating func string() throws {
    try take("\"")
    while let byte = next, byte != UInt8(ascii: "\"") {
      if byte < 0x20 { throw No() }
      at += 1
      if byte == UInt8(ascii: "\\") { try escape() }
    }
    try take("\"")
  }

  private mutating func escape() throws {
    guard let byte = next else { throw No() }
    at += 1
    if byte != UInt8(ascii: "u") {
      if !"\"\\/bfnrt".utf8.contains(byte) { throw No() }
      return
    }
    let unit = try unit()
    if (0xDC00...0xDFFF).contains(unit) { throw No() }
    guard (0xD800...0xDBFF).contains(unit) else { return }
    try take("\\u")
    if !(0xDC00...0xDFFF).contains(try self.unit()) { throw No() }
  }

  private mutating func unit() throws -> Int {
    let digits = bytes[at...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ "0123456789abcdefABCDEF".utf8.contains($0) }),
      let unit = Int(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw No() }
    at += 4
    return unit
  }

  private mutating func digits() throws {
    let start = at
    while let byte = next, byte &- 0x30 < 10 { at += 1 }
    if at == start { throw No() }
  }

  private mutating func number() throws {
    if next == UInt8(ascii: "-") { at += 1 }
    if next == UInt8(ascii: "0") { at += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      at += 1
      try digits()
    }
    if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
      at += 1
      if let sign = next, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") { at += 1 }
      try digits()
    }
  }
}
