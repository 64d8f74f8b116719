/// The first words that ask for something else than a search.
///
/// A query that is one of them is searched for behind `--`, as in `airports -- login`.
public enum Subcommand: String, CaseIterable, Hashable, Sendable {
  /// One airport, in full.
  case show
  /// Log in.
  case login
  /// Read and change posts.
  case posts
  /// Only the server.
  case serve

  /// The name of a list that may have been meant by a word: the nearest one, nil when none is near or when the word is a
  /// name itself.
  static func alike(_ word: String, of names: [String] = allCases.map(\.rawValue)) -> String? {
    let letters = Array(word.lowercased().unicodeScalars)
    let limit = min(2, Spelling.limit(letters: letters.count))
    let near = names.compactMap { name in
      Spelling.distance(letters, Array(name.unicodeScalars), limit: limit).map { (distance: $0, name: name) }
    }
    guard let nearest = near.min(by: { $0.distance < $1.distance }), nearest.distance > 0 else { return nil }
    return nearest.name
  }
}
