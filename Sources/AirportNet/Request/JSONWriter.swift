import Foundation

/// Writes parameters as a JSON document (RFC 8259), with sorted keys and exact digits.
struct JSONWriter {
  private let isPretty: Bool
  private var output: [UInt8] = []

  /// The document.
  /// - Throws: `NetworkError.invalidRequest` that names the key path of a value without a form in JSON.
  static func data(_ value: ParameterValue, isPretty: Bool = false) throws(NetworkError) -> Data {
    var writer = JSONWriter(isPretty: isPretty)
    do throws(ParameterFault) {
      try writer.append(value, indent: 0)
    } catch {
      throw error.networkError
    }
    return Data(writer.output)
  }

  private init(isPretty: Bool) { self.isPretty = isPretty }

  private mutating func append(_ value: ParameterValue, indent: Int) throws(ParameterFault) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let digits): append(digits.hasSuffix(".0") ? String(digits.dropLast(2)) : digits)
    case .string(let value): append(quoted: value)
    case .url(let value): append(quoted: value.absoluteString)
    case .data: throw ParameterFault(reason: "is Data, which JSON has no form for; pass a String")
    case .date: throw ParameterFault(reason: "is a Date, which JSON has no form for; pass a String")
    case .array(let elements):
      append("[")
      for (index, element) in elements.enumerated() {
        startItem(isFirst: index == 0, indent: indent + 1)
        do throws(ParameterFault) {
          try append(element, indent: indent + 1)
        } catch {
          throw error.below(index: index)
        }
      }
      close("]", isEmpty: elements.isEmpty, indent: indent)
    case .object(let members):
      append("{")
      let sorted = members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
      for (index, member) in sorted.enumerated() {
        startItem(isFirst: index == 0, indent: indent + 1)
        append(quoted: member.key)
        append(isPretty ? " : " : ":")
        do throws(ParameterFault) {
          try append(member.value, indent: indent + 1)
        } catch {
          throw error.below(key: member.key)
        }
      }
      close("}", isEmpty: members.isEmpty, indent: indent)
    }
  }

  private mutating func startItem(isFirst: Bool, indent: Int) {
    if !isFirst { append(",") }
    if isPretty { breakLine(indent) }
  }

  private mutating func close(_ bracket: String, isEmpty: Bool, indent: Int) {
    if isPretty, !isEmpty { breakLine(indent) }
    append(bracket)
  }

  private mutating func breakLine(_ indent: Int) {
    append("\n")
    output.append(contentsOf: repeatElement(0x20, count: indent * 2))
  }

  private mutating func append(_ text: String) { output.append(contentsOf: text.utf8) }

  private mutating func append(quoted text: String) {
    append("\"")
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""): append("\\\"")
      case UInt8(ascii: "\\"): append("\\\\")
      case 0x0A: append("\\n")
      case 0x0D: append("\\r")
      case 0x09: append("\\t")
      case 0..<0x20: append("\\u00" + (byte < 16 ? "0" : "") + String(byte, radix: 16))
      default: output.append(byte)
      }
    }
    append("\"")
  }
}
