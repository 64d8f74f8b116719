/// A line of text that a person edits at its end. Pure.
struct TextField: Hashable, Sendable {
  /// More is not taken: no search is longer.
  static let limit = 256

  /// What it holds.
  private(set) var text = ""

  /// Adds a text, without what a terminal would take for a command. A mark joins the letter before it.
  mutating func insert(_ new: String) {
    text = String((text + new.onOneLine).prefix(Self.limit))
  }

  /// Takes away the last character, be it of several scalars.
  mutating func deleteLast() { _ = text.popLast() }

  /// Takes away the last word and the blanks behind it.
  mutating func deleteWord() {
    while text.last?.isWhitespace == true { text.removeLast() }
    while let last = text.last, !last.isWhitespace { text.removeLast() }
  }

  /// Takes away everything.
  mutating func clear() { text = "" }

  /// As much of the end as fits in the columns, behind an ellipsis where something is cut; a wide character is never
  /// halved.
  func shown(in columns: Int) -> String {
    if DisplayWidth.of(text) <= columns { return text }
    guard columns > 0 else { return "" }
    var (kept, width) = ([Character](), 1)
    for character in text.reversed() {
      width += DisplayWidth.of(character)
      if width > columns { break }
      kept.append(character)
    }
    return "…" + String(kept.reversed())
  }
}
