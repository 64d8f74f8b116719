/// JSON as the command prints it: an object a line, keys in a fixed order.
enum JSONText {
  /// An object of values that are JSON already.
  static func object(_ members: [(String, String)]) -> String {
    "{" + members.map { "\"\($0)\": \($1)" }.joined(separator: ", ") + "}"
  }

  /// An array of objects, one a line.
  static func array(_ objects: [String]) -> String {
    objects.isEmpty ? "[]" : "[\n" + objects.map { "  " + $0 }.joined(separator: ",\n") + "\n]"
  }

  /// A whole number, null for none.
  static func of(_ number: Int?) -> String { number.map(String.init) ?? "null" }

  /// A number, null for none and for what JSON has no number for.
  static func of(_ number: Double?) -> String {
    guard let number, number.isFinite else { return "null" }
    return Int(exactly: number).map(String.init) ?? "\(number)"
  }

  /// A text as RFC 8259 section 7 writes it, null for none.
  static func of(_ text: String?) -> String {
    guard let text else { return "null" }
    var written = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": written += "\\\""
      case "\\": written += "\\\\"
      case "\n": written += "\\n"
      case "\t": written += "\\t"
      case "\r": written += "\\r"
      case "\0"..<" ", "\u{7F}", "\u{2028}", "\u{2029}":
        let digits = String(scalar.value, radix: 16)
        written += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: written.unicodeScalars.append(scalar)
      }
    }
    return written + "\""
  }
}
