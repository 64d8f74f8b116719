/// The members of an object.
///
/// Keys mostly come in the order in which they are asked for, so the one behind the last that was found is compared
/// first. That is only done in plain objects, see `JSONScanner`: there the first that is equal is the only one.
struct JSONKeyedContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let members: JSONMembers
  private let object: Int

  init(_ document: JSONDocument, _ object: Int) {
    members = document.isPlain(object) ? .plain(document) : .indexed(JSONIndex(document, object))
    self.object = object
  }

  private var document: JSONDocument { members.document }
  var codingPath: [any CodingKey] { document.path(of: object) }
  var allKeys: [Key] { members.names(object).compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { find(key) != JSONTape.none }

  func decodeNil(forKey key: Key) throws -> Bool { document.isNull(try required(key)) }

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool {
    let value = try required(key)
    guard let bool = document.bool(value) else { throw failure(type, value, key) }
    return bool
  }

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    let value = find(key)
    if document.isNull(value) { return nil }
    guard let bool = document.bool(value) else { throw failure(type, value, key) }
    return bool
  }

  func decode(_ type: String.Type, forKey key: Key) throws -> String {
    let value = try required(key)
    guard let text = document.stringIfAny(value) else { throw failure(type, value, key) }
    return text
  }

  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    let value = find(key)
    if document.isNull(value) { return nil }
    guard let text = document.stringIfAny(value) else { throw failure(type, value, key) }
    return text
  }

  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try float(key) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try float(key) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try integer(key) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try integer(key) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try integer(key) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try integer(key) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try integer(key) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try integer(key) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try integer(key) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try integer(key) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try integer(key) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try integer(key) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try integer(key) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try integer(key) }

  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try floatIfAny(key)
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? { try floatIfAny(key) }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? { try integerIfAny(key) }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? { try integerIfAny(key) }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try integerIfAny(key)
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try integerIfAny(key)
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try integerIfAny(key)
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try integerIfAny(key)
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? { try integerIfAny(key) }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try integerIfAny(key)
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try integerIfAny(key)
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try integerIfAny(key)
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try integerIfAny(key)
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try integerIfAny(key)
  }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try document.unwrap(type, try required(key), in: object, at: key.intValue ?? .min)
  }

  func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
    let value = find(key)
    if document.isNull(value) { return nil }
    return try document.unwrap(type, value, in: object, at: key.intValue ?? .min)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> {
    try node(try required(key), key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try node(try required(key), key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder {
    let key = JSONKey.super
    return node(members.find(key.stringValue, in: object), key)
  }

  func superDecoder(forKey key: Key) throws -> any Decoder { node(find(key), key) }
}

extension JSONKeyedContainer {
  @inline(__always)
  private func find(_ key: Key) -> Int { members.find(key.stringValue, in: object) }

  @inline(__always)
  private func required(_ key: Key) throws -> Int {
    let value = find(key)
    if value == JSONTape.none { throw missing(key) }
    return value
  }

  @inline(__always)
  private func integer<Number: FixedWidthInteger>(_ key: Key) throws -> Number {
    let value = try required(key)
    guard let number = document.integer(value, as: Number.self) else {
      throw failure(Number.self, value, key)
    }
    return number
  }

  @inline(__always)
  private func integerIfAny<Number: FixedWidthInteger>(_ key: Key) throws -> Number? {
    let value = find(key)
    if document.isNull(value) { return nil }
    guard let number = document.integer(value, as: Number.self) else {
      throw failure(Number.self, value, key)
    }
    return number
  }

  @inline(__always)
  private func float<Number: JSONFloat>(_ key: Key) throws -> Number {
    let value = try required(key)
    guard let number = document.float(value, as: Number.self) else {
      throw failure(Number.self, value, key)
    }
    return number
  }

  @inline(__always)
  private func floatIfAny<Number: JSONFloat>(_ key: Key) throws -> Number? {
    let value = find(key)
    if document.isNull(value) { return nil }
    guard let number = document.float(value, as: Number.self) else {
      throw failure(Number.self, value, key)
    }
    return number
  }

  /// The decoder of a member; without a value it reads null.
  private func node(_ value: Int, _ key: some CodingKey) -> JSONNode {
    var place = JSONPlace(value: value, container: object, at: key.intValue ?? .min)
    if value == JSONTape.none {
      place.at = document.absentKeys.count
      document.absentKeys.append(key)
    }
    return JSONNode(document: document, place: place)
  }

  @inline(never)
  private func failure(_ type: Any.Type, _ value: Int, _ key: Key) -> DecodingError {
    document.failure(type, value, codingPath + [key])
  }

  @inline(never)
  private func missing(_ key: Key) -> DecodingError {
    .keyNotFound(
      key,
      DecodingError.Context(
        codingPath: codingPath,
        debugDescription:
          "The object has no key \"\(key.stringValue)\" (\(document.position(of: object)))."))
  }
}
