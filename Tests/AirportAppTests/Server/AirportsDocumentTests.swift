import Foundation
import Testing

@testable import AirportApp

@Suite("The bundled airports document")
struct AirportsDocumentTests {
  private static let keys = [
    "code", "lat", "lon", "name", "city", "state", "country", "woeid", "tz", "phone", "type", "email", "url",
    "runway_length", "elev", "icao", "direct_flights", "carriers",
  ]

  @Test("has at least 3,885 airports of 18 keys, every value a string or null, every code once")
  func rows() throws {
    let data = try AirportsDocument.data()
    #expect((1_200_000...2_500_000).contains(data.count))
    let rows = try JSONDecoder().decode([[String: String?]].self, from: data)
    #expect(rows.count >= 3_885)
    #expect(rows.allSatisfy { Set($0.keys) == Set(Self.keys) })
    let codes = rows.map { $0["code"] ?? nil }
    #expect(codes.allSatisfy { $0?.count == 3 })
    #expect(Set(codes).count == rows.count)
    #expect(codes.compactMap(\.self) == codes.compactMap(\.self).sorted())
  }

  @Test("has readable coordinates, and names where people look for them")
  func values() throws {
    let rows = try JSONDecoder().decode([[String: String?]].self, from: try AirportsDocument.data())
    let odd = rows.filter { row in
      func number(_ key: String) -> Double { (row[key] ?? nil).flatMap { Double($0) } ?? .nan }
      func text(_ key: String) -> String { (row[key] ?? nil) ?? "" }
      let isPlace = (-90...90).contains(number("lat")) && (-180...180).contains(number("lon"))
      return !isPlace || text("name").isEmpty || text("country").count <= 2
    }
    #expect(odd.isEmpty)
    let incheon = try #require(rows.first { $0["code"] == "ICN" })
    #expect(incheon["city"] == "Seoul")
    #expect(incheon["country"] == "South Korea")
    #expect(incheon["icao"] == "RKSI")
  }

  @Test("writes the keys in their order")
  func order() throws {
    let text = String(decoding: try AirportsDocument.data().prefix(2_000), as: UTF8.self)
    let line = try #require(text.split(separator: "\n").dropFirst().first)
    let places = Self.keys.map { key in
      line.range(of: "\"\(key)\":").map { line.distance(from: line.startIndex, to: $0.lowerBound) }
    }
    #expect(places.compactMap(\.self).count == 18)
    #expect(places.compactMap(\.self) == places.compactMap(\.self).sorted())
  }

  @Test("has a compressed form of the same bytes, without a time in it")
  func compressed() throws {
    let data = try AirportsDocument.data()
    let gzip = try AirportsDocument.gzip()
    #expect(gzip.prefix(8) == Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0]))
    #expect(littleEndian(gzip.suffix(4)) == UInt32(data.count))
    #expect(littleEndian(gzip.dropLast(4).suffix(4)) == GzipEncoder.checksum(data))
  }

  @Test("keeps its licences beside it")
  func licences() throws {
    let airports = String(decoding: try AirportsDocument.resource("LICENSE-airportsdata.txt"), as: UTF8.self)
    #expect(airports.contains("Copyright (c) 2020-"))
    #expect(airports.contains("(c) 2014 mwgg"))
    #expect(airports.contains("Permission is hereby granted"))
    let names = String(decoding: try AirportsDocument.resource("LICENSE-unicode.txt"), as: UTF8.self)
    #expect(names.contains("UNICODE LICENSE V3"))
  }

  @Test("throws for a file that is not bundled")
  func missing() {
    #expect(throws: CocoaError.self) { try AirportsDocument.resource("nothing.json") }
  }

  private func littleEndian(_ bytes: Data) -> UInt32 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }
}
