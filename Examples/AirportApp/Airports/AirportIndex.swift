public import AirportNet
internal import Foundation

/// The airports, made ready to be searched; a search over 9,000 of them takes a few milliseconds.
///
/// Built once from a document, O(its size); never changes, and may be searched from any thread.
public struct AirportIndex: Sendable {
  /// The airports, in the order of the document.
  public let airports: [AirportModel]
  /// Why the document has none; nil where it has some.
  public let fault: DocumentFault?

  /// All rows' folded text: ` city words \n name words \n codes \n country words \n`, a zero, the city and the name
  /// without spaces, each after a tab, and a zero. A word has a space on either side, so a pattern can ask for its edges.
  private let text: [CChar]
  /// Where each row begins in `text`.
  private let starts: [Int]
  /// Each row's place when sorted by name, then code.
  private let alphabetical: [Int]
  private let rowsByCode: [String: [Int]]
  /// The different words of four letters and more, codes left out, with the number of rows that have them.
  let vocabulary: [(letters: [Unicode.Scalar], word: String, count: Int)]

  /// Folds the airports and counts their words.
  public init(_ airports: [AirportModel], fault: DocumentFault? = nil) {
    self.airports = airports
    self.fault = fault
    var text: [UInt8] = []
    var starts: [Int] = []
    var rowsByCode: [String: [Int]] = [:]
    var counts: [String: Int] = [:]
    var names: [String] = []
    for (row, airport) in airports.enumerated() {
      starts.append(text.count)
      let (city, name, country) = (
        FoldedText(airport.city ?? ""), FoldedText(airport.name ?? ""), FoldedText(airport.country ?? "")
      )
      let codes = Set([airport.code, airport.icao ?? ""].map { FoldedText($0).text }).filter { !$0.isEmpty }
      for code in codes { rowsByCode[code, default: []].append(row) }
      for field in [city.text, name.text, codes.sorted().joined(separator: " "), country.text] {
        text.append(contentsOf: " \(field) \n".utf8)
      }
      text.append(0)
      for field in [city, name] where field.text.contains(" ") {
        text.append(UInt8(ascii: "\t"))
        text.append(contentsOf: field.text.utf8.filter { $0 != UInt8(ascii: " ") })
      }
      text.append(0)
      for word in Set(city.words + name.words + country.words) where word.isLongEnoughForTypos {
        counts[String(word), default: 0] += 1
      }
      names.append(name.text)
    }
    (self.text, self.starts, self.rowsByCode) = (text.map { CChar(bitPattern: $0) }, starts, rowsByCode)
    vocabulary = counts.sorted { $0.key < $1.key }.map { (Array($0.key.unicodeScalars), $0.key, $0.value) }
    var alphabetical = Array(repeating: 0, count: airports.count)
    let order = airports.indices.sorted { (names[$0], airports[$0].code) < (names[$1], airports[$1].code) }
    for (place, row) in order.enumerated() { alphabetical[row] = place }
    self.alphabetical = alphabetical
  }

  /// The airport with an IATA code, else with an ICAO code; nil where there is none.
  public func airport(code: String) -> AirportModel? {
    let rows = rowsByCode[FoldedText(code).text] ?? []
    return (rows.first { FoldedText(airports[$0].code) == FoldedText(code) } ?? rows.first).map { airports[$0] }
  }

  /// The airports of a city, in the order of their names. O(the airports).
  public func airports(in city: AirportCity) -> [AirportModel] {
    airports.indices.filter { AirportCity(airports[$0]) == city }
      .sorted { alphabetical[$0] < alphabetical[$1] }.map { airports[$0] }
  }

  /// The airports that fit a text, best first; of those that fit equally, the nearest or, without a location, the first
  /// by name. Nothing typed finds nothing.
  ///
  /// Every word must be found in some field. Spellings with one typo are tried only when nothing fits as it is typed.
  public func search(_ query: String, from location: GeoPoint? = nil) -> [AirportRow] {
    let query = FoldedText(query)
    if query.isEmpty { return [] }
    var matches = matches(AirportPatterns(query))
    if matches.isEmpty {
      let patterns = AirportPatterns(query, similar: similarWords)
      if patterns.hasAlternatives { matches = self.matches(patterns) }
    }
    // Keys are sorted, not rows: a one-letter query finds thousands, and rows are large.
    let keys = matches.map { match in
      SortKey(
        rank: match.rank, place: alphabetical[match.row], row: match.row,
        distance: location.flatMap { airports[match.row].location?.distance(to: $0) } ?? 0)
    }
    return keys.sorted(by: <).map { AirportRow(airports[$0.row], rank: $0.rank, from: location) }
  }

  private func matches(_ patterns: AirportPatterns) -> [(row: Int, rank: MatchRank)] {
    let exact = Set(rowsByCode[patterns.query] ?? [])
    return compactMapRows { row, text in
      (exact.contains(row) ? .exactCode : patterns.rank(in: text)).map { (row, $0) }
    }
  }

  /// Calls the closure with each row's number and text.
  func compactMapRows<Result>(_ transform: (Int, RowText) -> Result?) -> [Result] {
    text.withUnsafeBufferPointer { all in
      guard let base = all.baseAddress else { return [] }
      return starts.indices.compactMap { transform($0, RowText(base + starts[$0])) }
    }
  }

  private func similarWords(_ word: Substring) -> [String] {
    guard word.isLongEnoughForTypos else { return [] }
    let letters = Array(word.unicodeScalars)
    return vocabulary.lazy.filter { Spelling.differsByOneTypo($0.letters, letters) }.map(\.word)
  }
}

/// What the order of a row depends on.
private struct SortKey: Comparable {
  var rank: MatchRank
  var place: Int
  var row: Int
  var distance: Double

  static func < (one: SortKey, other: SortKey) -> Bool {
    if one.rank != other.rank { return one.rank < other.rank }
    return one.distance == other.distance ? one.place < other.place : one.distance < other.distance
  }
}

extension Substring {
  /// Four letters and more: in a shorter word a typo could be any other word. A syllable of Hangul counts as one.
  var isLongEnoughForTypos: Bool { utf8.count >= 4 && count >= 4 }
}
