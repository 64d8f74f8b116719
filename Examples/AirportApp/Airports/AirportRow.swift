public import AirportNet

/// A found airport, as a list shows it.
public struct AirportRow: Hashable, Sendable, Identifiable {
  /// The airport.
  public let airport: AirportModel
  /// How well it fits what was typed.
  public let rank: MatchRank
  /// The way from the person's location in kilometres, nil while that is not known.
  public let distance: Double?
  /// The direction from the person's location in degrees clockwise from north, nil while that is not known.
  public let bearing: Double?

  /// A row, as seen from a location.
  public init(_ airport: AirportModel, rank: MatchRank, from location: GeoPoint? = nil) {
    self.airport = airport
    self.rank = rank
    let place = airport.location
    distance = place.flatMap { location?.distance(to: $0) }
    bearing = place.flatMap { location?.bearing(to: $0) }
  }

  /// The airport's code.
  public var id: String { airport.code }

  /// The city and the country.
  public var city: AirportCity { AirportCity(airport) }
}

extension AirportModel {
  /// Where it is; nil where its degrees are none.
  public var location: GeoPoint? { GeoPoint(latitude: latitude, longitude: longitude) }
}
