/// Records of one kind, numbered from 1: what a CRUD service keeps of its posts, its comments. A value.
struct RecordTable {
  /// A field of every record: its name and what its value must be.
  struct Field {
    enum Kind {
      case text
      case wholeNumber
    }

    var name: String
    var kind: Kind
    /// The value of a new record that does not name the field; nil if it must be named.
    var fallback: ServerJSON?

    init(_ name: String, _ kind: Kind = .text, fallback: ServerJSON? = nil) {
      self.name = name
      self.kind = kind
      self.fallback = fallback
    }
  }

  private let fields: [Field]
  private var records: [Int: [String: ServerJSON]] = [:]
  private var nextID = 1

  init(fields: [Field]) {
    self.fields = fields
  }

  /// All records in the order of their numbers.
  var all: [ServerJSON] {
    records.sorted { $0.key < $1.key }.map { .object($0.value) }
  }

  subscript(id: Int) -> ServerJSON? {
    records[id].map { .object($0) }
  }

  /// Adds a record of checked values and gives it the next number.
  mutating func insert(_ values: [String: ServerJSON]) -> (id: Int, record: ServerJSON) {
    let id = nextID
    nextID += 1
    set(id, values)
    return (id, self[id] ?? .null)
  }

  /// Puts checked values over those of a record; fields that are not named stay.
  mutating func set(_ id: Int, _ values: [String: ServerJSON]) {
    records[id, default: ["id": .number(Double(id))]].merge(values) { $1 }
  }

  mutating func remove(_ id: Int) {
    records[id] = nil
  }

  mutating func removeAll(where name: String, is value: ServerJSON) {
    records = records.filter { $0.value[name] != value }
  }

  /// The known fields out of a body, each checked; others are left out.
  ///
  /// - Parameter partial: whether fields may be missing.
  func checked(_ body: RequestBody, partial: Bool) throws(RequestBody.Mistake) -> [String: ServerJSON] {
    var values: [String: ServerJSON] = [:]
    for field in fields {
      guard let value = body.fields[field.name] ?? (partial ? nil : field.fallback) else {
        if partial { continue }
        throw RequestBody.Mistake(message: "\(field.name) is missing.")
      }
      switch field.kind {
      case .text where value.text == nil:
        throw RequestBody.Mistake(message: "\(field.name) must be text.")
      case .wholeNumber where value.wholeNumber == nil:
        throw RequestBody.Mistake(message: "\(field.name) must be a whole number.")
      default: values[field.name] = value
      }
    }
    return values
  }
}
