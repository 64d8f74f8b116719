internal import Foundation

/// A text as search compares it: letters and digits in lower case without marks, in words parted by one space.
///
/// Case, diacritics, width (`ＩＣＮ`), ligatures and punctuation make no difference; an apostrophe does not part a word.
/// Hangul is taken apart into its letters, so that `인ㅊ`, on the way to `인천`, is the beginning of it.
struct FoldedText: Hashable, Sendable {
  /// The words, parted by one space.
  let text: String

  /// Folds a text.
  init(_ original: String) {
    text = Self.asciiFold(original) ?? Self.fold(original)
  }

  /// The words, in their order.
  var words: [Substring] { text.split(separator: " ") }

  /// True when there is no letter and no digit.
  var isEmpty: Bool { text.isEmpty }

  /// The text for a person: Hangul is put together again.
  var display: String { text.precomposedStringWithCanonicalMapping }

  /// The folding of a text that is all ASCII, which most are; nil for another.
  private static func asciiFold(_ original: String) -> String? {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(original.utf8.count)
    for byte in original.utf8 {
      switch byte {
      case 0x61...0x7A, 0x30...0x39: bytes.append(byte)
      case 0x41...0x5A: bytes.append(byte | 0x20)
      case 0x27: break
      case 0x80...: return nil
      default: if let last = bytes.last, last != 0x20 { bytes.append(0x20) }
      }
    }
    if bytes.last == 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func fold(_ original: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in original.lowercased().decomposedStringWithCompatibilityMapping.unicodeScalars {
      if let letters = lettersWithoutParts[scalar] {
        folded.append(contentsOf: letters.unicodeScalars)
        continue
      }
      switch scalar.properties.generalCategory {
      case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .otherLetter, .decimalNumber, .letterNumber,
        .otherNumber, .spacingMark:
        folded.append(scalar)
      case .nonspacingMark, .enclosingMark, .format, .modifierLetter: break
      default: if let last = folded.last, last != " ", !apostrophes.contains(scalar) { folded.append(" ") }
      }
    }
    if folded.last == " " { folded.removeLast() }
    return String(folded)
  }

  private static let apostrophes: Set<Unicode.Scalar> = ["'", "\u{2018}", "\u{2019}", "`", "\u{B4}"]

  /// Letters that Unicode does not take apart, as people type them.
  private static let lettersWithoutParts: [Unicode.Scalar: String] = [
    "ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "ł": "l", "ħ": "h", "ı": "i",
    "ŧ": "t", "ŋ": "n",
  ]
}
