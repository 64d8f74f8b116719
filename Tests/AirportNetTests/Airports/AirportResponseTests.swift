import AirportApp
import AirportNet
import Foundation
import Testing

@Suite("The airports document")
struct AirportResponseTests {
  @Test("good rows are read and bad ones are reported with their place")
  func odd() throws {
    let response = try AirportResponse.decoder().decode(AirportResponse.self, from: try AirportOddities.data())
    #expect(response.airports.count == AirportOddities.rowCount - AirportOddities.badRows.count)
    #expect(response.skipped.map(\.index) == AirportOddities.badRows.map(\.index))
    #expect(response.skipped.map(\.keyPath) == AirportOddities.badRows.map(\.path))
    #expect(response.skipped.allSatisfy { !$0.reason.isEmpty })
  }

  @Test("strict reading fails at the first bad row with its place")
  func strict() throws {
    #expect {
      try AirportResponse.decoder(isStrict: true).decode(
        AirportResponse.self, from: Data(#"[{"code":"AAA","lat":1,"lon":2},{"code":"BBB","lat":"x","lon":2}]"#.utf8))
    } throws: { error in
      guard case DecodingError.dataCorrupted(let context) = error else { return false }
      return context.codingPath.compactMap(\.intValue) == [1] && context.codingPath.last?.stringValue == "lat"
    }
  }

  @Test("the bundled document has no bad row")
  func bundled() throws {
    let data = try AirportsDocument.data()
    let response = try AirportResponse.decoder(isStrict: true).decode(AirportResponse.self, from: data)
    #expect(response.airports.count >= 3885)
    #expect(Set(response.airports.map(\.code)).count == response.airports.count)
  }

  @Test("an empty list is no fault, an object in place of the list is one")
  func shapes() throws {
    #expect(try AirportResponse.decoder().decode(AirportResponse.self, from: Data("[]".utf8)) == AirportResponse())
    #expect(throws: DecodingError.self) {
      try AirportResponse.decoder().decode(AirportResponse.self, from: Data(#"{"airports":[]}"#.utf8))
    }
  }

  private func airport(_ fields: String) throws -> AirportModel {
    let text = #"{"code":"QAA","lat":"1.5","lon":"-2"\#(fields)}"#
    return try JSONDecoder().decode(AirportModel.self, from: Data(text.utf8))
  }

  @Test(
    "a whole number is read from text or a number, and nil from what is none",
    arguments: [
      (#""9843""#, 9843), ("9843", 9843), (#"" 12 ""#, 12), (#""-40""#, -40), ("1346.8", 1347), (#""1346.8""#, 1347),
      ("null", nil), (#""""#, nil), (#""   ""#, nil), (#""long""#, nil), (#""1e400""#, nil),
    ])
  func wholeNumbers(_ json: String, _ expected: Int?) throws {
    #expect(try airport(#","runway_length":\#(json)"#).runwayLength == expected)
  }

  @Test(
    "a text loses the space around it, and nothing is left as nil",
    arguments: [
      (#""Seoul""#, "Seoul"), (#""  a\tb \n""#, "a\tb"), (#""""#, nil), (#"" ""#, nil), ("null", nil), ("7", "7"),
      (#""인천""#, "인천"), (#""\u00a0x""#, "x"),
    ])
  func texts(_ json: String, _ expected: String?) throws {
    #expect(try airport(#","name":\#(json)"#).name == expected)
  }

  @Test("airports are equal by code alone")
  func equality() throws {
    let one = try airport(#","name":"One""#)
    let other = try airport(#","name":"Other""#)
    #expect(one == other)
    #expect(Set([one, other]).count == 1)
    #expect(one != AirportModel(code: "QAB", latitude: 1.5, longitude: -2))
  }

  @Test("what is encoded is read back")
  func roundTrip() throws {
    let airport = try airport(#","name":"One","elev":12,"url":"http://www.example.com/","tz":"Etc/UTC""#)
    let back = try JSONDecoder().decode(AirportModel.self, from: JSONEncoder().encode(airport))
    #expect(back.name == "One" && back.elevation == 12 && back.timeZone == "Etc/UTC")
    #expect(back.url == URL(string: "http://www.example.com/"))
    #expect(back.latitude == 1.5 && back.longitude == -2)
  }
}
