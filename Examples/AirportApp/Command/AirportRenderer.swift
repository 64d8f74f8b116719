internal import AirportNet
internal import Foundation

/// Writes found airports for people, for other tools, and for programs. Pure.
struct AirportRenderer {
  var phrases: Phrases
  /// Whether there is a location that distances are measured from.
  var hasDistance: Bool

  /// The table for people: code, airport, city, country, distance and runway; what is not known is a dash, and a column
  /// of which no row knows anything is left out.
  func table(_ rows: [AirportRow]) -> TextTable {
    var columns = [
      TextTable.Column(head: phrases.code), .init(head: phrases.airport, least: 12),
      .init(head: phrases.city, least: 6),
      .init(head: phrases.country, least: 6),
    ]
    if hasDistance { columns.append(.init(head: phrases.distance, isRight: true)) }
    columns.append(.init(head: phrases.runway, isRight: true))
    let texts = rows.map { row in fields(row, distance: { "\($0) km" }, runway: { "\($0) m" }) }
    let known = columns.indices.filter { column in texts.contains { $0[column] != nil } }
    return TextTable(columns: known.map { columns[$0] }, rows: texts.map { row in known.map { row[$0] ?? "-" } })
  }

  /// A line a row for other tools: the table's fields parted by tabs, numbers without units, empty where not known.
  func plain(_ rows: [AirportRow]) -> [String] {
    rows.map { row in
      fields(row, distance: { $0 }, runway: { "\($0)" }).map { $0 ?? "" }.joined(separator: "\t")
    }
  }

  /// A JSON array for programs, an object a line; every object has every key, and null where something is not known.
  ///
  /// Distances are in kilometres and bearings in degrees, rounded to three places; heights and lengths are in feet, as
  /// the document has them.
  func json(_ rows: [AirportRow]) -> String {
    let objects = rows.map { row in
      let airport = row.airport
      let members: [(String, String)] = [
        ("code", Self.json(airport.code)), ("icao", Self.json(airport.icao)), ("name", Self.json(airport.name)),
        ("city", Self.json(airport.city)), ("state", Self.json(airport.state)), ("country", Self.json(airport.country)),
        ("latitude", Self.json(airport.latitude)), ("longitude", Self.json(airport.longitude)),
        ("elevation_ft", Self.json(airport.elevation)), ("runway_ft", Self.json(airport.runwayLength)),
        ("time_zone", Self.json(airport.timeZone)),
        ("distance_km", Self.json(row.distance.map { ($0 * 1000).rounded() / 1000 })),
        ("bearing_deg", Self.json(row.bearing.map { ($0 * 1000).rounded() / 1000 })),
      ]
      return "  {" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
    }
    return objects.isEmpty ? "[]" : "[\n" + objects.joined(separator: ",\n") + "\n]"
  }

  /// The texts of a row; nil where something is not known.
  private func fields(_ row: AirportRow, distance: (String) -> String, runway: (Int) -> String) -> [String?] {
    let airport = row.airport
    let way = row.distance.map { distance(Self.kilometres($0)) }
    let texts =
      [airport.code, airport.name, airport.city, airport.country] + (hasDistance ? [way] : [])
      + [airport.runwayMetres.map(runway)]
    return texts.map { $0?.onOneLine }
  }

  /// A distance: to a tenth below ten kilometres, else whole.
  private static func kilometres(_ distance: Double) -> String {
    if distance >= 9.95 { return "\(Int(distance.rounded()))" }
    let tenths = Int((distance * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }

  private static func json(_ number: Int?) -> String { number.map(String.init) ?? "null" }

  private static func json(_ number: Double?) -> String {
    guard let number, number.isFinite else { return "null" }
    return Int(exactly: number).map(String.init) ?? "\(number)"
  }

  /// A text as RFC 8259 section 7 writes it.
  private static func json(_ text: String?) -> String {
    guard let text else { return "null" }
    var written = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": written += "\\\""
      case "\\": written += "\\\\"
      case "\n": written += "\\n"
      case "\t": written += "\\t"
      case "\r": written += "\\r"
      case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        written += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written + "\""
  }
}
