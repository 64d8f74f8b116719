internal import AirportNet

extension AirportIndex {
  /// What may have been meant by a text that finds nothing: the text with each unknown word replaced by a known one that
  /// is spelled alike, at most three texts, the likeliest first. Empty when every word is known or nothing is near.
  ///
  /// A word of three or four letters may be one typo away, of up to seven two, a longer one three; of equally near words
  /// the commonest wins.
  public func suggestions(for query: String) -> [String] {
    let words = FoldedText(query).words
    guard let unknown = words.firstIndex(where: { !isKnown($0) }) else { return [] }
    let rest = words.enumerated().map { place, word in
      place == unknown || isKnown(word) ? spelling(of: String(word)) : likelyWords(for: word).first ?? String(word)
    }
    return likelyWords(for: words[unknown]).prefix(3).map { word in
      var meant = rest
      meant[unknown] = word
      return meant.joined(separator: " ")
    }
  }

  private func isKnown(_ word: Substring) -> Bool {
    let needle = RowText.Needle(String(word))
    return !compactMapRows { _, row in row.contains(needle) ? true : nil }.isEmpty
  }

  private func likelyWords(for word: Substring) -> [String] {
    let letters = Array(word.unicodeScalars)
    let limit = Spelling.limit(letters: letters.count)
    guard limit > 0 else { return [] }
    let near = vocabulary.compactMap { entry in
      Spelling.distance(letters, entry.letters, limit: limit).map { (distance: $0, entry: entry) }
    }
    guard let least = near.map(\.distance).min() else { return [] }
    return near.filter { $0.distance == least }
      .sorted { ($1.entry.count, $0.entry.word) < ($0.entry.count, $1.entry.word) }
      .prefix(3).map { spelling(of: $0.entry.word) }
  }

  /// A folded word as the first airport that has it spells it.
  private func spelling(of word: String) -> String {
    for airport in airports {
      for field in [airport.city, airport.name, airport.country] {
        for part in (field ?? "").split(whereSeparator: { $0 == " " || $0 == "/" || $0 == "-" }) {
          if FoldedText(String(part)).text == word { return String(part) }
        }
      }
    }
    return FoldedText(word).display
  }
}
