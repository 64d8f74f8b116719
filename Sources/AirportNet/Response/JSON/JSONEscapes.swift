/// Resolves the escapes of a string that the scanner has checked.
enum JSONEscapes {
  static func resolved(_ text: UnsafeBufferPointer<UInt8>) -> String {
    guard let source = text.baseAddress else { return "" }
    return String(unsafeUninitializedCapacity: text.count) { target in
      var (from, to) = (0, 0)
      while from < text.count {
        guard source[from] == UInt8(ascii: "\\") else {
          target[to] = source[from]
          from += 1
          to += 1
          continue
        }
        let letter = source[from + 1]
        if letter == UInt8(ascii: "u") {
          from += unicode(source + from) { byte in
            target[to] = byte
            to += 1
          }
        } else {
          target[to] = plain(letter)
          from += 2
          to += 1
        }
      }
      return to
    }
  }

  private static func plain(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case UInt8(ascii: "f"): 0x0C
    case UInt8(ascii: "n"): 0x0A
    case UInt8(ascii: "r"): 0x0D
    case UInt8(ascii: "t"): 0x09
    default: letter
    }
  }

  /// Writes the character of `\uXXXX`, or of two that are a surrogate pair; returns how long the escape was.
  @inline(__always)
  private static func unicode(_ escape: UnsafePointer<UInt8>, _ write: (UInt8) -> Void) -> Int {
    let unit = JSONScanner.unit(escape + 2) ?? 0
    let isPair = unit & 0xFC00 == 0xD800
    let code =
      isPair ? 0x1_0000 + (unit & 0x3FF) << 10 + (JSONScanner.unit(escape + 8) ?? 0) & 0x3FF : unit
    UTF8.encode(Unicode.Scalar(code) ?? "\u{FFFD}").map { $0.forEach(write) }
    return isPair ? 12 : 6
  }
}
