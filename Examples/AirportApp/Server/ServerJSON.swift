internal import Foundation

/// A JSON value, as routes read and write it. Object keys are written in order, so that equal values are equal bytes.
enum ServerJSON: Hashable, Sendable, Codable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([ServerJSON])
  case object([String: ServerJSON])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .bool(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .string(value)
    } else if let value = try? container.decode([ServerJSON].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: ServerJSON].self))
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let value): try container.encode(value)
    case .number(let value):
      if let whole = Int(exactly: value) { try container.encode(whole) } else { try container.encode(value) }
    case .string(let value): try container.encode(value)
    case .array(let value): try container.encode(value)
    case .object(let value): try container.encode(value)
    }
  }

  /// The value as compact JSON in UTF-8.
  var data: Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return (try? encoder.encode(self)) ?? Data("null".utf8)
  }

  /// The value of a key, or nil if this is no object or has no such key.
  subscript(key: String) -> ServerJSON? {
    if case .object(let members) = self { members[key] } else { nil }
  }

  var text: String? {
    if case .string(let value) = self { value } else { nil }
  }

  var wholeNumber: Int? {
    if case .number(let value) = self { Int(exactly: value) } else { nil }
  }
}

extension ServerJSON: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral, ExpressibleByDictionaryLiteral {
  init(stringLiteral value: String) {
    self = .string(value)
  }

  init(booleanLiteral value: Bool) {
    self = .bool(value)
  }

  init(dictionaryLiteral elements: (String, ServerJSON)...) {
    self = .object(Dictionary(elements) { $1 })
  }
}
