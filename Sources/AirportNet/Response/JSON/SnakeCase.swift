internal import Foundation

/// Makes `runwayLength` of `runway_length`, as `JSONDecoder.KeyDecodingStrategy.convertFromSnakeCase` does.
enum SnakeCase {
  /// Underscores at the ends stay; the first word becomes lower case, the others are capitalized; a single word stays.
  static func converted(_ key: String) -> String {
    guard let first = key.firstIndex(where: { $0 != "_" }),
      let last = key.lastIndex(where: { $0 != "_" })
    else {
      return key
    }
    let words = key[first...last].split(separator: "_")
    guard words.count > 1 else { return key }
    let middle = words[0].lowercased() + words.dropFirst().map(\.capitalized).joined()
    return key[..<first] + middle + key[key.index(after: last)...]
  }
}
