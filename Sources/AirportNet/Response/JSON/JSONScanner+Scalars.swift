extension JSONScanner {
  /// A string, from its opening quote to behind its closing one.
  @inline(__always)
  func string(_ at: inout Int) throws(JSONFault) -> UInt64 {
    at += 1
    let start = at
    var flags: UInt64 = 0
    while true {
      let word = UInt64(littleEndian: UnsafeRawPointer(bytes + at).loadUnaligned(as: UInt64.self))
      let special = Self.special(word)
      if special == 0 {
        at += 8
        continue
      }
      // A byte above a special one can be marked without being special: the lowest mark is right.
      at += special.trailingZeroBitCount / 8
      if bytes[at] == UInt8(ascii: "\"") {
        at += 1
        return JSONTape.word(.string, start, length: at - 1 - start, flags: flags)
      }
      let flag: UInt64
      (at, flag) = try oddity(at)
      flags |= flag
    }
  }

  /// Marks the bytes that are a quote, a backslash, a control character or beyond ASCII.
  @inline(__always)
  private static func special(_ word: UInt64) -> UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let quote = word ^ (ones &* 0x22)
    let backslash = word ^ (ones &* 0x5C)
    let marks =
      (quote &- ones) & ~quote | (backslash &- ones) & ~backslash | (word &- (ones &* 0x20)) & ~word
      | word
    return marks & (ones &* 0x80)
  }

  /// Goes past an escape or a run of characters beyond ASCII, and says which it was.
  @inline(never)
  private func oddity(_ start: Int) throws(JSONFault) -> (Int, UInt64) {
    var at = start
    switch bytes[at] {
    case UInt8(ascii: "\\"):
      try escape(&at)
      return (at, JSONTape.flag)
    case 0x80...:
      repeat { try character(&at) } while bytes[at] >= 0x80
      return (at, JSONTape.isWide)
    default:
      throw at >= end
        ? JSONFault("the end of the document in a string", at: end)
        : JSONFault("the control character \(bytes[at]) in a string", at: at)
    }
  }

  /// A character of two to four bytes, by table 3-7 of the Unicode Standard.
  @inline(__always)
  private func character(_ at: inout Int) throws(JSONFault) {
    let (lead, second) = (bytes[at], bytes[at + 1])
    let (length, range): (Int, ClosedRange<UInt8>) =
      switch lead {
      case 0xC2...0xDF: (2, 0x80...0xBF)
      case 0xE0: (3, 0xA0...0xBF)
      case 0xED: (3, 0x80...0x9F)
      case 0xE1...0xEF: (3, 0x80...0xBF)
      case 0xF0: (4, 0x90...0xBF)
      case 0xF1...0xF3: (4, 0x80...0xBF)
      case 0xF4: (4, 0x80...0x8F)
      default: (0, 0...0)
      }
    guard length > 0, range.contains(second), length < 3 || bytes[at + 2] & 0xC0 == 0x80,
      length < 4 || bytes[at + 3] & 0xC0 == 0x80
    else { throw JSONFault("a byte that is no UTF-8 in a string", at: at) }
    at += length
  }

  private func escape(_ at: inout Int) throws(JSONFault) {
    switch bytes[at + 1] {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"),
      UInt8(ascii: "f"),
      UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
      at += 2
    case UInt8(ascii: "u"):
      let start = at
      let unit = try hexadecimal(&at)
      guard unit & 0xF800 == 0xD800 else { return }
      guard unit < 0xDC00, bytes[at] == UInt8(ascii: "\\"), bytes[at + 1] == UInt8(ascii: "u"),
        try hexadecimal(&at) & 0xFC00 == 0xDC00
      else { throw JSONFault("half of a surrogate pair in a string", at: start) }
    default:
      throw at + 1 >= end
        ? JSONFault("the end of the document in a string", at: end)
        : JSONFault("an unknown escape in a string", at: at)
    }
  }

  private func hexadecimal(_ at: inout Int) throws(JSONFault) -> UInt32 {
    guard let unit = Self.unit(bytes + at + 2) else {
      throw JSONFault("an escape without its four hexadecimal digits", at: at)
    }
    at += 6
    return unit
  }

  /// The value of four hexadecimal digits.
  static func unit(_ digits: UnsafePointer<UInt8>) -> UInt32? {
    var unit: UInt32 = 0
    for place in 0..<4 {
      switch digits[place] {
      case let digit where digit &- 0x30 < 10: unit = unit << 4 | UInt32(digit - 0x30)
      case let digit where (digit | 0x20) &- 0x61 < 6:
        unit = unit << 4 | UInt32((digit | 0x20) - 0x61 + 10)
      default: return nil
      }
    }
    return unit
  }

  /// A number.
  @inline(__always)
  func number(_ at: inout Int) throws(JSONFault) -> UInt64 {
    let start = at
    var flags = JSONTape.flag
    if bytes[at] == UInt8(ascii: "-") { at += 1 }
    if bytes[at] == UInt8(ascii: "0") {
      at += 1
      guard bytes[at] &- 0x30 >= 10 else {
        throw JSONFault("a number with a leading zero", at: start)
      }
    } else {
      try digits(start, &at)
    }
    if bytes[at] == UInt8(ascii: ".") {
      flags = 0
      at += 1
      try digits(start, &at)
    }
    if bytes[at] | 0x20 == UInt8(ascii: "e") {
      flags = 0
      at += 1
      if bytes[at] == UInt8(ascii: "+") || bytes[at] == UInt8(ascii: "-") { at += 1 }
      try digits(start, &at)
    }
    return JSONTape.word(.number, start, length: at - start, flags: flags)
  }

  @inline(__always)
  private func digits(_ start: Int, _ at: inout Int) throws(JSONFault) {
    guard bytes[at] &- 0x30 < 10 else { throw JSONFault("a number without its digits", at: start) }
    repeat { at += 1 } while bytes[at] &- 0x30 < 10
  }
}
