internal import Foundation

/// A document that was checked: its bytes, its tape, and how to read them.
///
/// Decoders and containers are places in it and keep it alive. It is not for several threads, as they are not.
final class JSONDocument {
  /// The bytes, and the zeros behind them that the scanner wants.
  let bytes: UnsafeMutablePointer<UInt8>
  let size: Int
  private(set) var tape: UnsafeMutablePointer<UInt64>
  let decoder: JSONValueDecoder
  /// Where the document is in a larger one.
  let path: [any CodingKey]
  /// The keys of values that are not there, see `JSONPlace`.
  var absentKeys: [any CodingKey] = []
  /// The keys that were converted already.
  var convertedKeys: [String: String] = [:]
  private var positions: JSONPositions

  /// Copies the bytes.
  /// - Throws: `DecodingError.dataCorrupted` where they are no JSON.
  init(
    _ text: UnsafeRawBufferPointer, _ decoder: JSONValueDecoder, _ origin: JSONPosition,
    _ path: [any CodingKey]
  ) throws {
    size = text.count
    bytes = .allocate(capacity: size + 16)
    UnsafeMutableRawBufferPointer(start: bytes, count: size).copyMemory(from: text)
    (bytes + size).initialize(repeating: 0, count: 16)
    var scanner = JSONScanner(bytes, count: size)
    tape = scanner.tape
    self.decoder = decoder
    self.path = path
    positions = JSONPositions(origin: origin)
    guard size < JSONTape.none else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path, debugDescription: "The document is longer than 4 GB."))
    }
    do {
      try scanner.scan()
      tape = scanner.tape
    } catch {
      tape = scanner.tape
      throw fault(error, scanner)
    }
  }

  deinit {
    bytes.deallocate()
    tape.deallocate()
  }

  /// Where a value is, for error messages.
  func position(of value: Int) -> String { position(at: JSONTape.offset(tape[value])) }

  private func position(at offset: Int) -> String {
    positions.position(offset, in: UnsafeBufferPointer(start: bytes, count: size)).text
  }

  private func fault(_ fault: JSONFault, _ scanner: JSONScanner) -> DecodingError {
    var path = scanner.open == JSONTape.none ? self.path : path(of: scanner.open)
    if scanner.key != JSONTape.none {
      path.append(JSONKey(string(scanner.key)))
    } else if scanner.open != JSONTape.none, JSONTape.kind(tape[scanner.open]) == .array {
      path.append(JSONKey(index: scanner.count))
    }
    return .dataCorrupted(
      DecodingError.Context(
        codingPath: path,
        debugDescription:
          "The document is no JSON: \(fault.reason) (\(position(at: fault.offset)))."))
  }
}

extension JSONDocument {
  /// The index behind a value.
  @inline(__always)
  func next(_ value: Int) -> Int {
    JSONTape.isContainer(tape[value]) ? JSONTape.high(tape[value + 1]) : value + 1
  }

  /// The index behind a container.
  @inline(__always)
  func end(_ container: Int) -> Int { JSONTape.high(tape[container + 1]) }

  /// How many values a container has.
  @inline(__always)
  func count(_ container: Int) -> Int { JSONTape.low(tape[container + 1]) }

  /// What a value is; null where there is none.
  func kind(_ value: Int) -> JSONKind {
    value == JSONTape.none ? .null : JSONTape.kind(tape[value])
  }

  /// The bytes of a string or number.
  @inline(__always)
  func text(_ value: Int) -> UnsafeBufferPointer<UInt8> {
    let word = tape[value]
    let start = bytes + JSONTape.offset(word)
    let length = JSONTape.length(word)
    return UnsafeBufferPointer(
      start: start, count: length < JSONTape.longest ? length : lengthOfLong(value))
  }

  @inline(never)
  private func lengthOfLong(_ value: Int) -> Int {
    let start = JSONTape.offset(tape[value])
    var end = start
    if JSONTape.isString(tape[value]) {
      while bytes[end] != UInt8(ascii: "\"") { end += bytes[end] == UInt8(ascii: "\\") ? 2 : 1 }
    } else {
      while "+-.eE0123456789".utf8.contains(bytes[end]) { end += 1 }
    }
    return end - start
  }
}
