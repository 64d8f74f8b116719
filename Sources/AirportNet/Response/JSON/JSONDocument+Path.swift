internal import Foundation

/// Where a value is: in which container (`JSONTape.none` for the document itself), and at which index of an array. In an
/// object it is the number of the key, `Int.min` if it has none; of a value that is not there, which of the
/// `absentKeys` is its key.
///
/// Coding paths are found in the tape when they are asked for, which is seldom.
struct JSONPlace {
  var value: Int
  var container: Int
  var at: Int
}

extension JSONDocument {
  /// The coding path of a value.
  func path(of place: JSONPlace) -> [any CodingKey] {
    guard place.container != JSONTape.none else { return path }
    let path = path(of: place.container)
    if place.value == JSONTape.none { return path + [absentKeys[place.at]] }
    if kind(place.container) == .array { return path + [JSONKey(index: place.at)] }
    return path + [
      key(place.value - 1, number: place.at == .min ? nil : place.at, in: place.container, path)
    ]
  }

  /// The coding path of a container.
  func path(of container: Int) -> [any CodingKey] {
    var chain: [Int] = []
    var next = container
    while next != JSONTape.none {
      chain.append(next)
      next = JSONTape.high(tape[next + 2])
    }
    return chain.dropLast().reversed().reduce(into: path) { path, container in
      let word = tape[container + 2]
      if kind(JSONTape.high(word)) == .array {
        path.append(JSONKey(index: JSONTape.low(word)))
      } else {
        path.append(
          key(container - 1, note: UInt32(truncatingIfNeeded: word), in: JSONTape.high(word), path))
      }
    }
  }

  /// Keeps the number of the key under which a container was asked for, as far as there is room in the tape.
  func note(_ number: Int, of container: Int) {
    let word = tape[container + 2]
    guard kind(JSONTape.high(word)) == .object else { return }
    let short = Int32(exactly: number).map { UInt32(bitPattern: $0) } ?? JSONTape.numberIsText
    let note = short == JSONTape.noNumber ? JSONTape.numberIsText : short
    tape[container + 2] = JSONTape.pair(JSONTape.high(word), note)
  }

  /// Says whether the keys of an object are taken as they are in the document, in spite of the strategy.
  func setKeepsKeys(_ keepsKeys: Bool, _ object: Int) {
    tape[object] =
      keepsKeys ? tape[object] | JSONTape.keepsKeys : tape[object] & ~JSONTape.keepsKeys
  }

  private func key(_ key: Int, note: UInt32, in object: Int, _ path: [any CodingKey])
    -> any CodingKey
  {
    switch note {
    case JSONTape.noNumber: self.key(key, number: nil, in: object, path)
    case JSONTape.numberIsText: self.key(key, number: Int(string(key)), in: object, path)
    default: self.key(key, number: Int(Int32(bitPattern: note)), in: object, path)
    }
  }

  private func key(_ key: Int, number: Int?, in object: Int, _ path: [any CodingKey])
    -> any CodingKey
  {
    let text = string(key)
    return JSONKey(
      tape[object] & JSONTape.keepsKeys != 0 ? text : converted(text, path), number: number)
  }

  /// A key of the document as the strategy wants it.
  func converted(_ key: String, _ path: @autoclosure () -> [any CodingKey]) -> String {
    switch decoder.keyDecodingStrategy {
    case .useDefaultKeys: return key
    case .convertFromSnakeCase:
      if let known = convertedKeys[key] { return known }
      let converted = SnakeCase.converted(key)
      convertedKeys[key] = converted
      return converted
    case .custom(let convert): return convert(path() + [JSONKey(key)]).stringValue
    @unknown default: return key
    }
  }
}
