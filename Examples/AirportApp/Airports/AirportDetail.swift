public import AirportNet

/// What a screen for one airport tells: the airport, and how it lies from where the person is.
public struct AirportDetail: Hashable, Sendable, Identifiable {
  /// The airport.
  public let airport: AirportModel
  /// The way from the person's location in kilometres, nil while that is not known.
  public let distance: Double?
  /// The direction from the person's location in degrees clockwise from north, nil while that is not known.
  public let bearing: Double?

  /// An airport, as seen from a location.
  public init(_ airport: AirportModel, from location: GeoPoint? = nil) {
    self.airport = airport
    let place = airport.location
    distance = place.flatMap { location?.distance(to: $0) }
    bearing = place.flatMap { location?.bearing(to: $0) }
  }

  /// The airport's code.
  public var id: String { airport.code }
  /// The city and the country.
  public var city: AirportCity { AirportCity(airport) }
  /// The direction in words, nil while the bearing is not known, and for the place itself.
  public var compassPoint: CompassPoint? {
    guard let distance, distance > 0 else { return nil }
    return bearing.map { CompassPoint(bearing: $0) }
  }
  /// The length of the longest runway in feet, nil where the document has no sensible one.
  public var runwayFeet: Int? { airport.runwayFeet }
  /// The length of the longest runway in metres, nil where the document has no sensible one.
  public var runwayMetres: Int? { airport.runwayMetres }
  /// The height above the sea in feet, nil where the document has none.
  public var elevationFeet: Int? { airport.elevation }
  /// The height above the sea in metres, nil where the document has none.
  public var elevationMetres: Int? { airport.elevationMetres }
  /// The time zone's name, such as `Asia/Seoul`.
  public var timeZone: String? { airport.timeZone }
}

extension AirportModel {
  /// The length of the longest runway in feet, nil where the document has no sensible one.
  public var runwayFeet: Int? { runwayLength.flatMap { $0 > 0 ? $0 : nil } }

  /// The length of the longest runway in metres, nil where the document has no sensible one.
  public var runwayMetres: Int? { runwayFeet.map(metres) }

  /// The height above the sea in metres, nil where the document has none.
  public var elevationMetres: Int? { elevation.map(metres) }

  /// A length in feet of 0.3048 m, in whole metres.
  private func metres(_ feet: Int) -> Int { Int((Double(feet) * 0.3048).rounded()) }
}
