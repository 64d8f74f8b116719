import Foundation
import AirportNet
import Testing

@testable import AirportApp

@Suite("Airports are found by what people type")
struct AirportIndexTests {
  static let index = AirportIndex(sampleAirports)

  @Test(
    "What is typed finds these airports, in this order",
    arguments: [
      ("seoul", ["GMP", "ICN", "SSN"]), ("SEOUL", ["GMP", "ICN", "SSN"]), ("seoul air", ["SSN", "GMP", "ICN"]),
      ("icn", ["ICN"]), ("rksi", ["ICN"]), ("rks", ["GMP", "ICN", "SSN"]), ("new york", ["JFK"]), ("new y", ["JFK"]),
      ("newyork", ["JFK"]), ("york new", ["JFK"]), ("san f", ["SFO", "SAF"]), ("são", ["GRU"]), ("sao", ["GRU"]),
      ("saopaulo", ["GRU"]), ("london", ["LCY", "LHR", "YXU"]), ("london canada", ["YXU"]), ("canada london", ["YXU"]),
      ("london united", ["LCY", "LHR"]), ("london rks", []), ("양양", ["YNY"]), ("양ㅇ", ["YNY"]),
      ("대한민국", ["YNY", "CJU"]), ("제주 대한", ["CJU"]), ("", []), ("  ", []), ("?", []), ("zzzz", []), ("wyo", []),
    ])
  func finds(query: String, codes: [String]) {
    #expect(Self.index.search(query).map(\.id) == codes)
  }

  @Test(
    "How well an airport fits is told",
    arguments: [
      ("icn", "ICN", MatchRank.exactCode), ("EGLL", "LHR", .exactCode), ("seo", "ICN", .cityPrefix),
      ("seo", "SSN", .wordPrefix), ("korea", "GMP", .wordPrefix), ("egl", "LCY", .wordPrefix),
      ("new york", "JFK", .cityPrefix),
      ("york", "JFK", .wordPrefix), ("newyork", "JFK", .wordPrefix), ("eathro", "LHR", .contains),
      ("london eathro", "LHR", .wordsInside), ("san f", "SFO", .cityPrefix), ("san f", "SAF", .wordsInOrder),
      ("london canada", "YXU", .wordsApart), ("korea seoul", "SSN", .wordsApart),
      ("korea gimpo", "GMP", .wordsElsewhere), ("heatrow", "LHR", .fuzzy), ("lodnon canada", "YXU", .fuzzy),
      ("seuol", "GMP", .fuzzy), ("seooul", "GMP", .fuzzy), ("seol", "GMP", .fuzzy), ("saoul", "GMP", .fuzzy),
    ])
  func ranks(query: String, code: String, rank: MatchRank) {
    #expect(Self.index.search(query).first { $0.id == code }?.rank == rank)
  }

  @Test("Words that stand together come first, then words of one field in their order, then words apart")
  func together() {
    let index = AirportIndex([
      sampleAirport("AAA", "Coronel Fap Santa Rosa", city: "Southtown"),
      sampleAirport("BBB", "Airfield", city: "Santos"),
      sampleAirport("CCC", "Forest Field", city: "San Bruno"), sampleAirport("DDD", "Old San Felix", city: "Easttown"),
      sampleAirport("EEE", "Bay Field", city: "San Francisco"), sampleAirport("FFF", "Santa Fe", city: "Northtown"),
      sampleAirport("GGG", "Insan Field", city: "Westtown"),
    ])
    #expect(index.search("san f").map(\.id) == ["EEE", "DDD", "GGG", "FFF", "CCC", "BBB", "AAA"])
    #expect(
      index.search("san f").map(\.rank) == [
        .cityPrefix, .wordPrefix, .contains, .wordsInOrder, .wordsApart, .wordsInside, .wordsElsewhere,
      ])
  }

  @Test(
    "A typo is forgiven in words of four letters and more, and only one",
    arguments: ["sna", "pari", "londno zz", "lnodno"])
  func tooFar(query: String) {
    #expect(Self.index.search(query).isEmpty)
  }

  @Test("Spellings with a typo are left out where something fits as it is typed")
  func exactFirst() {
    let index = AirportIndex([
      sampleAirport("AAA", city: "Lindon"), sampleAirport("BBB", city: "London"),
      sampleAirport("CCC", city: "Londonderry"),
    ])
    #expect(index.search("london").map(\.id) == ["BBB", "CCC"])
    #expect(index.search("lomdon").map(\.id) == ["BBB"])
    #expect(index.search("lndon").map(\.id) == ["AAA", "BBB"])
  }

  @Test("Of airports that fit equally the nearest comes first, and those that fit better before")
  func nearest() throws {
    let jeju = try #require(GeoPoint(latitude: 33.5113, longitude: 126.493))
    let rows = Self.index.search("seoul", from: jeju)
    #expect(rows.map(\.id) == ["ICN", "GMP", "SSN"])
    #expect(rows.map { Int($0.distance ?? -1) } == [440, 450, 441])
    #expect(rows.map { Int($0.bearing ?? -1) } == [359, 3, 7])
  }

  @Test("An airport is found by its code, an IATA code before an ICAO code that is the same")
  func byCode() {
    let index = AirportIndex([
      sampleAirport("AAA", icao: "BBB"), sampleAirport("BBB", icao: "CCCC"), sampleAirport("DDD"),
    ])
    #expect(index.airport(code: "bbb")?.code == "BBB")
    #expect(index.airport(code: " cccc ")?.code == "BBB")
    #expect(index.airport(code: "DDD")?.code == "DDD")
    #expect(index.airport(code: "EEE") == nil)
    #expect(index.airport(code: "") == nil)
  }

  @Test(
    "A word that nobody knows gets words that are spelled alike",
    arguments: [
      ("frantzisko", ["Francisco"]), ("guarrullos", ["Guarulhos"]), ("lonnndon canada", ["London Canada"]),
      ("xylophone", []), ("london brazil", []), ("", []), ("q", []), ("산토리", []),
      ("zzzz", []), ("lonxdox", ["London"]), ("sxoxul", ["Seoul"]), ("sxxul", ["Seoul"]), ("cxxy", []),
    ])
  func suggestions(query: String, expected: [String]) {
    #expect(Self.index.suggestions(for: query) == expected)
  }

  @Test("An empty list, and rows that have no text, are searched without harm")
  func empty() {
    #expect(AirportIndex([]).search("seoul").isEmpty)
    #expect(AirportIndex([]).suggestions(for: "seoul").isEmpty)
    #expect(AirportIndex([sampleAirport("AAA")]).search("aaa").map(\.rank) == [.exactCode])
    #expect(AirportIndex([sampleAirport("AAA")]).search("seoul").isEmpty)
  }

  @Test("Cities with the same name in different countries stay apart")
  func sections() {
    let sections = Self.index.search("london").sections
    #expect(sections.map(\.city.name) == ["London", "London"])
    #expect(sections.map(\.city.country) == ["United Kingdom", "Canada"])
    #expect(sections.map { $0.rows.map(\.id) } == [["LCY", "LHR"], ["YXU"]])
    let spelled = [("AAA", "São Paulo"), ("BBB", "Sao Paulo"), ("CCC", nil)]
    let rows = spelled.map { AirportRow(sampleAirport($0, "Field", city: $1, country: "Brazil"), rank: .contains) }
    #expect(rows.sections.map { $0.rows.map(\.id) } == [["AAA", "BBB"], ["CCC"]])
  }

  @Test("A search over the bundled airports takes milliseconds")
  func speed() throws {
    let document = try AirportResponse.decoder().decode(AirportResponse.self, from: AirportsDocument.data())
    let index = AirportIndex(document.airports)
    #if DEBUG
      let limit = Duration.milliseconds(500)
    #else
      let limit = Duration.milliseconds(20)
    #endif
    for query in ["s", "seoul", "london canada", "lndoon", "são"] {
      let best = (0..<5).map { _ in Self.workingTime { _ = index.search(query) } }.min() ?? .zero
      #expect(best < limit, "\(query): \(best)")
    }
    #expect(index.search("seoul").map(\.id) == ["GMP", "ICN", "SSN"])
  }

  /// The time that the thread itself works, which others on the machine do not lengthen.
  private static func workingTime(_ work: () -> Void) -> Duration {
    func now() -> Duration {
      var time = timespec()
      clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
      return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }
    let start = now()
    work()
    return now() - start
  }
}
