import Foundation

/// Turns an `Encodable` value into the form that both parameter encodings write.
enum ParameterValueEncoder {
  /// The value's form; keys are in the order of encoding.
  /// - Throws: the fault, with the key path at which it stands.
  static func value(of value: any Encodable, depth: Int = 0) throws(ParameterFault) -> ParameterValue {
    let node = Node()
    do {
      try NodeEncoder(node: node, codingPath: [], depth: depth).encode(value, into: node, key: nil)
    } catch let fault as ParameterFault {
      throw fault
    } catch EncodingError.invalidValue(_, let context) {
      throw ParameterFault(keyPath: KeyPathText.text(context.codingPath), reason: context.debugDescription)
    } catch {
      throw ParameterFault(reason: "cannot be encoded: \(error)")
    }
    return node.value
  }
}

// A place in the tree while it grows; containers hold on to it.
private final class Node {
  enum Kind { case empty, scalar, object, array }

  private(set) var kind = Kind.empty
  private var scalar = ParameterValue.null
  private var members: [(key: String, node: Node)] = []
  private var places: [String: Int] = [:]
  private(set) var elements: [Node] = []

  var value: ParameterValue {
    switch kind {
    case .scalar: scalar
    case .empty, .object: .object(members.map { ($0.key, $0.node.value) })
    case .array: .array(elements.map(\.value))
    }
  }

  func set(_ value: ParameterValue) {
    kind = .scalar
    scalar = value
  }

  func become(_ kind: Kind) { self.kind = kind }

  // A key that is encoded twice has one place, and the last value.
  func member(_ key: String) -> Node {
    if let place = places[key] { return members[place].node }
    let node = Node()
    places[key] = members.count
    members.append((key, node))
    return node
  }

  func element() -> Node {
    let node = Node()
    elements.append(node)
    return node
  }
}

private struct NodeEncoder: Encoder {
  let node: Node
  let codingPath: [any CodingKey]
  let depth: Int
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.become(.object)
    return KeyedEncodingContainer(KeyedNode(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.become(.array)
    return UnkeyedNode(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { SingleNode(encoder: self) }

  func child(_ node: Node, key: (any CodingKey)?) -> NodeEncoder {
    NodeEncoder(node: node, codingPath: path(key), depth: depth + 1)
  }

  func encode(_ value: any Encodable, into node: Node, key: (any CodingKey)?) throws {
    do throws(ParameterFault) {
      guard depth < ParameterValue.deepest else { throw ParameterFault(reason: "is nested too deep") }
      if let scalar = try scalar(value) { return node.set(scalar) }
    } catch {
      throw ParameterFault(keyPath: KeyPathText.text(path(key)), reason: error.reason)
    }
    try value.encode(to: child(node, key: key))
  }

  private func path(_ key: (any CodingKey)?) -> [any CodingKey] { key.map { codingPath + [$0] } ?? codingPath }

  private func scalar(_ value: any Encodable) throws(ParameterFault) -> ParameterValue? {
    switch value {
    case let value as String: .string(value)
    case let value as Bool: .bool(value)
    case let value as Double: try .number(value)
    case let value as Float: try .number(value)
    case let value as any BinaryInteger: .number("\(value)")
    case let value as Decimal: try .number(value)
    case let value as URL: .url(value)
    case let value as Data: .data(value)
    case let value as Date: .date(value)
    default: nil
    }
  }
}

private struct KeyedNode<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: NodeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil(forKey key: Key) throws { encoder.node.member(key.stringValue).set(.null) }

  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    try encoder.encode(value, into: encoder.node.member(key.stringValue), key: key)
  }

  mutating func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> {
    encoder.child(encoder.node.member(key.stringValue), key: key).container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder.child(encoder.node.member(key.stringValue), key: key).unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder { encoder.child(encoder.node.member("super"), key: nil) }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    encoder.child(encoder.node.member(key.stringValue), key: key)
  }
}

private struct UnkeyedNode: UnkeyedEncodingContainer {
  let encoder: NodeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }
  var count: Int { encoder.node.elements.count }

  mutating func encodeNil() throws { encoder.node.element().set(.null) }

  mutating func encode<T: Encodable>(_ value: T) throws {
    let key = IndexKey(count)
    try encoder.encode(value, into: encoder.node.element(), key: key)
  }

  mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
    next().container(keyedBy: type)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer { next().unkeyedContainer() }

  mutating func superEncoder() -> any Encoder { next() }

  private func next() -> NodeEncoder {
    let key = IndexKey(count)
    return encoder.child(encoder.node.element(), key: key)
  }
}

private struct SingleNode: SingleValueEncodingContainer {
  let encoder: NodeEncoder
  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() throws { encoder.node.set(.null) }

  mutating func encode<T: Encodable>(_ value: T) throws { try encoder.encode(value, into: encoder.node, key: nil) }
}

private struct IndexKey: CodingKey {
  let index: Int
  var intValue: Int? { index }
  var stringValue: String { "\(index)" }

  init(_ index: Int) { self.index = index }
  init?(intValue: Int) { self.init(intValue) }
  init?(stringValue: String) { nil }
}
