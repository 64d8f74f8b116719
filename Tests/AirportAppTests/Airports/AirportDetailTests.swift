import AirportNet
import Testing

@testable import AirportApp

@Suite("An airport's page tells what is known")
struct AirportDetailTests {
  @Test("Lengths and heights are told in feet and in metres")
  func lengths() {
    var airport = sampleAirport("ICN", runway: 12303)
    (airport.elevation, airport.timeZone) = (-13, "Asia/Seoul")
    let detail = AirportDetail(airport)
    #expect(detail.runwayFeet == 12303)
    #expect(detail.runwayMetres == 3750)
    #expect(detail.elevationFeet == -13)
    #expect(detail.elevationMetres == -4)
    #expect(detail.timeZone == "Asia/Seoul")
  }

  @Test("A runway that is no length is none", arguments: [nil, 0, -1, Int.min] as [Int?])
  func noRunway(length: Int?) {
    #expect(AirportDetail(sampleAirport("AAA", runway: length)).runwayFeet == nil)
    #expect(AirportDetail(sampleAirport("AAA", runway: length)).runwayMetres == nil)
  }

  @Test("Numbers of any size are told")
  func huge() {
    var airport = sampleAirport("AAA", runway: .max)
    airport.elevation = .min
    #expect(AirportDetail(airport).runwayMetres != nil)
    #expect(AirportDetail(airport).elevationMetres != nil)
  }

  @Test("Distance and bearing are those from the location, and nothing without one")
  func way() throws {
    let origin = try #require(GeoPoint(latitude: 0, longitude: 0))
    let detail = AirportDetail(sampleAirport("AAA", at: (0, 1)), from: origin)
    #expect(detail.distance.map { Int($0) } == 111)
    #expect(detail.bearing == 90)
    #expect(detail.compassPoint == .east)
    let here = AirportDetail(sampleAirport("AAA", at: (0, 0)), from: origin)
    #expect(here.distance == 0)
    #expect(here.compassPoint == nil)
    let nowhere = AirportDetail(sampleAirport("AAA", at: (0, 1)))
    #expect(nowhere.distance == nil && nowhere.bearing == nil && nowhere.compassPoint == nil)
    #expect(AirportDetail(sampleAirport("AAA", at: (100, 1)), from: origin).distance == nil)
  }

  @Test(
    "A bearing has its direction",
    arguments: [
      (0, CompassPoint.north), (22.4, .north), (22.5, .northEast), (67.5, .east), (90, .east), (135, .southEast),
      (180, .south), (225, .southWest), (270, .west), (315, .northWest), (337.4, .northWest), (337.5, .north),
      (359.9, .north), (360, .north), (-90, .west), (720, .north),
    ])
  func compass(bearing: Double, point: CompassPoint) {
    #expect(CompassPoint(bearing: bearing) == point)
  }
}
