internal import Foundation

extension JSONDocument {
  /// A value of any type. Types that JSON has no word for, and the most usual ones, are read here; others read
  /// themselves.
  @inline(__always)
  func unwrap<Value: Decodable>(
    _ type: Value.Type, _ value: Int, in container: Int, at index: Int
  ) throws -> Value {
    let place = JSONPlace(value: value, container: container, at: index)
    if type == String.self { return Self.same(try string(place)) }
    if type == Int.self { return Self.same(try integer(place, as: Int.self)) }
    if type == Double.self { return Self.same(try float(place, as: Double.self)) }
    if type == LooseText.self { return Self.same(try looseText(place)) }
    if type == Date.self { return Self.same(try date(place)) }
    if type == Data.self { return Self.same(try data(place)) }
    if type == URL.self { return Self.same(try url(place)) }
    if type == Decimal.self { return Self.same(try decimal(place)) }
    if decoder.convertsKeys, let dictionary = type as? any JSONStringDictionary.Type {
      return try self.dictionary(dictionary, place) as! Value
    }
    return try type.init(from: JSONNode(document: self, place: place))
  }

  /// The value as what it is known to be.
  @inline(__always)
  private static func same<Known, Value>(_ value: Known) -> Value {
    unsafeBitCast(value, to: Value.self)
  }

  @inline(__always)
  func string(_ place: JSONPlace) throws -> String {
    guard let text = stringIfAny(place.value) else { throw failure(String.self, place) }
    return text
  }

  @inline(__always)
  func integer<Number: FixedWidthInteger>(_ place: JSONPlace, as type: Number.Type) throws -> Number {
    guard let number = integer(place.value, as: type) else { throw failure(type, place) }
    return number
  }

  @inline(__always)
  func float<Number: JSONFloat>(_ place: JSONPlace, as type: Number.Type) throws -> Number {
    guard let number = float(place.value, as: type) else { throw failure(type, place) }
    return number
  }

  private func looseText(_ place: JSONPlace) throws -> LooseText {
    if kind(place.value) == .number { return LooseText(try float(place, as: Double.self)) }
    return LooseText(try string(place))
  }

  private func required(_ place: JSONPlace, _ type: Any.Type) throws {
    if isNull(place.value) { throw failure(type, place) }
  }

  @inline(never)
  private func date(_ place: JSONPlace) throws -> Date {
    try required(place, Date.self)
    let node = JSONNode(document: self, place: place)
    switch decoder.dateDecodingStrategy {
    case .deferredToDate: return try Date(from: node)
    case .secondsSince1970: return Date(timeIntervalSince1970: try float(place, as: Double.self))
    case .millisecondsSince1970:
      return Date(timeIntervalSince1970: try float(place, as: Double.self) / 1000)
    case .iso8601:
      let text = try string(place)
      guard let date = try? Date.ISO8601FormatStyle().parse(text) else {
        throw malformed("Expected a date in the form of ISO 8601", place)
      }
      return date
    case .custom(let read): return try read(node)
    #if canImport(Darwin)
      case .formatted(let formatter):
        guard let date = formatter.date(from: try string(place)) else {
          throw malformed("Expected a date in the formatter's form", place)
        }
        return date
      @unknown default: return try Date(from: node)
    #endif
    }
  }

  @inline(never)
  private func data(_ place: JSONPlace) throws -> Data {
    try required(place, Data.self)
    let node = JSONNode(document: self, place: place)
    switch decoder.dataDecodingStrategy {
    case .deferredToData: return try Data(from: node)
    case .base64:
      guard let data = Data(base64Encoded: try string(place)) else {
        throw malformed("Expected Base64", place)
      }
      return data
    case .custom(let read): return try read(node)
    #if canImport(Darwin)
      @unknown default: return try Data(from: node)
    #endif
    }
  }

  @inline(never)
  private func url(_ place: JSONPlace) throws -> URL {
    try required(place, URL.self)
    guard let url = URL(string: try string(place)) else { throw malformed("Expected a URL", place) }
    return url
  }

  @inline(never)
  private func decimal(_ place: JSONPlace) throws -> Decimal {
    guard kind(place.value) == .number else { throw failure(Decimal.self, place) }
    guard let decimal = Decimal(string: String(decoding: text(place.value), as: UTF8.self)) else {
      throw failure(Decimal.self, place)
    }
    return decimal
  }

  /// A dictionary whose keys are the document's: no strategy changes them.
  private func dictionary(_ type: any JSONStringDictionary.Type, _ place: JSONPlace) throws -> Any {
    guard kind(place.value) == .object else { throw failure([String: Any].self, place) }
    setKeepsKeys(true, place.value)
    return try type.read(self, place.value)
  }
}

/// A dictionary with strings as keys.
private protocol JSONStringDictionary {
  static func read(_ document: JSONDocument, _ object: Int) throws -> Self
}

extension Dictionary: JSONStringDictionary where Key == String, Value: Decodable {
  fileprivate static func read(_ document: JSONDocument, _ object: Int) throws -> [String: Value] {
    var result = Self(minimumCapacity: document.count(object))
    var key = object + JSONTape.objectHead
    while key < document.end(object) {
      let value = try document.unwrap(Value.self, key + 1, in: object, at: .min)
      let name = document.string(key)
      if result[name] == nil { result[name] = value }
      key = document.next(key + 1)
    }
    return result
  }
}
