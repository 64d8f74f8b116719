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
  /// A word is one typo away from it.
  case fuzzy

  /// True when the first fits better.
  public static func < (one: MatchRank, other: MatchRank) -> Bool { one.rawValue < other.rawValue }
}
