internal import Foundation

/// The airports document: a bare JSON array of rows.
///
/// A bad row does not lose the list: it is left out and reported in `skipped`. Where the decoder's `userInfo` has
/// `.isStrict` set to true, the first bad row is thrown instead.
public struct AirportResponse: Decodable, Sendable, Hashable {
  /// A row that could not be read.
  public struct SkippedRow: Sendable, Hashable {
    /// The row's place in the document, counted from 0.
    public var index: Int
    /// Where the fault is, from the top of the document, such as `[46].lat`.
    public var keyPath: String
    /// What is wrong there.
    public var reason: String

    /// Takes its parts as they are.
    public init(index: Int, keyPath: String, reason: String) {
      self.index = index
      self.keyPath = keyPath
      self.reason = reason
    }
  }

  /// The airports, in the order of the document.
  public var airports: [AirportModel]
  /// The rows that were left out, in the order of the document.
  public var skipped: [SkippedRow]

  /// Takes its parts as they are.
  public init(airports: [AirportModel] = [], skipped: [SkippedRow] = []) {
    self.airports = airports
    self.skipped = skipped
  }

  /// Reads the document.
  /// - Throws: `DecodingError` when it is no array, and in strict reading for the first bad row.
  public init(from decoder: any Decoder) throws {
    let isStrict = decoder.userInfo[.isStrict] as? Bool ?? false
    var rows = try decoder.unkeyedContainer()
    airports = []
    skipped = []
    airports.reserveCapacity(rows.count ?? 0)
    while !rows.isAtEnd {
      if isStrict {
        airports.append(try rows.decode(AirportModel.self))
        continue
      }
      let index = rows.currentIndex
      switch try rows.decodeNil() ? .bad("[\(index)]", "The row is null.") : rows.decode(Row.self) {
      case .good(let airport): airports.append(airport)
      case .bad(let keyPath, let reason):
        skipped.append(SkippedRow(index: index, keyPath: keyPath, reason: reason))
      }
    }
  }

  /// A decoder for the document.
  /// - Parameter isStrict: whether a bad row fails the whole document.
  public static func decoder(isStrict: Bool = false) -> JSONValueDecoder {
    var decoder = JSONValueDecoder()
    decoder.userInfo[.isStrict] = isStrict
    return decoder
  }
}

extension CodingUserInfoKey {
  /// Whether a document with a bad row is refused as a whole; a Bool, false where it is not set.
  public static let isStrict = CodingUserInfoKey(rawValue: "isStrict")!
}

/// A row that was read, or what is wrong with it; reading it never throws, so that the next can be read.
private enum Row: Decodable {
  case good(AirportModel)
  case bad(String, String)

  init(from decoder: any Decoder) throws {
    do {
      self = .good(try AirportModel(from: decoder))
    } catch let error as DecodingError {
      let (path, reason) = Self.fault(error)
      self = .bad(KeyPathText.text(path), reason)
    }
  }

  private static func fault(_ error: DecodingError) -> ([any CodingKey], String) {
    switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      (context.codingPath, context.debugDescription)
    case .keyNotFound(let key, let context): (context.codingPath + [key], context.debugDescription)
    @unknown default: ([], "\(error)")
    }
  }
}
