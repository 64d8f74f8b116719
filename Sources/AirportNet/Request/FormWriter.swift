import Foundation

/// Writes parameters as `a=1&b=2`, by the options of a URLEncoding.
struct FormWriter {
  private let options: URLEncoding
  private var output: [UInt8] = []

  /// The text; empty when there is nothing to write, or no object at the top.
  static func text(_ parameters: ParameterValue, _ options: URLEncoding) -> String {
    guard case .object(let members) = parameters else { return "" }
    var writer = FormWriter(options: options)
    writer.append(members) { $0 }
    return String(decoding: writer.output, as: UTF8.self)
  }

  private init(options: URLEncoding) { self.options = options }

  private mutating func append(_ members: [(key: String, value: ParameterValue)], name: (String) -> String) {
    let spelt = members.map { (key: spelling($0.key), value: $0.value) }
    for member in spelt.sorted(by: { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }) {
      append(member.value, name: name(member.key))
    }
  }

  private mutating func append(_ value: ParameterValue, name: String) {
    switch value {
    case .null: break
    case .object(let members): append(members) { "\(name)[\($0)]" }
    case .array(let elements): append(elements, name: name)
    default: append(name: name, text: text(value))
    }
  }

  private mutating func append(_ elements: [ParameterValue], name: String) {
    if case .comma = options.arrayEncoding, !elements.contains(where: \.isContainer) {
      let texts = elements.filter { !$0.isNull }.map(text)
      if !texts.isEmpty { append(name: name, text: texts.joined(separator: ",")) }
      return
    }
    for (index, element) in elements.enumerated() {
      append(element, name: element.isContainer ? "\(name)[\(index)]" : elementName(name, index))
    }
  }

  private mutating func append(name: String, text: String) {
    if !output.isEmpty { output.append(UInt8(ascii: "&")) }
    PercentEncoding.append(name, .queryItem, to: &output)
    output.append(UInt8(ascii: "="))
    PercentEncoding.append(text, .queryItem, to: &output)
  }

  private func elementName(_ name: String, _ index: Int) -> String {
    switch options.arrayEncoding {
    case .brackets: "\(name)[]"
    case .noBrackets, .comma: name
    case .indexInBrackets: "\(name)[\(index)]"
    case .custom(let make): make(name, index)
    }
  }

  private func text(_ value: ParameterValue) -> String {
    switch value {
    case .null, .array, .object: ""
    case .bool(let value):
      options.boolEncoding == .numeric ? (value ? "1" : "0") : (value ? "true" : "false")
    case .number(let digits): digits
    case .string(let value): value
    case .url(let value): value.absoluteString
    case .data(let value): text(value)
    case .date(let value): text(value)
    }
  }

  private func text(_ data: Data) -> String {
    switch options.dataEncoding {
    case .base64: data.base64EncodedString()
    case .base64URL:
      data.base64EncodedString().replacingOccurrences(of: "+", with: "-").replacingOccurrences(of: "/", with: "_")
        .replacingOccurrences(of: "=", with: "")
    case .hexadecimal: data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }
  }

  private func text(_ date: Date) -> String {
    switch options.dateEncoding {
    case .iso8601: date.formatted(.iso8601)
    case .secondsSince1970: Self.plain(date.timeIntervalSince1970)
    case .millisecondsSince1970: Self.plain(date.timeIntervalSince1970 * 1000)
    case .custom(let make): make(date)
    }
  }

  private static func plain(_ number: Double) -> String {
    Int64(exactly: number).map(String.init) ?? number.description
  }

  private func spelling(_ key: String) -> String {
    switch options.keyEncoding {
    case .useDefaultKeys: key
    case .convertToSnakeCase: Self.words(of: key).joined(separator: "_")
    case .convertToKebabCase: Self.words(of: key).joined(separator: "-")
    case .capitalized: key.prefix(1).uppercased() + key.dropFirst()
    case .uppercased: key.uppercased()
    case .lowercased: key.lowercased()
    case .custom(let make): make(key)
    }
  }

  // A word begins at a capital after a small letter or digit, and at the last capital of a run before a small letter.
  private static func words(of key: String) -> [String] {
    let letters = Array(key)
    var words: [String] = []
    var word = ""
    for (index, letter) in letters.enumerated() {
      if letter.isUppercase, index > 0,
        !letters[index - 1].isUppercase || (index + 1 < letters.count && letters[index + 1].isLowercase), !word.isEmpty
      {
        words.append(word)
        word = ""
      }
      word += letter.lowercased()
    }
    return word.isEmpty ? words : words + [word]
  }
}

extension ParameterValue {
  fileprivate var isNull: Bool {
    if case .null = self { true } else { false }
  }

  fileprivate var isContainer: Bool {
    switch self {
    case .array, .object: true
    default: false
    }
  }
}
