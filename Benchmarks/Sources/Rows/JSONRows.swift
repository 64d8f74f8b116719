import AirportApp
import AirportNet
import Foundation

/// Our decoder against JSONDecoder, on the same bytes and the same types.
enum JSONRows {
  static let rows = [
    row(
      "airports, 18 fields", [PlainAirport].self, airports, 7_884, "airport", Limit(ratio: 0.25, allocations: 2.6)),
    row("airports, 6 of 18 fields", [JSONShapes.ShortAirport].self, airports, 7_884, "airport", Limit(ratio: 0.2)),
    row("airports, checked rows", AirportResponse.self, airports, 7_884, "airport"),
    row("100 posts", [Post].self, JSONShapes.posts, 100, "post", Limit(ratio: 0.33)),
    row("array of ints", [Int].self, JSONShapes.numbers, 10_000, "element"),
    row("array of doubles", [Double].self, JSONShapes.fractions, 10_000, "element"),
    row("array of strings with escapes", [String].self, JSONShapes.escapes, 2_000, "element"),
    row("arrays nested 100 deep", [JSONShapes.Nest].self, JSONShapes.nests, 100, "nest"),
    row("dictionary of 5,000 keys", [String: Int].self, JSONShapes.wide, 5_000, "key"),
    row("objects with keys in reverse", [JSONShapes.Reversed].self, JSONShapes.reversed, 1_000, "object"),
    row("one tiny object", JSONShapes.Tiny.self, JSONShapes.tiny, 1, "object"),
  ]

  private static var airports: Data {
    do { return try AirportsDocument.data() } catch { abandon("the airports are not there: \(error)") }
  }

  private static func row<Value: Decodable & Sendable>(
    _ name: String, _ type: Value.Type, _ document: @autoclosure @escaping @Sendable () -> Data, _ units: Int,
    _ unit: String, _ limit: Limit = Limit(ratio: 1)
  ) -> Row {
    Row(
      "JSON: \(name)", group: "json", per: unit, limit: limit, against: "JSONDecoder", unitsPerStep: units,
      countedSteps: max(2, 2_000 / units)
    ) {
      let (ours, theirs, document) = (JSONValueDecoder(), JSONDecoder(), document())
      return Load(
        work: { decode(type, document, $0, with: ours) },
        baseline: { decode(type, document, $0, with: theirs) })
    }
  }

  private static func decode<Value: Decodable>(
    _ type: Value.Type, _ document: Data, _ steps: Int, with decoder: some DataDecoder
  ) {
    for _ in 0..<steps {
      do { consume(MemoryLayout.size(ofValue: try decoder.decode(type, from: document))) } catch { abandon("\(error)") }
    }
  }
}
