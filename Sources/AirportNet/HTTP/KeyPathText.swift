/// Writes the place of a value in a document as people read it: `[3].airport.code`.
enum KeyPathText {
  /// The text of a coding path; empty for the document itself.
  static func text(_ path: some Sequence<any CodingKey>) -> String {
    path.reduce(into: "") { text, key in
      if let index = key.intValue {
        text += "[\(index)]"
      } else {
        text += text.isEmpty ? key.stringValue : "." + key.stringValue
      }
    }
  }
}
