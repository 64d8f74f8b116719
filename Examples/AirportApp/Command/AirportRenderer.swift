internal import AirportNet

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
    JSONText.array(
      rows.map { JSONText.object(Self.members($0.airport, distance: $0.distance, bearing: $0.bearing)) })
  }

  /// The keys of an airport's object and their values.
  static func members(_ airport: AirportModel, distance: Double?, bearing: Double?) -> [(String, String)] {
    [
      ("code", JSONText.of(airport.code)), ("icao", JSONText.of(airport.icao)), ("name", JSONText.of(airport.name)),
      ("city", JSONText.of(airport.city)), ("state", JSONText.of(airport.state)),
      ("country", JSONText.of(airport.country)), ("latitude", JSONText.of(airport.latitude)),
      ("longitude", JSONText.of(airport.longitude)), ("elevation_ft", JSONText.of(airport.elevation)),
      ("runway_ft", JSONText.of(airport.runwayLength)), ("time_zone", JSONText.of(airport.timeZone)),
      ("distance_km", JSONText.of(distance.map { ($0 * 1000).rounded() / 1000 })),
      ("bearing_deg", JSONText.of(bearing.map { ($0 * 1000).rounded() / 1000 })),
    ]
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
  static func kilometres(_ distance: Double) -> String {
    if distance >= 9.95 { return "\(Int(distance.rounded()))" }
    let tenths = Int((distance * 10).rounded())
    return "\(tenths / 10).\(tenths % 10)"
  }
}
