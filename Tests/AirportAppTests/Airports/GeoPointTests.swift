import AirportApp
import Testing

@Suite("Distance and bearing on the globe")
struct GeoPointTests {
  typealias Degrees = (Double, Double)
  static let incheon: Degrees = (37.4691, 126.451)

  // One degree of a great circle is 2 pi x 6,371.0088 km / 360 = 111.19508 km.
  @Test(
    "Known ways have their known length and direction",
    arguments: [
      (from: (0.0, 0.0), to: (0.0, 1.0), kilometres: 111.19508, bearing: 90.0),
      (from: (0, 0), to: (1, 0), kilometres: 111.19508, bearing: 0),
      (from: (0, 0), to: (0, -1), kilometres: 111.19508, bearing: 270),
      (from: (10, 20), to: (9, 20), kilometres: 111.19508, bearing: 180),
      (from: (0, 179.5), to: (0, -179.5), kilometres: 111.19508, bearing: 90),
      (from: (0, 0), to: (0, 180), kilometres: 20_015.1144, bearing: 90),
      (from: (90, 0), to: (-90, 0), kilometres: 20_015.1144, bearing: 180),
      (from: (36.12, -86.67), to: (33.94, -118.40), kilometres: 2_886.4484, bearing: 274.5936),
      (from: (51.4706, -0.461941), to: (40.6398, -73.7789), kilometres: 5_539.6518, bearing: 287.9369),
    ])
  func known(from: Degrees, to: Degrees, kilometres: Double, bearing: Double) throws {
    let (from, to) = (try point(from), try point(to))
    #expect(abs(from.distance(to: to) - kilometres) < 0.01, "\(from.distance(to: to)) km")
    #expect(abs(from.bearing(to: to) - bearing) < 0.001, "\(from.bearing(to: to)) degrees")
    #expect(abs(from.distance(to: to) - to.distance(to: from)) < 1e-9)
  }

  @Test("The way to the same place is nothing")
  func same() throws {
    let here = try point(Self.incheon)
    #expect(here.distance(to: here) == 0)
    #expect(here.bearing(to: here) == 0)
  }

  @Test(
    "What is no place on the globe is refused",
    arguments: [(90.01, 0.0), (-90.01, 0), (0, 180.01), (0, -180.01), (.nan, 0), (0, .infinity)])
  func refused(degrees: Degrees) {
    #expect(GeoPoint(latitude: degrees.0, longitude: degrees.1) == nil)
  }

  private func point(_ degrees: Degrees) throws -> GeoPoint {
    try #require(GeoPoint(latitude: degrees.0, longitude: degrees.1))
  }
}
