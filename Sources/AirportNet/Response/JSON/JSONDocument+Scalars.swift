internal import Foundation

/// Reading scalars: nil means that the value is of another kind or does not fit; `failure` then says which.
extension JSONDocument {
  @inline(__always)
  func isNull(_ value: Int) -> Bool { value == JSONTape.none || JSONTape.isNull(tape[value]) }

  @inline(__always)
  func bool(_ value: Int) -> Bool? {
    switch kind(value) {
    case .true: true
    case .false: false
    default: nil
    }
  }

  @inline(__always)
  func stringIfAny(_ value: Int) -> String? {
    guard value != JSONTape.none, JSONTape.isString(tape[value]) else { return nil }
    return string(value)
  }

  /// The text of what is known to be a string.
  @inline(__always)
  func string(_ value: Int) -> String {
    if tape[value] & JSONTape.flag != 0 { return JSONEscapes.resolved(text(value)) }
    return String(decoding: text(value), as: UTF8.self)
  }

  @inline(__always)
  func integer<Number: FixedWidthInteger>(_ value: Int, as type: Number.Type) -> Number? {
    guard value != JSONTape.none, JSONTape.kind(tape[value]) == .number else { return nil }
    if tape[value] & JSONTape.flag != 0 { return JSONNumber.integer(text(value)) }
    return JSONNumber.integerOfFraction(text(value))
  }

  @inline(__always)
  func float<Number: JSONFloat>(_ value: Int, as type: Number.Type) -> Number? {
    guard value != JSONTape.none, JSONTape.kind(tape[value]) == .number else {
      return nonConforming(value)
    }
    return JSONNumber.float(text(value))
  }

  @inline(never)
  private func nonConforming<Number: JSONFloat>(_ value: Int) -> Number? {
    guard
      case .convertFromString(let infinity, let minusInfinity, let nan) = decoder
        .nonConformingFloatDecodingStrategy,
      value != JSONTape.none, JSONTape.isString(tape[value]), tape[value] & JSONTape.flag == 0
    else { return nil }
    let text = text(value)
    if text.elementsEqual(infinity.utf8) { return .infinity }
    if text.elementsEqual(minusInfinity.utf8) { return -.infinity }
    return text.elementsEqual(nan.utf8) ? .nan : nil
  }

  /// Why a value could not be read as the type.
  @inline(never)
  func failure(_ type: Any.Type, _ place: JSONPlace, wanted: Any.Type? = nil) -> DecodingError {
    failure(type, place.value, path(of: place), wanted: wanted)
  }

  /// Why a value could not be read as the type.
  @inline(never)
  func failure(_ type: Any.Type, _ value: Int, _ path: [any CodingKey], wanted: Any.Type? = nil)
    -> DecodingError
  {
    let kind = kind(value)
    let position = value == JSONTape.none ? "" : " (\(position(of: value)))"
    func context(_ text: String) -> DecodingError.Context {
      DecodingError.Context(codingPath: path, debugDescription: text + position + ".")
    }
    switch kind {
    case .null where type != Bool.self:
      return .valueNotFound(type, context("Expected \(type) but found null"))
    case .number where type is any Numeric.Type:
      return .dataCorrupted(context("The number \(number(value)) does not fit in \(type)"))
    default:
      return .typeMismatch(type, context("Expected \(type) but found \(kind.text)"))
    }
  }

  /// What is wrong with the contents of a value of the right type.
  func malformed(_ reason: String, _ place: JSONPlace) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(
        codingPath: path(of: place), debugDescription: "\(reason) (\(position(of: place.value)))."))
  }

  private func number(_ value: Int) -> String {
    let text = text(value)
    return text.count <= 40
      ? String(decoding: text, as: UTF8.self)
      : "\(String(decoding: text.prefix(40), as: UTF8.self))..."
  }
}
