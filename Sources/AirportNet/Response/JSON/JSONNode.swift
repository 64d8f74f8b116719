internal import Foundation

/// The decoder that a type is given to read itself from a value; small enough to need no allocation.
struct JSONNode: Decoder {
  let document: JSONDocument
  private let value: UInt32
  private let container: UInt32
  private let at: Int

  init(document: JSONDocument, place: JSONPlace) {
    self.document = document
    value = UInt32(truncatingIfNeeded: place.value)
    container = UInt32(truncatingIfNeeded: place.container)
    at = place.at
  }

  var place: JSONPlace { JSONPlace(value: Int(value), container: Int(container), at: at) }
  var codingPath: [any CodingKey] { document.path(of: place) }
  var userInfo: [CodingUserInfoKey: Any] { document.decoder.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    let place = place
    guard document.kind(place.value) == .object else {
      throw document.failure([String: Any].self, place)
    }
    noteNumber(place)
    if document.decoder.convertsKeys { document.setKeepsKeys(false, place.value) }
    return KeyedDecodingContainer(JSONKeyedContainer<Key>(document, place.value))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let place = place
    guard document.kind(place.value) == .array else { throw document.failure([Any].self, place) }
    noteNumber(place)
    return JSONUnkeyedContainer(document, place.value)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer { self }

  /// Array elements have their place in the tape already.
  @inline(__always)
  private func noteNumber(_ place: JSONPlace) {
    if at != .min, place.container != JSONTape.none { document.note(at, of: place.value) }
  }
}

extension JSONNode: SingleValueDecodingContainer {
  func decodeNil() -> Bool { document.isNull(Int(value)) }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard let bool = document.bool(Int(value)) else { throw document.failure(type, place) }
    return bool
  }

  func decode(_ type: String.Type) throws -> String { try document.string(place) }
  func decode(_ type: Double.Type) throws -> Double { try document.float(place, as: type) }
  func decode(_ type: Float.Type) throws -> Float { try document.float(place, as: type) }
  func decode(_ type: Int.Type) throws -> Int { try document.integer(place, as: type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try document.integer(place, as: type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try document.integer(place, as: type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try document.integer(place, as: type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try document.integer(place, as: type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try document.integer(place, as: type) }
  func decode(_ type: UInt.Type) throws -> UInt { try document.integer(place, as: type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try document.integer(place, as: type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try document.integer(place, as: type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try document.integer(place, as: type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try document.integer(place, as: type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try document.integer(place, as: type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    try document.unwrap(type, Int(value), in: Int(container), at: at)
  }
}
