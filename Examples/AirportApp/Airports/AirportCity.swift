public import AirportNet

/// The city of an airport: its name and its country, so that London in Canada is not London in the United Kingdom.
///
/// Equal to another when both are spelled alike but for case, marks and punctuation.
public struct AirportCity: Hashable, Sendable {
  /// The city; the airport's own name, or its code, where it has none.
  public let name: String
  /// The country.
  public let country: String?

  private let key: [String]

  /// The city of an airport.
  public init(_ airport: AirportModel) {
    name = airport.city ?? airport.name ?? airport.code
    country = airport.country
    key = [FoldedText(name).text, FoldedText(country ?? "").text]
  }

  /// True for the same city.
  public static func == (one: AirportCity, other: AirportCity) -> Bool { one.key == other.key }

  /// Hashes the city.
  public func hash(into hasher: inout Hasher) { hasher.combine(key) }
}

/// A city with its airports.
public struct AirportSection: Hashable, Sendable {
  /// The city.
  public let city: AirportCity
  /// Its airports, in the order they were found.
  public let rows: [AirportRow]
}

extension Sequence where Element == AirportRow {
  /// The rows by city, the cities in the order of their first rows.
  public var sections: [AirportSection] {
    var cities: [AirportCity] = []
    var rows: [AirportCity: [AirportRow]] = [:]
    for row in self {
      if rows[row.city] == nil { cities.append(row.city) }
      rows[row.city, default: []].append(row)
    }
    return cities.map { AirportSection(city: $0, rows: rows[$0] ?? []) }
  }
}
