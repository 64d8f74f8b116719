import Foundation
import Testing

@testable import AirportApp

@Suite("The odd airports")
struct AirportOdditiesTests {
  private let rows: [ServerJSON]

  init() throws {
    guard case .array(let rows) = try JSONDecoder().decode(ServerJSON.self, from: AirportOddities.data()) else {
      throw CocoaError(.coderReadCorrupt)
    }
    self.rows = rows
  }

  @Test("are as many as they say, the bad ones in order")
  func counts() {
    #expect(rows.count == AirportOddities.rowCount)
    #expect(AirportOddities.badRows.map(\.index) == AirportOddities.badRows.map(\.index).sorted())
    #expect(AirportOddities.badRows.allSatisfy { $0.path.hasPrefix("[\($0.index)]") && !$0.reason.isEmpty })
  }

  @Test("are bad exactly where the table says")
  func badRows() {
    let bad = Dictionary(uniqueKeysWithValues: AirportOddities.badRows.map { ($0.index, $0.path) })
    for (index, row) in rows.enumerated() {
      #expect(fault(of: row).map { "[\(index)]" + $0 } == bad[index])
    }
  }

  @Test("have their bad rows in the table that people read")
  func readme() throws {
    let text = String(decoding: try AirportsDocument.resource("airports-odd.md"), as: UTF8.self)
    for row in AirportOddities.badRows { #expect(text.contains("| \(row.index) | `\(row.path)` | ")) }
  }

  @Test("keep two cities of the same name in two countries")
  func twoLondons() {
    let countries = rows.filter { $0["city"] == "London" }.map { $0["country"]?.text }
    #expect(Set(countries) == ["United Kingdom", "Canada"])
  }

  /// What makes a row unreadable by airportnet's rules: no object, no code, no coordinates, a name that is no text.
  private func fault(of row: ServerJSON) -> String? {
    guard case .object(let members) = row else { return "" }
    if (members["code"]?.text ?? "").isEmpty { return ".code" }
    for (key, limit) in [("lat", 90.0), ("lon", 180.0)] {
      let number: Double? =
        switch members[key] {
        case .number(let value): value
        case .string(let text): Double(text.trimmingCharacters(in: .whitespaces))
        default: nil
        }
      guard let number, number.isFinite, abs(number) <= limit else { return ".\(key)" }
    }
    if case .object = members["name"] { return ".name" }
    return nil
  }
}
