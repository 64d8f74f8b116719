public import Foundation

/// The hand-written airports document with every oddity that such documents show in the wild, and what is wrong in it.
///
/// `airports-odd.md`, beside the document, also says what is odd about the good rows.
public enum AirportOddities {
  /// A row that cannot become an airport: it must be skipped and reported, and must not lose the rows around it.
  public struct BadRow: Hashable, Sendable {
    /// The row's place in the array, counted from 0.
    public let index: Int
    /// Where the fault is, from the top of the document: `[46].lat`, or `[3]` if the row is no object at all.
    public let path: String
    /// What is wrong, in words.
    public let reason: String
  }

  /// The number of rows in the document, good and bad.
  public static let rowCount = 52

  /// The rows that cannot be read, in the order of the document.
  public static let badRows: [BadRow] = [
    BadRow(index: 3, path: "[3]", reason: "a string in place of an object"),
    BadRow(index: 11, path: "[11]", reason: "null in place of an object"),
    BadRow(index: 19, path: "[19]", reason: "an array in place of an object"),
    BadRow(index: 25, path: "[25].code", reason: "code is null"),
    BadRow(index: 34, path: "[34].code", reason: "code is empty"),
    BadRow(index: 41, path: "[41]", reason: "a number in place of an object"),
    BadRow(index: 42, path: "[42].lat", reason: "lat is text that is no number"),
    BadRow(index: 43, path: "[43].lat", reason: "lat has a decimal comma"),
    BadRow(index: 44, path: "[44].lat", reason: "lat is not finite"),
    BadRow(index: 45, path: "[45].lat", reason: "lat is outside -90...90"),
    BadRow(index: 46, path: "[46].lat", reason: "lat is missing"),
    BadRow(index: 47, path: "[47].lon", reason: "lon is null"),
    BadRow(index: 48, path: "[48].name", reason: "name is an object"),
    BadRow(index: 49, path: "[49].code", reason: "code is missing"),
  ]

  /// The document's bytes.
  ///
  /// - Throws: the file system's error if the bundled file cannot be read.
  public static func data() throws -> Data {
    try AirportsDocument.resource("airports-odd.json")
  }
}
