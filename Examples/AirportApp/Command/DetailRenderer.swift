internal import AirportNet
internal import Foundation

/// Writes one airport for people, for other tools, and for programs. Pure.
struct DetailRenderer {
  var phrases: Phrases

  /// A line for each fact; what is not known is a dash, and the distance stands only where there is one.
  ///
  /// - Parameters:
  ///   - width: the columns of the terminal, to which the facts are cut; nil for no cutting.
  ///   - isColoured: whether the labels are dim.
  func lines(_ detail: AirportDetail, width: Int? = nil, isColoured: Bool = false) -> [String] {
    let facts = facts(detail)
    let column = facts.map { DisplayWidth.of($0.label) }.max() ?? 0
    return facts.map { label, fact in
      let text = (fact ?? "-").onOneLine
      let shown = width.map { DisplayWidth.cut(text, to: max(8, $0 - column - 2)) } ?? text
      let space = String(repeating: " ", count: column - DisplayWidth.of(label) + 2)
      return (isColoured ? "\u{1B}[2m\(label)\u{1B}[0m" : label) + space + shown
    }
  }

  /// One line for other tools, its fields parted by tabs, numbers without units, empty where not known: code, ICAO,
  /// name, city, state, country, latitude, longitude, elevation in m, runway in m, time zone, distance in km, bearing in
  /// degrees.
  func plain(_ detail: AirportDetail) -> String {
    let airport = detail.airport
    let fields: [String?] = [
      airport.code, airport.icao, airport.name, airport.city, airport.state, airport.country, "\(airport.latitude)",
      "\(airport.longitude)", detail.elevationMetres.map(String.init), detail.runwayMetres.map(String.init),
      detail.timeZone, detail.distance.map(AirportRenderer.kilometres),
      detail.bearing.map { String(Int($0.rounded()) % 360) },
    ]
    return fields.map { ($0 ?? "").onOneLine }.joined(separator: "\t")
  }

  /// An object for programs, with the keys that the search has, and lengths in metres.
  func json(_ detail: AirportDetail) -> String {
    JSONText.object(
      AirportRenderer.members(detail.airport, distance: detail.distance, bearing: detail.bearing) + [
        ("runway_m", JSONText.of(detail.runwayMetres)), ("elevation_m", JSONText.of(detail.elevationMetres)),
        ("direction", JSONText.of(detail.compassPoint?.rawValue)),
      ])
  }

  private func facts(_ detail: AirportDetail) -> [(label: String, text: String?)] {
    let airport = detail.airport
    let places = [airport.city, airport.state, airport.country].compactMap(\.self)
    var facts: [(label: String, text: String?)] = [
      (phrases.code, airport.icao.map { "\(airport.code) (\($0))" } ?? airport.code), (phrases.airport, airport.name),
      (phrases.city, places.isEmpty ? nil : places.joined(separator: ", ")),
      (phrases.location, "\(airport.latitude), \(airport.longitude)"),
    ]
    if let distance = detail.distance {
      let way = detail.compassPoint.map {
        ", \(phrases.direction($0)) (\(Int((detail.bearing ?? 0).rounded()) % 360)°)"
      }
      facts.append((phrases.distance, "\(AirportRenderer.kilometres(distance)) km\(way ?? "")"))
    }
    return facts + [
      (phrases.runway, length(detail.runwayMetres, detail.runwayFeet)),
      (phrases.elevation, length(detail.elevationMetres, detail.elevationFeet)), (phrases.timeZone, detail.timeZone),
    ]
  }

  private func length(_ metres: Int?, _ feet: Int?) -> String? {
    guard let metres, let feet else { return nil }
    return "\(metres) m (\(feet) ft)"
  }
}
