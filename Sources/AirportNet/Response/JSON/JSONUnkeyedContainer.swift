/// The elements of an array, in turn; small enough to need no allocation.
struct JSONUnkeyedContainer: UnkeyedDecodingContainer {
  private let document: JSONDocument
  private let array: UInt32
  private var next: UInt32
  private var index: UInt32 = 0
  private let length: UInt32

  init(_ document: JSONDocument, _ array: Int) {
    self.document = document
    self.array = UInt32(truncatingIfNeeded: array)
    next = UInt32(truncatingIfNeeded: array + JSONTape.arrayHead)
    length = UInt32(truncatingIfNeeded: document.count(array))
  }

  var codingPath: [any CodingKey] { document.path(of: Int(array)) }
  var count: Int? { Int(length) }
  var isAtEnd: Bool { index >= length }
  var currentIndex: Int { Int(index) }

  mutating func decodeNil() throws -> Bool {
    let place = try place(Never.self)
    guard document.isNull(place.value) else { return false }
    advance()
    return true
  }

  mutating func decode(_ type: Bool.Type) throws -> Bool {
    let place = try place(type)
    guard let bool = document.bool(place.value) else { throw document.failure(type, place) }
    advance()
    return bool
  }

  mutating func decode(_ type: String.Type) throws -> String {
    let text = try document.string(try place(type))
    advance()
    return text
  }

  mutating func decode(_ type: Double.Type) throws -> Double { try float() }
  mutating func decode(_ type: Float.Type) throws -> Float { try float() }
  mutating func decode(_ type: Int.Type) throws -> Int { try integer() }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try integer() }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try integer() }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try integer() }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try integer() }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try integer() }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try integer() }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try integer() }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try integer() }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try integer() }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try integer() }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try integer() }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let place = try place(type)
    let value = try document.unwrap(type, place.value, in: place.container, at: place.at)
    advance()
    return value
  }

  mutating func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) throws
    -> KeyedDecodingContainer<Key>
  {
    let container = try node(KeyedDecodingContainer<Key>.self).container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try node((any UnkeyedDecodingContainer).self).unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let node = try node((any Decoder).self)
    advance()
    return node
  }

  @inline(__always)
  private mutating func integer<Number: FixedWidthInteger>() throws -> Number {
    let number = try document.integer(try place(Number.self), as: Number.self)
    advance()
    return number
  }

  @inline(__always)
  private mutating func float<Number: JSONFloat>() throws -> Number {
    let number = try document.float(try place(Number.self), as: Number.self)
    advance()
    return number
  }

  private func node(_ type: Any.Type) throws -> JSONNode {
    JSONNode(document: document, place: try place(type))
  }

  /// The element that is next.
  @inline(__always)
  private func place(_ type: Any.Type) throws -> JSONPlace {
    if isAtEnd { throw atEnd(type) }
    return JSONPlace(value: Int(next), container: Int(array), at: Int(index))
  }

  @inline(__always)
  private mutating func advance() {
    next = UInt32(truncatingIfNeeded: document.next(Int(next)))
    index += 1
  }

  @inline(never)
  private func atEnd(_ type: Any.Type) -> DecodingError {
    .valueNotFound(
      type,
      DecodingError.Context(
        codingPath: codingPath + [JSONKey(index: Int(index))],
        debugDescription: "The array has no more elements (\(document.position(of: Int(array)))."))
  }
}
