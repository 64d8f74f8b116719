/// What a row's folded text is searched for: the query as a whole, and its words.
struct AirportPatterns {
  /// The folded query.
  let query: String
  /// Whether any word has another spelling to be tried.
  var hasAlternatives: Bool { words.contains { !$0.alternatives.isEmpty } }

  private let whole: Pattern
  private let words: [Pattern]
  /// The query without spaces, at the beginning of a field without spaces; for `newyork`.
  private let compact: RowText.Needle?

  /// Patterns for a folded query.
  /// - Parameter similar: other spellings to try for a word.
  init(_ query: FoldedText, similar: (Substring) -> [String] = { _ in [] }) {
    self.query = query.text
    whole = Pattern(query.text, alternatives: [])
    let parts = query.words
    words = parts.map { Pattern(String($0), alternatives: similar($0)) }
    let joined = parts.joined()
    compact = joined.utf8.count >= 4 ? RowText.Needle("\t\(joined)") : nil
  }

  /// How well a row fits; nil when a word is not found. Words that stand together come before words that do not.
  func rank(in row: RowText) -> MatchRank? {
    let best = whole.rank(in: row)
    if let best, best <= .wordPrefix { return best }
    if let compact, row.compactContains(compact) { return .wordPrefix }
    if let best { return best }
    var worst = MatchRank.exactCode
    for word in words {
      guard let rank = word.rank(in: row) else { return nil }
      worst = max(worst, rank)
    }
    if worst == .fuzzy { return .fuzzy }
    if worst < .contains && row.containsInOneField(words.lazy.map(\.wordPrefix)) { return .wordsInOrder }
    guard words.contains(where: { row.cityContains($0.wordPrefix) }) else { return .wordsElsewhere }
    return worst < .contains ? .wordsApart : .wordsInside
  }
}

/// One text to look for.
private struct Pattern {
  private let anywhere: RowText.Needle
  let wordPrefix: RowText.Needle
  /// Whole words that count as the text with a typo.
  let alternatives: [RowText.Needle]

  init(_ text: String, alternatives: [String]) {
    anywhere = RowText.Needle(text)
    wordPrefix = RowText.Needle(" \(text)")
    self.alternatives = alternatives.map { RowText.Needle(" \($0) ") }
  }

  func rank(in row: RowText) -> MatchRank? {
    if row.contains(anywhere) {
      guard row.contains(wordPrefix) else { return .contains }
      return row.starts(with: wordPrefix) ? .cityPrefix : .wordPrefix
    }
    return alternatives.contains(where: row.contains) ? .fuzzy : nil
  }
}
