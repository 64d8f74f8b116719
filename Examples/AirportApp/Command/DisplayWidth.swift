/// How many columns of a terminal a text takes.
///
/// A Hangul syllable, a Chinese character, a full-width form and an emoji take two (Unicode Standard Annex 11, wide and
/// full-width; Annex 51 for emoji), a combining mark none, anything else one.
enum DisplayWidth {
  /// The columns of a text.
  static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + of($1) }
  }

  /// The columns of what a person sees as one character.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if scalars.contains("\u{FE0F}") || isRegional(first) && scalars.count > 1 { return 2 }
    return of(first)
  }

  /// A text cut to the columns, with an ellipsis where something was cut; a wide character is never halved.
  static func cut(_ text: String, to columns: Int) -> String {
    if of(text) <= columns { return text }
    guard columns > 0 else { return "" }
    var (kept, width) = ("", 0)
    for character in text {
      width += of(character)
      if width > columns - 1 { break }
      kept.append(character)
    }
    return kept + "…"
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format, .control: return 0
    default: break
    }
    if scalar.properties.isEmojiPresentation && !isRegional(scalar) { return 2 }
    return wide.contains { $0.contains(scalar.value) } ? 2 : 1
  }

  private static func isRegional(_ scalar: Unicode.Scalar) -> Bool { (0x1F1E6...0x1F1FF).contains(scalar.value) }

  /// The blocks whose characters are wide. The leading consonants of Hangul are; what follows them is in their columns.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97C, 0xAC00...0xD7A3, 0xF900...0xFAFF,
    0xFE30...0xFE6F, 0xFF01...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD,
  ]
}
