/// How well an airport fits what was typed, best first.
public enum MatchRank: Int, Comparable, Hashable, Sendable, CaseIterable {
  /// What was typed is the airport's IATA or ICAO code.
  case exactCode
  /// The city begins with what was typed.
  case cityPrefix
  /// A word of the city, the name, the country or a code begins with it.
  case wordPrefix
  /// It stands inside of one of them.
  case contains
  /// Its words begin words of one of them, in their order, with others between.
  case wordsInOrder
  /// Its words begin words of several of them, or in another order.
  case wordsApart
  /// Some of its words stand only inside of words.
  case wordsInside
  /// Its words are apart, and none of them begins a word of the city, or of the name where there is no city.
  case wordsElsewhere
  /// A word is one typo away from it.
  case fuzzy

  /// True when the first fits better.
  public static func < (one: MatchRank, other: MatchRank) -> Bool { one.rawValue < other.rawValue }
}
