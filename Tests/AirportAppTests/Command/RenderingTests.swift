import AirportNet
import Foundation
import Testing

@testable import AirportApp

@Suite("Texts have a width")
struct DisplayWidthTests {
  @Test(
    "A text takes so many columns of a terminal",
    arguments: [
      ("", 0), ("Seoul", 5), ("인천", 4), ("인천".decomposedStringWithCanonicalMapping, 4), ("São", 3), ("Sa\u{303}o", 3),
      ("東京", 4), ("ＩＣＮ", 6), ("ｱ", 1), ("é\u{301}", 1), ("\u{200B}", 0), ("🛫", 2), ("🇰🇷", 2), ("👨‍👩‍👧", 2), ("…", 1),
      ("Ω", 1),
      ("-", 1),
    ])
  func width(text: String, columns: Int) {
    #expect(DisplayWidth.of(text) == columns)
  }

  @Test(
    "A text is cut with an ellipsis, and never through a wide character",
    arguments: [
      ("Seoul", 5, "Seoul"), ("Seoul", 4, "Seo…"), ("Seoul", 1, "…"), ("Seoul", 0, ""), ("인천공항", 8, "인천공항"),
      ("인천공항", 7, "인천공…"), ("인천공항", 6, "인천…"), ("인천공항", 2, "…"), ("Sa\u{303}o Paulo", 4, "Sa\u{303}o…"),
    ])
  func cut(text: String, columns: Int, expected: String) {
    #expect(DisplayWidth.cut(text, to: columns) == expected)
  }
}

@Suite("What is found is written")
struct RenderingTests {
  private let here = GeoPoint(latitude: 37.4691, longitude: 126.451)
  private let airports = [
    sampleAirport(
      "ICN", "Incheon Airport", city: "Seoul", country: "South Korea", at: (37.4691, 126.451), runway: 12303),
    sampleAirport("YNY", "양양국제공항", city: "양양", country: "대한민국", at: (38.0613, 128.669), runway: -1),
    sampleAirport("GRU", "Guarulhos", city: "São Paulo", country: "Brazil", at: (-23.4356, -46.4731)),
    sampleAirport("QQQ"),
  ]

  @Test("A table has its columns by width, and a dash for what is not known")
  func table() {
    #expect(
      lines(distance: false) == [
        "CODE  AIRPORT          CITY       COUNTRY      RUNWAY",
        "ICN   Incheon Airport  Seoul      South Korea  3750 m",
        "YNY   양양국제공항     양양       대한민국          -",
        "GRU   Guarulhos        São Paulo  Brazil            -",
        "QQQ   -                -          -                 -",
      ])
  }

  @Test("Distances have a column of their own, to a tenth below ten kilometres")
  func distances() {
    let near = sampleAirport("AAA", at: (37.5, 126.451))
    let rows = ([near] + airports).map { AirportRow($0, rank: .contains, from: here) }
    let lines = renderer(distance: true).table(rows).lines()
    #expect(
      lines == [
        "CODE  AIRPORT          CITY       COUNTRY      DISTANCE  RUNWAY",
        "AAA   -                -          -              3.4 km       -",
        "ICN   Incheon Airport  Seoul      South Korea    0.0 km  3750 m",
        "YNY   양양국제공항     양양       대한민국       206 km       -",
        "GRU   Guarulhos        São Paulo  Brazil       18315 km       -",
        "QQQ   -                -          -            13136 km       -",
      ])
  }

  @Test("A column of which no row printed knows anything is left out of the table, and only there")
  func emptyColumns() {
    let rows = [airports[2], airports[3]].map { AirportRow($0, rank: .contains) }
    #expect(
      renderer(distance: true).table(rows).lines() == [
        "CODE  AIRPORT    CITY       COUNTRY", "GRU   Guarulhos  São Paulo  Brazil", "QQQ   -          -          -",
      ])
    #expect(renderer(distance: true).table([rows[1]]).lines() == ["CODE", "QQQ"])
    #expect(renderer(distance: true).plain([rows[1]]) == ["QQQ\t\t\t\t\t"])
    #expect(renderer(distance: true).json([rows[1]]).contains("\"runway_ft\": null"))
  }

  @Test("A narrow window cuts the widest of the texts, never the code or the numbers")
  func narrow() {
    #expect(
      lines(distance: false, width: 44) == [
        "CODE  AIRPORT       CITY     COUNTRY  RUNWAY",
        "ICN   Incheon Air…  Seoul    South …  3750 m",
        "YNY   양양국제공항  양양     대한민…       -",
        "GRU   Guarulhos     São Pa…  Brazil        -",
        "QQQ   -             -        -             -",
      ])
    #expect(
      lines(distance: false, width: 10).first
        == "CODE  AIRPORT       CITY    COUNT…  RUNWAY")
  }

  @Test("Heads are in Korean where that is asked for, and colours only where they are wanted")
  func korean() {
    let table = AirportRenderer(phrases: Phrases(language: .korean), hasDistance: true)
      .table([AirportRow(airports[0], rank: .contains, from: here)])
    #expect(
      table.lines(isColoured: true) == [
        "\u{1B}[2m코드  공항             도시   국가           거리  활주로\u{1B}[0m",
        "\u{1B}[1mICN\u{1B}[0m   Incheon Airport  Seoul  South Korea  0.0 km  3750 m",
      ])
  }

  @Test("Lines for other tools have tabs, numbers without units, and nothing for what is not known")
  func plain() {
    let rows = airports.map { AirportRow($0, rank: .contains, from: here) }
    #expect(
      renderer(distance: true).plain(rows) == [
        "ICN\tIncheon Airport\tSeoul\tSouth Korea\t0.0\t3750", "YNY\t양양국제공항\t양양\t대한민국\t206\t",
        "GRU\tGuarulhos\tSão Paulo\tBrazil\t18315\t", "QQQ\t\t\t\t13136\t",
      ])
    #expect(renderer(distance: false).plain(rows)[3] == "QQQ\t\t\t\t")
  }

  @Test("A name cannot command the terminal or break a line")
  func harmless() {
    let evil = sampleAirport("EVL", "a\u{1B}[31mb\nc\td\u{202E}e\u{9B}f\u{2028}g", city: "\r", country: "\u{7F}")
    let row = AirportRow(evil, rank: .contains)
    #expect(renderer(distance: false).plain([row]) == ["EVL\ta [31mb c d e f g\t \t \t"])
    #expect(renderer(distance: false).table([row]).lines().count == 2)
    #expect(!renderer(distance: false).json([row]).unicodeScalars.contains { $0.value < 32 && $0 != "\n" })
  }

  @Test("JSON is an array of objects with the same keys, in the same order, an object a line")
  func json() {
    var airport = airports[0]
    (airport.icao, airport.elevation, airport.timeZone, airport.state) = ("RKSI", 23, "Asia/Seoul", "Inch\"eon\\\n")
    #expect(
      renderer(distance: true).json([
        AirportRow(airport, rank: .contains, from: here), AirportRow(airports[3], rank: .contains),
      ])
        == #"""
        [
          {"code": "ICN", "icao": "RKSI", "name": "Incheon Airport", "city": "Seoul", "state": "Inch\"eon\\\n", "country": "South Korea", "latitude": 37.4691, "longitude": 126.451, "elevation_ft": 23, "runway_ft": 12303, "time_zone": "Asia/Seoul", "distance_km": 0, "bearing_deg": 0},
          {"code": "QQQ", "icao": null, "name": null, "city": null, "state": null, "country": null, "latitude": 0, "longitude": 0, "elevation_ft": null, "runway_ft": null, "time_zone": null, "distance_km": null, "bearing_deg": null}
        ]
        """#)
    #expect(renderer(distance: false).json([]) == "[]")
  }

  @Test("A JSON reader gets back what was written, whatever the texts hold")
  func jsonReads() throws {
    let odd = "\"\\/\u{8}\u{C}\n\r\t\u{0}\u{1F}\u{7F}\u{2028}인천 São 🛫"
    let text = renderer(distance: false).json([AirportRow(sampleAirport("ODD", odd), rank: .contains)])
    let read = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [[String: Any]]
    #expect(read?.first?["name"] as? String == odd)
  }

  private func renderer(distance: Bool) -> AirportRenderer {
    AirportRenderer(phrases: Phrases(language: .english), hasDistance: distance)
  }

  private func lines(distance: Bool, width: Int? = nil) -> [String] {
    renderer(distance: distance).table(airports.map { AirportRow($0, rank: .contains) }).lines(width: width)
  }
}
