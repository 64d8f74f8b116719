internal import Foundation

/// Cuts a JSON document into the elements of an array as its bytes come in. Pure.
///
/// The array is the document, or lies under keys of objects that are. Wherever the bytes are cut, the parts are the same.
/// What is between the elements is as RFC 8259 has it, with a UTF-8 byte order mark allowed: a trailing comma, or anything
/// after the end, is a fault. Of equal keys the first counts. Memory: the longest part and one piece; time: linear.
struct JSONArraySplitter: Sendable {
  /// A value of the document as it is written, to be decoded.
  struct Part: Hashable, Sendable {
    /// The number of the element; nil for what lies beside the array: keys, and the values of others.
    var index: Int?
    var text: Data
    /// Where it begins in the document.
    var position: JSONPosition
  }

  /// What is wrong with the document, and where.
  struct Fault: Error, Hashable, Sendable {
    var codingPath: String
    var reason: String
  }

  private enum Expected: Sendable {
    /// The rest of a byte order mark, so many bytes of which were there, or the document.
    case mark(Int)
    /// What leads to the array, or is it.
    case way
    case firstKey, key, colon, other, memberEnd
    case firstElement, element, elementEnd
    case nothing
  }

  private let keys: [String]
  private var expected = Expected.mark(0)
  /// How many objects around the array are open.
  private var level = 0
  private var count = 0
  private var isFound = false
  private var isOnWay = false

  private var piece: [UInt8] = []
  private var next = 0
  private var here = JSONPosition()

  private var scan: JSONValueScan?
  private var text: [UInt8] = []
  private var start = JSONPosition()

  /// Takes the keys that lead to the array; none where it is the document.
  init(at keys: [String] = []) { self.keys = keys }

  /// Takes a piece, when `nextPart` has nothing more to give of the one before.
  mutating func take(_ data: Data) {
    piece = [UInt8](data)
    next = 0
  }

  /// The next part that is whole; nil where another piece is needed.
  mutating func nextPart() throws(Fault) -> Part? {
    while next < piece.count {
      if scan == nil {
        try step(piece[next])
      } else if let part = gather() {
        return part
      }
    }
    return nil
  }

  /// Called after the last piece.
  func finish() throws(Fault) {
    switch (expected, level) {
    case (.nothing, _): return
    case (.mark, _), (.way, 0): throw Fault(codingPath: "", reason: "the document is empty")
    default: throw fault("the document ends too early")
    }
  }

  /// The place of an element in the document, such as `items[3]`.
  static func codingPath(_ index: Int, at keys: [String]) -> String { keys.joined(separator: ".") + "[\(index)]" }

  private mutating func gather() -> Part? {
    let end = scan?.end(in: piece, from: next)
    text.append(contentsOf: piece[next..<(end ?? piece.count)])
    pass(to: end ?? piece.count)
    guard end != nil else { return nil }
    defer { text.removeAll(keepingCapacity: true) }
    scan = nil
    var part = Part(index: nil, text: Data(text), position: start)
    switch expected {
    case .element, .firstElement:
      part.index = count
      count += 1
      expected = .elementEnd
    case .key, .firstKey:
      isOnWay = !isFound && isNext(part.text)
      expected = .colon
    default: expected = .memberEnd
    }
    return part
  }

  private func isNext(_ key: Data) -> Bool {
    let wanted = keys[level - 1].utf8
    guard key.contains(UInt8(ascii: "\\")) else { return key.dropFirst().dropLast().elementsEqual(wanted) }
    return (try? JSONDecoder().decode(String.self, from: key))?.utf8.elementsEqual(wanted) ?? false
  }

  private mutating func step(_ byte: UInt8) throws(Fault) {
    if case .mark(let count) = expected {
      let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
      if byte == mark[count] {
        expected = count == 2 ? .way : .mark(count + 1)
        return pass(to: next + 1)
      }
      guard count == 0 else { throw unexpected(byte, "a byte order mark") }
      expected = .way
    }
    switch (byte, expected) {
    case (0x20, _), (0x09, _), (0x0A, _), (0x0D, _): break
    case (UInt8(ascii: "["), .way) where level == keys.count: (isFound, expected) = (true, .firstElement)
    case (UInt8(ascii: "{"), .way) where level < keys.count:
      level += 1
      expected = .firstKey
    case (_, .way): throw unexpected(byte, level < keys.count ? "an object" : "an array")
    case (UInt8(ascii: "]"), .firstElement), (UInt8(ascii: "]"), .elementEnd): leave()
    case (UInt8(ascii: ","), .elementEnd): expected = .element
    case (UInt8(ascii: "}"), .firstKey), (UInt8(ascii: "}"), .memberEnd):
      if !isFound { throw Fault(codingPath: keys.prefix(level).joined(separator: "."), reason: "the key is missing") }
      level -= 1
      leave()
    case (UInt8(ascii: ","), .memberEnd): expected = .key
    case (UInt8(ascii: ":"), .colon): expected = isOnWay ? .way : .other
    case (UInt8(ascii: "\""), .firstKey), (UInt8(ascii: "\""), .key): return begin()
    case (_, .firstElement), (_, .element), (_, .other):
      if Self.beginsNothing(byte) { throw unexpected(byte, "a value") }
      return begin()
    case (_, .elementEnd): throw unexpected(byte, "a comma or the end of the array")
    case (_, .memberEnd): throw unexpected(byte, "a comma or the end of the object")
    case (_, .firstKey), (_, .key): throw unexpected(byte, "a key")
    case (_, .colon): throw unexpected(byte, "a colon")
    case (_, .nothing), (_, .mark): throw unexpected(byte, "the end of the document")
    }
    pass(to: next + 1)
  }

  private static func beginsNothing(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: ":"), 0: true
    default: false
    }
  }

  /// A value begins at the next byte.
  private mutating func begin() { (scan, start) = (JSONValueScan(), here) }

  /// An array or object has ended that is around nothing but what is open.
  private mutating func leave() { expected = level == 0 ? .nothing : .memberEnd }

  private mutating func pass(to end: Int) {
    var here = here
    piece[next..<end].withUnsafeBufferPointer { here.advance(over: $0) }
    (self.here, next) = (here, end)
  }

  private func unexpected(_ byte: UInt8, _ wanted: String) -> Fault {
    let found = (0x21..<0x7F).contains(byte) ? "\(Character(UnicodeScalar(byte)))" : "the byte \(byte)"
    let isOther = byte == 0 || byte >= 0xFE
    return fault("\(wanted) is expected, and not \(found)" + (isOther ? ": only UTF-8 is read as it comes" : ""))
  }

  private func fault(_ reason: String) -> Fault {
    let place =
      switch expected {
      case .firstElement, .element, .elementEnd: Self.codingPath(count, at: keys)
      case .way: keys.prefix(level).joined(separator: ".")
      default: keys.prefix(max(0, level - 1)).joined(separator: ".")
      }
    return Fault(codingPath: place, reason: "\(reason) (\(here.text))")
  }
}
