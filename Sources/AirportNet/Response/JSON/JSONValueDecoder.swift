public import Foundation

/// Decodes JSON, several times as fast as `JSONDecoder` and with the same answers.
///
/// The document is checked as a whole before the first value is read, by RFC 8259 and nothing beyond it: a comma before
/// the end of an array or object, which `JSONDecoder` lets pass, is an error, and so is a fault in a part that nobody
/// reads. UTF-8, UTF-16 and UTF-32 are told apart by their marks, or by the zeros of the first bytes.
///
/// Errors are `DecodingError` with the whole coding path; the description ends with the place in the document, as in
/// `(line 3, column 14, byte 120)`. Lines, columns (characters) and bytes are counted from 1, 1 and 0; bytes are those of
/// the document in UTF-8.
///
/// Where a key is in an object twice the first counts. Containers nest 512 deep at most. A document is shorter than 4 GB.
/// The time is linear in the size of the document, the memory up to five times that for a moment.
public struct JSONValueDecoder: DataDecoder {
  /// How dates are read.
  public var dateDecodingStrategy: JSONDecoder.DateDecodingStrategy = .deferredToDate
  /// How raw bytes are read.
  public var dataDecodingStrategy: JSONDecoder.DataDecodingStrategy = .base64
  /// Whether there are strings that stand for infinities and NaN.
  public var nonConformingFloatDecodingStrategy: JSONDecoder.NonConformingFloatDecodingStrategy =
    .throw
  /// How the document's keys become those of the types. Strategies other than the default cost more.
  public var keyDecodingStrategy: JSONDecoder.KeyDecodingStrategy = .useDefaultKeys {
    didSet {
      if case .useDefaultKeys = keyDecodingStrategy {
        convertsKeys = false
      } else {
        convertsKeys = true
      }
    }
  }
  /// What the types find in the decoder's `userInfo`.
  public var userInfo: [CodingUserInfoKey: any Sendable] = [:]

  private(set) var convertsKeys = false

  /// A decoder with the usual strategies.
  public init() {}

  /// The value of a document.
  /// - Throws: `DecodingError`, or what the type or a strategy throws.
  public func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    let text = try JSONText.utf8(data)
    return try text.withUnsafeBytes { try decode(type, from: $0) }
  }

  /// The value of bytes in UTF-8 that may be a part of something larger.
  /// - Parameters:
  ///   - origin: where the bytes begin, for errors.
  ///   - path: where the value is, for errors.
  func decode<Value: Decodable>(
    _ type: Value.Type, from bytes: UnsafeRawBufferPointer,
    at origin: JSONPosition = JSONPosition(),
    path: [any CodingKey] = []
  ) throws -> Value {
    let document = try JSONDocument(bytes, self, origin, path)
    return try document.unwrap(type, 0, in: JSONTape.none, at: 0)
  }
}
