/// Why bytes are not JSON, and where.
struct JSONFault: Error {
  let reason: String
  let offset: Int

  init(_ reason: String, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

/// A key of a coding path that was taken from the document.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(_ text: String, number: Int? = nil) {
    stringValue = text
    intValue = number
  }

  /// The place in an array.
  init(index: Int) { self.init("Index \(index)", number: index) }

  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init("\(intValue)", number: intValue) }

  static let `super` = JSONKey("super")
}
