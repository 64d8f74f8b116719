internal import Foundation

/// Reads the values of an object whose author did not tell text from numbers.
struct LooseRow<Key: CodingKey> {
  private let container: KeyedDecodingContainer<Key>

  init(_ container: KeyedDecodingContainer<Key>) { self.container = container }

  /// Text without the white space around it, a number as text; nil for null, missing and blank.
  func text(_ key: Key) throws -> String? {
    let text = try container.decodeIfPresent(LooseText.self, forKey: key)?.text
    guard let text, let first = text.utf8.first, let last = text.utf8.last else { return nil }
    // Most texts have nothing to trim, and trimming is what costs.
    guard Self.mayBeSpace(first) || Self.mayBeSpace(last) else { return text }
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    return trimmed.isEmpty ? nil : trimmed
  }

  /// A number, rounded to a whole one; nil for what is no number.
  func wholeNumber(_ key: Key) throws -> Int? {
    guard let text = try text(key) else { return nil }
    return Int(text) ?? Double(text).flatMap { Int(exactly: $0.rounded()) }
  }

  /// Degrees between plus and minus the limit.
  func degrees(_ key: Key, limit: Double) throws -> Double {
    let text = try required(key, try text(key))
    guard let value = Double(text), value.isFinite, abs(value) <= limit else {
      throw fault(key, "\"\(text)\" is not a number of degrees from -\(Int(limit)) to \(Int(limit)).")
    }
    return value
  }

  /// The value, or the fault of its absence.
  func required<Value>(_ key: Key, _ value: Value?) throws -> Value {
    if let value { return value }
    throw fault(key, container.contains(key) ? "The value is empty." : "The value is missing.")
  }

  private func fault(_ key: Key, _ reason: String) -> DecodingError {
    .dataCorrupted(DecodingError.Context(codingPath: container.codingPath + [key], debugDescription: reason))
  }

  private static func mayBeSpace(_ byte: UInt8) -> Bool { byte <= 0x20 || byte >= 0x80 }
}
