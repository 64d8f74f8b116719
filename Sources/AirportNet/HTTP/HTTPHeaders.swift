/// Header fields in the order they were written, looked up without regard to case.
///
///     var headers: HTTPHeaders = ["Accept": "application/json"]
///     headers.add(.authorization(bearerToken: token))
///     headers["accept"]                                    // "application/json"
///
/// A literal, `add` and `update` keep one line a name: the last one wins and stays at the place of the first.
/// `append` keeps lines of one name apart, as an answer with several `Set-Cookie` fields needs.
public struct HTTPHeaders: Sendable, Hashable {
  private var fields: [HTTPHeader] = []

  /// No field at all.
  public init() {}

  /// One line a name; of names that differ in case at most the last value wins.
  public init(_ headers: [HTTPHeader]) {
    fields.reserveCapacity(headers.count)
    headers.forEach { update($0) }
  }

  /// The fields of a dictionary, sorted by name, since a dictionary has no order to keep.
  public init(_ dictionary: [String: String]) {
    self.init(dictionary.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) })
  }

  /// Sets the value of a name, in place of any that it had.
  public mutating func add(name: String, value: String) { update(HTTPHeader(name: name, value: value)) }

  /// Sets the value of a name, in place of any that it had.
  public mutating func add(_ header: HTTPHeader) { update(header) }

  /// Sets the value of a name, in place of any that it had.
  public mutating func update(name: String, value: String) { update(HTTPHeader(name: name, value: value)) }

  /// Sets the value of a name, in place of any that it had.
  public mutating func update(_ header: HTTPHeader) {
    guard let first = index(of: header.name) else { return fields.append(header) }
    fields[first] = header
    var seen = 0
    fields.removeAll { field in
      guard HTTPToken.equal(field.name, header.name) else { return false }
      seen += 1
      return seen > 1
    }
  }

  /// Adds one more line, beside those that the name already has.
  public mutating func append(_ header: HTTPHeader) { fields.append(header) }

  /// Adds one more line, beside those that the name already has.
  public mutating func append(name: String, value: String) { append(HTTPHeader(name: name, value: value)) }

  /// Gives the last line another value; a folded line continues this way.
  mutating func replaceLast(value: String) {
    guard let last = fields.popLast() else { return }
    fields.append(HTTPHeader(name: last.name, value: value))
  }

  /// Removes every line of the name.
  public mutating func remove(name: String) { fields.removeAll { HTTPToken.equal($0.name, name) } }

  /// The value of a name, nil when it has no line.
  ///
  /// Several lines are joined by `", "` (RFC 9110 section 5.3) and cookies by `"; "`; of several `Set-Cookie` lines,
  /// which no joining keeps apart, it is the first.
  public func value(for name: String) -> String? {
    guard let first = index(of: name) else { return nil }
    guard let separator = Self.separator(for: name) else { return fields[first].value }
    var joined = fields[first].value
    for field in fields[(first + 1)...] where HTTPToken.equal(field.name, name) { joined += separator + field.value }
    return joined
  }

  /// The values of every line of the name, in order.
  public func values(for name: String) -> [String] {
    fields.filter { HTTPToken.equal($0.name, name) }.map(\.value)
  }

  /// The value of a name; setting replaces all its lines, and nil removes them.
  public subscript(name: String) -> String? {
    get { value(for: name) }
    set {
      if let newValue { update(name: name, value: newValue) } else { remove(name: name) }
    }
  }

  /// The fields by name, in the spelling of each name's first line.
  ///
  /// Lines of one name are joined as `value(for:)` says, several `Set-Cookie` lines by `", "` as Foundation's cookie
  /// parser expects.
  public var dictionary: [String: String] {
    var result: [String: String] = [:]
    result.reserveCapacity(fields.count)
    for (position, field) in fields.enumerated() {
      guard let first = index(of: field.name), first < position else {
        result[field.name] = field.value
        continue
      }
      result[fields[first].name]? += (Self.separator(for: field.name) ?? ", ") + field.value
    }
    return result
  }

  private func index(of name: String) -> Int? {
    fields.firstIndex { HTTPToken.equal($0.name, name) }
  }

  private static func separator(for name: String) -> String? {
    if HTTPToken.equal(name, "Set-Cookie") { return nil }
    return HTTPToken.equal(name, "Cookie") ? "; " : ", "
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral {
  /// The fields in the order of the literal; the last of a name wins.
  public init(dictionaryLiteral elements: (String, String)...) {
    self.init(elements.map { HTTPHeader(name: $0, value: $1) })
  }

  /// The fields in the order of the literal; the last of a name wins.
  public init(arrayLiteral elements: HTTPHeader...) { self.init(elements) }
}

extension HTTPHeaders: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { fields.startIndex }
  /// The number of lines.
  public var endIndex: Int { fields.endIndex }
  /// The line at a place.
  public subscript(position: Int) -> HTTPHeader { fields[position] }
}

extension HTTPHeaders: CustomStringConvertible {
  /// One `Name: value` a line; credentials are replaced by `<redacted>`.
  public var description: String { fields.map(\.description).joined(separator: "\n") }
}
