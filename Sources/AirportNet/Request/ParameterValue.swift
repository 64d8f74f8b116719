import Foundation

/// A parameter in the one form that both encodings write: made from `Any` or from an `Encodable` value.
indirect enum ParameterValue {
  case null
  case bool(Bool)
  /// The exact digits.
  case number(String)
  case string(String)
  case url(URL)
  case data(Data)
  case date(Date)
  case array([ParameterValue])
  case object([(key: String, value: ParameterValue)])
}

/// A value that has no form, and where it stands; each level puts its own name before the path on the way out.
struct ParameterFault: Error {
  var keyPath = ""
  var reason: String

  func below(key: String) -> ParameterFault {
    ParameterFault(keyPath: key + (keyPath.isEmpty || keyPath.hasPrefix("[") ? "" : ".") + keyPath, reason: reason)
  }

  func below(index: Int) -> ParameterFault { below(key: "[\(index)]") }

  var networkError: NetworkError { .invalidRequest(.unencodable(keyPath: keyPath, reason: reason)) }
}

extension ParameterValue {
  /// Deeper than this is taken for a cycle.
  static let deepest = 200

  /// Takes a dictionary apart.
  init(_ parameters: [String: Any]) throws(NetworkError) {
    do throws(ParameterFault) {
      self = try Self.object(parameters, depth: 0)
    } catch {
      throw error.networkError
    }
  }

  /// Takes any JSON-like value apart.
  init(any value: Any) throws(NetworkError) {
    do throws(ParameterFault) {
      self = try Self.value(value, depth: 0)
    } catch {
      throw error.networkError
    }
  }

  /// A number, or a fault for NaN and the infinities.
  static func number<Number: BinaryFloatingPoint & CustomStringConvertible>(
    _ number: Number
  ) throws(ParameterFault) -> ParameterValue {
    guard number.isFinite else {
      throw ParameterFault(reason: "is \(number), which no encoding can write")
    }
    return .number(number.description)
  }

  /// The exact digits of a decimal number, or a fault for NaN.
  static func number(_ number: Decimal) throws(ParameterFault) -> ParameterValue {
    guard number.isFinite else { throw ParameterFault(reason: "is not a number") }
    return .number(number.description)
  }

  private static func object(
    _ dictionary: [String: Any], depth: Int
  ) throws(ParameterFault) -> ParameterValue {
    var members: [(key: String, value: ParameterValue)] = []
    members.reserveCapacity(dictionary.count)
    for (key, member) in dictionary {
      do throws(ParameterFault) {
        members.append((key, try value(member, depth: depth + 1)))
      } catch {
        throw error.below(key: key)
      }
    }
    return .object(members)
  }

  private static func value(_ value: Any, depth: Int) throws(ParameterFault) -> ParameterValue {
    guard depth <= deepest else { throw ParameterFault(reason: "is nested too deep") }
    // A boxed number must be asked what it is before any cast, since it casts to Bool as well as to Int.
    if type(of: value) is NSNumber.Type, let number = value as? NSNumber { return try boxed(number) }
    switch value {
    case let value as String: return .string(value)
    case let value as Bool: return .bool(value)
    case let value as Int: return .number(value.description)
    case let value as Double: return try number(value)
    case let value as Float: return try number(value)
    case let value as [String: Any]: return try object(value, depth: depth)
    case let value as [Any]:
      var elements: [ParameterValue] = []
      for (index, element) in value.enumerated() {
        do throws(ParameterFault) {
          elements.append(try self.value(element, depth: depth + 1))
        } catch {
          throw error.below(index: index)
        }
      }
      return .array(elements)
    case let value as any OptionalValue:
      guard let wrapped = value.wrapped else { return .null }
      return try self.value(wrapped, depth: depth + 1)
    case is NSNull: return .null
    default: return try uncommon(value, depth: depth)
    }
  }

  private static func uncommon(_ value: Any, depth: Int) throws(ParameterFault) -> ParameterValue {
    switch value {
    case let value as any BinaryInteger: return .number("\(value)")
    case let value as Decimal: return try number(value)
    case let value as any BinaryFloatingPoint: return try number(Double(value))
    case let value as URL: return .url(value)
    case let value as Data: return .data(value)
    case let value as Date: return .date(value)
    case let value as UUID: return .string(value.uuidString)
    case let value as any RawRepresentable: return try self.value(value.rawValue, depth: depth + 1)
    case is Set<AnyHashable>:
      throw ParameterFault(reason: "is a Set, which has no order; pass a sorted array")
    case let value as any LosslessStringConvertible: return .string(value.description)
    case let value as any Encodable: return try ParameterValueEncoder.value(of: value, depth: depth)
    default:
      throw ParameterFault(reason: "is a \(type(of: value)), which has no form as a parameter")
    }
  }

  private static func boxed(_ number: NSNumber) throws(ParameterFault) -> ParameterValue {
    switch UInt8(bitPattern: number.objCType.pointee) {
    case UInt8(ascii: "c"), UInt8(ascii: "B"): .bool(number.boolValue)
    case UInt8(ascii: "d") where !(number is NSDecimalNumber): try self.number(number.doubleValue)
    case UInt8(ascii: "f"): try self.number(number.floatValue)
    default: .number(number.stringValue)
    }
  }
}

private protocol OptionalValue {
  var wrapped: Any? { get }
}

extension Optional: OptionalValue {
  var wrapped: Any? { self.map { $0 as Any } }
}
