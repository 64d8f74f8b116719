internal import Foundation

/// A place on the globe, in degrees.
public struct GeoPoint: Hashable, Sendable {
  /// Degrees north of the equator, -90 to 90.
  public let latitude: Double
  /// Degrees east of Greenwich, -180 to 180.
  public let longitude: Double

  /// A place; nil where the degrees are none.
  public init?(latitude: Double, longitude: Double) {
    guard (-90...90).contains(latitude), (-180...180).contains(longitude) else { return nil }
    self.latitude = latitude
    self.longitude = longitude
  }

  /// The way to another place along the globe, in kilometres (haversine, mean radius 6,371.0088 km, IUGG 1980); the
  /// ellipsoid differs by at most 0.6 %.
  public func distance(to other: GeoPoint) -> Double {
    let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let halfTurn = sin((other.longitude - longitude) * .pi / 360)
    let halfRise = sin((to - from) / 2)
    let haversine = halfRise * halfRise + cos(from) * cos(to) * halfTurn * halfTurn
    return 2 * 6_371.008_8 * asin(min(1, haversine.squareRoot()))
  }

  /// The direction in which the shortest way to another place begins, in degrees clockwise from north, 0..<360; 0 for the
  /// same place.
  public func bearing(to other: GeoPoint) -> Double {
    let (from, to) = (latitude * .pi / 180, other.latitude * .pi / 180)
    let turn = (other.longitude - longitude) * .pi / 180
    let east = sin(turn) * cos(to)
    let north = cos(from) * sin(to) - sin(from) * cos(to) * cos(turn)
    let degrees = (atan2(east, north) * 180 / .pi + 360).truncatingRemainder(dividingBy: 360)
    return degrees == 360 ? 0 : degrees
  }
}
