import Foundation

/// A type of the fuzz test, and the shape of its documents.
protocol FuzzType: Decodable, Equatable {
  static var shape: FuzzShape { get }
  /// Whether there is a dictionary in it.
  static var hasDictionary: Bool { get }
}

extension FuzzType {
  static var hasDictionary: Bool { false }
}

/// Integers of every width, and floating-point numbers.
struct Widths: FuzzType {
  var a: Int8?, b: Int16?, c: Int32?, d: Int64?, e: Int?
  var f: UInt8?, g: UInt16?, h: UInt32?, i: UInt64?, j: UInt?
  var k: Float?, l: Double?, m: Bool?

  static var shape: FuzzShape {
    .object(
      "abcdefghij".map { ("\($0)", .optional(.oneOf([.integer, .number]))) } + [
        ("k", .number), ("l", .number), ("m", .bool),
      ])
  }
}

struct Narrow: FuzzType {
  var a: Int8, b: UInt8, c: Float, id: Int
  static var shape: FuzzShape { .object([("a", .integer), ("b", .integer), ("c", .number), ("id", .integer)]) }
}

struct Wide: FuzzType {
  var a: Int128, b: UInt128
  static var shape: FuzzShape { .object([("a", .integer), ("b", .integer)]) }
}

/// Objects in objects, arrays, and what may be missing.
struct Nested: FuzzType {
  static var hasDictionary: Bool { true }
  struct Inner: FuzzType {
    var name: String
    var value: Double?
    static var shape: FuzzShape { .object([("name", .text), ("value", .optional(.number))]) }
  }
  var id: Int
  var first: Inner
  var second: Inner?
  var value: [Inner]
  var a: [[Int]?]?
  var b: [String: Inner]?

  static var shape: FuzzShape {
    .object([
      ("id", .integer), ("first", Inner.shape), ("second", .optional(Inner.shape)), ("value", .array(Inner.shape)),
      ("a", .optional(.array(.optional(.array(.integer))))), ("b", .dictionary(key: .key, Inner.shape)),
    ])
  }
}

/// Foundation's own types.
struct Values: FuzzType {
  static var hasDictionary: Bool { true }
  var a: Date?, b: Data?, c: URL?, id: UUID?, value: Decimal?, first: [Date]?, second: [String: Data]?
  static var shape: FuzzShape {
    .object([
      ("a", .date), ("b", .data), ("c", .url), ("id", .uuid), ("value", .oneOf([.number, .integer])),
      ("first", .array(.date)), ("second", .dictionary(key: .key, .data)),
    ])
  }
}

/// Enums: raw, and with payloads.
enum Word: String, FuzzType, CaseIterable {
  case first, second, twoWords = "two_words", naive = "naïve"
  static var shape: FuzzShape { .word(allCases.map(\.rawValue) + ["third"]) }
}

enum Digit: Int, FuzzType {
  case zero, one, seven = 7
  static var shape: FuzzShape { .integer }
}

enum Payload: FuzzType {
  case first(Int)
  case second(name: String, value: Double?)
  case c
  static var shape: FuzzShape {
    .oneOf([
      .object([("first", .object([("_0", .integer)]))]),
      .object([("second", .object([("name", .text), ("value", .optional(.number))]))]), .object([("c", .object([]))]),
      .object([("third", .any(1))]), .object([]), .object([("c", .object([])), ("first", .any(1))]),
    ])
  }
}

struct Enums: FuzzType {
  var a: Word, b: Digit?, c: Payload?, value: [Word]
  static var shape: FuzzShape {
    .object([("a", Word.shape), ("b", Digit.shape), ("c", Payload.shape), ("value", .array(Word.shape))])
  }
}

/// Dictionaries with keys of every kind.
struct Dictionaries: FuzzType {
  static var hasDictionary: Bool { true }
  enum Named: String, Decodable, CodingKeyRepresentable { case a, b, c }

  var a: [String: Int]?, b: [Int: String]?, c: [Word: Int]?, id: [Named: Bool]?, value: [String: [String: Int?]]?
  static var shape: FuzzShape {
    .object([
      ("a", .dictionary(key: .key, .integer)), ("b", .dictionary(key: .integer, .text)),
      ("c", .tuple([Word.shape, .integer, Word.shape, .integer])),
      ("id", .dictionary(key: .word(["a", "b", "c", "d"]), .bool)),
      ("value", .dictionary(key: .key, .dictionary(key: .key, .optional(.integer)))),
    ])
  }
}

/// Containers asked for by hand: nested ones, superDecoder, contains, allKeys, decodeIfPresent.
struct ByHand: FuzzType {
  enum CodingKeys: String, CodingKey { case a, b, c, id, name, value }

  var seen: [String] = []

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    seen.append(container.allKeys.map(\.stringValue).sorted().joined(separator: ","))
    seen.append("\(container.contains(.a)) \(container.contains(.name))")
    if container.contains(.b) { seen.append("\(try container.decodeNil(forKey: .b))") }
    if let number = try container.decodeIfPresent(Int.self, forKey: .a) { seen.append("\(number)") }
    let nested = try container.nestedContainer(keyedBy: CodingKeys.self, forKey: .value)
    seen.append("\(try nested.decode(String.self, forKey: .name)) \(nested.codingPath.map(\.stringValue))")
    var list = try nested.nestedUnkeyedContainer(forKey: .id)
    seen.append("\(list.count ?? -1)")
    while !list.isAtEnd {
      if try list.decodeNil() {
        seen.append("nil at \(list.currentIndex)")
      } else if list.currentIndex == 0 {
        seen.append("\(try list.decode(Int.self))")
      } else if list.currentIndex == 1 {
        let inner = try list.nestedContainer(keyedBy: CodingKeys.self)
        seen.append("\(try inner.decodeIfPresent(Bool.self, forKey: .a) ?? false)")
      } else if list.currentIndex == 2 {
        // Foundation counts on where there is nothing: the index is told of what is there.
        var inner = try list.nestedUnkeyedContainer()
        seen.append("\(try inner.decodeIfPresent(String.self) ?? "none") \(inner.count == 0 ? 0 : inner.currentIndex)")
      } else {
        let decoder = try list.superDecoder()
        seen.append("\(try decoder.singleValueContainer().decode(Double.self)) \(decoder.codingPath.count)")
      }
    }
    seen.append("\(try list.decodeIfPresent(Int.self) ?? -1)")
    let parent = try Nested.Inner(from: container.superDecoder(forKey: .c))
    seen.append(parent.name)
    if let parent = try? Nested.Inner(from: container.superDecoder()) { seen.append(parent.name) }
  }

  static var shape: FuzzShape {
    .object([
      ("a", .optional(.integer)), ("b", .optional(.any(1))), ("c", Nested.Inner.shape), ("super", Nested.Inner.shape),
      (
        "value",
        .object([
          ("name", .text),
          (
            "id",
            .oneOf([
              .tuple([.integer, .object([("a", .optional(.bool))]), .tuple([.optional(.text)]), .number, .number]),
              .tuple([.null, .null]), .tuple([]), .tuple([.integer, .object([])]),
            ])
          ),
        ])
      ),
    ])
  }
}

/// One of several types, tried one after the other in the same place.
enum Tried: FuzzType {
  case number(Int), text(String), list([Tried]), inner(Nested.Inner), nothing, other(Double)

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() { self = .nothing; return }
    if let number = try? container.decode(Int.self) { self = .number(number); return }
    if let text = try? container.decode(String.self) { self = .text(text); return }
    if let list = try? container.decode([Tried].self) { self = .list(list); return }
    if let inner = try? Nested.Inner(from: decoder) { self = .inner(inner); return }
    self = .other(try container.decode(Double.self))
  }

  static var shape: FuzzShape {
    .oneOf([.integer, .number, .text, .array(.any(2)), Nested.Inner.shape, .null, .any(3)])
  }
}

/// A list read one element after the other, where a bad one is passed over.
struct Lossy: FuzzType {
  private struct Skipped: Decodable {}
  var rows: [Narrow] = []
  var bad: [String] = []

  init(from decoder: any Decoder) throws {
    var list = try decoder.unkeyedContainer()
    while !list.isAtEnd {
      do {
        rows.append(try list.decode(Narrow.self))
      } catch {
        bad.append(FuzzFailure(error).kind)
        if (try? list.decode(Skipped.self)) == nil, try !list.decodeNil() { _ = try list.decode(Tried.self) }
      }
    }
  }

  static var shape: FuzzShape { .array(Narrow.shape) }
}

/// A class and its subclass, which reads from the same decoder or from that of its parent.
final class Leaf: Branch, FuzzType {
  private enum Keys: String, CodingKey { case value }
  let value: Int

  required init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Keys.self)
    value = try container.decode(Int.self, forKey: .value)
    try super.init(from: container.superDecoder())
  }

  static func == (left: Leaf, right: Leaf) -> Bool { left.value == right.value && left.name == right.name }
  static var shape: FuzzShape { .object([("value", .integer), ("super", .object([("name", .optional(.text))]))]) }
}

class Branch: Decodable {
  let name: String?
  required init(from decoder: any Decoder) throws {
    name = try decoder.container(keyedBy: CodingKeys.self).decodeIfPresent(String.self, forKey: .name)
  }
  private enum CodingKeys: String, CodingKey { case name }
}

/// Keys that a strategy makes of others.
struct Converted: FuzzType {
  static var hasDictionary: Bool { true }
  var twoWords: Int?, lead: String?, _lead: String?, url: Bool?, name: [String: Int]?
  static var shape: FuzzShape {
    .object([
      ("two_words", .integer), ("_lead", .text), ("url", .bool), ("twoWords", .integer),
      ("name", .dictionary(key: .key, .integer)),
    ])
  }
}

extension Int: FuzzType { static var shape: FuzzShape { .integer } }
extension Double: FuzzType { static var shape: FuzzShape { .number } }
extension Float: FuzzType { static var shape: FuzzShape { .number } }
extension Bool: FuzzType { static var shape: FuzzShape { .bool } }
extension String: FuzzType { static var shape: FuzzShape { .text } }
extension Decimal: FuzzType { static var shape: FuzzShape { .number } }
extension Date: FuzzType { static var shape: FuzzShape { .date } }
extension Data: FuzzType { static var shape: FuzzShape { .data } }
extension Optional: FuzzType where Wrapped: FuzzType { static var shape: FuzzShape { .optional(Wrapped.shape) } }
extension Array: FuzzType where Element: FuzzType {
  static var shape: FuzzShape { .array(Element.shape) }
  static var hasDictionary: Bool { Element.hasDictionary }
}
extension Dictionary: FuzzType where Key == String, Value: FuzzType {
  static var shape: FuzzShape { .dictionary(key: .key, Value.shape) }
  static var hasDictionary: Bool { true }
}
