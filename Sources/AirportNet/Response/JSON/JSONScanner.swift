/// Checks a document by RFC 8259 and writes its tape, in one pass and without recursion.
///
/// The bytes are UTF-8 and followed by at least eight zeros, so that eight can be read anywhere and the end needs no
/// test of its own. The tape belongs to whoever asked for the scan.
struct JSONScanner {
  /// Containers in containers; as many as Foundation reads.
  static let greatestDepth = 512

  /// The most keys of an object that are compared with each other; an object with more is not plain.
  private static let mostKeys = 40

  let bytes: UnsafePointer<UInt8>
  let end: Int
  var at = 0
  var tape: UnsafeMutablePointer<UInt64>
  var capacity: Int
  var used = 0
  /// The container that is open, and how many values it has.
  var open = JSONTape.none
  var count = 0
  /// The key whose value is due.
  var key = JSONTape.none
  private var isObject = false
  private var depth = 0
  /// A bit for each key of the open object, to find the keys that are there twice.
  private var seen: UInt64 = 0

  init(_ bytes: UnsafePointer<UInt8>, count: Int) {
    self.bytes = bytes
    end = count
    capacity = count / 8 + 16
    tape = .allocate(capacity: capacity)
  }

  mutating func scan() throws(JSONFault) {
    skipSpace()
    value: while true {
      if used + 8 > capacity { grow() }
      switch bytes[at] {
      case UInt8(ascii: "\""):
        at += 1
        push(try string())
      case UInt8(ascii: "{"):
        try enter(.object)
        if bytes[at] != UInt8(ascii: "}") {
          try member()
          continue value
        }
        leave()
      case UInt8(ascii: "["):
        try enter(.array)
        if bytes[at] != UInt8(ascii: "]") { continue value }
        leave()
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"): push(try number())
      case UInt8(ascii: "t"): try literal("true", .true)
      case UInt8(ascii: "f"): try literal("false", .false)
      case UInt8(ascii: "n"): try literal("null", .null)
      default: throw unexpected("a value")
      }
      key = JSONTape.none
      while true {
        skipSpace()
        guard depth > 0 else { return try finish() }
        count += 1
        switch bytes[at] {
        case UInt8(ascii: ","):
          at += 1
          skipSpace()
          if isObject { try member() }
          continue value
        case UInt8(ascii: "}") where isObject, UInt8(ascii: "]") where !isObject: leave()
        default: throw unexpected(isObject ? "\",\" or \"}\"" : "\",\" or \"]\"")
        }
      }
    }
  }

  @inline(__always)
  private mutating func push(_ word: UInt64) {
    tape[used] = word
    used += 1
  }

  private mutating func enter(_ kind: JSONKind) throws(JSONFault) {
    guard depth < Self.greatestDepth else {
      throw JSONFault("more than \(Self.greatestDepth) containers in each other", at: at)
    }
    depth += 1
    let place = isObject ? JSONTape.noNumber : UInt32(truncatingIfNeeded: count)
    if depth > 1 {
      tape[open + 1] = UInt64(count)
      if isObject { tape[open + 3] = seen }
    }
    push(JSONTape.word(kind, at, flags: JSONTape.flag))
    used += 1
    push(JSONTape.pair(open, place))
    open = used - 3
    count = 0
    key = JSONTape.none
    isObject = kind == .object
    if isObject {
      used += 1
      seen = 0
    }
    at += 1
    skipSpace()
  }

  private mutating func leave() {
    at += 1
    depth -= 1
    tape[open + 1] = JSONTape.pair(used, UInt32(truncatingIfNeeded: count))
    if isObject { tape[open + 3] = UInt64(open + JSONTape.objectHead) }
    open = JSONTape.high(tape[open + 2])
    guard depth > 0 else { return }
    count = Int(tape[open + 1])
    isObject = JSONTape.kind(tape[open]) == .object
    if isObject { seen = tape[open + 3] }
  }

  /// A key, its colon, and the space before the value.
  @inline(__always)
  private mutating func member() throws(JSONFault) {
    guard bytes[at] == UInt8(ascii: "\"") else { throw unexpected("a key") }
    at += 1
    let word = try string()
    compare(word)
    key = used
    if used + 8 > capacity { grow() }
    push(word)
    skipSpace()
    guard bytes[at] == UInt8(ascii: ":") else { throw unexpected("\":\"") }
    at += 1
    skipSpace()
  }

  /// Finds out whether the object stays plain with this key: few keys, all of ASCII, no escapes, no two the same.
  @inline(__always)
  private mutating func compare(_ word: UInt64) {
    let length = JSONTape.length(word)
    let text = bytes + JSONTape.offset(word)
    var hash = UnsafeRawPointer(text).loadUnaligned(as: UInt64.self)
    if length < 8 {
      hash &= (1 &<< UInt64(8 * length)) - 1
    } else {
      hash ^= UnsafeRawPointer(text + length - 8).loadUnaligned(as: UInt64.self) &<< 1
    }
    let bit: UInt64 = 1 &<< (((hash ^ UInt64(length)) &* 0x9E37_79B9_7F4A_7C15) >> 58)
    if seen & bit != 0 || word & (JSONTape.flag | JSONTape.isWide) != 0 || count >= Self.mostKeys {
      compareEach(word, length, text)
    }
    seen |= bit
  }

  @inline(never)
  private mutating func compareEach(_ word: UInt64, _ length: Int, _ text: UnsafePointer<UInt8>) {
    guard tape[open] & JSONTape.flag != 0 else { return }
    var isPlain =
      word & (JSONTape.flag | JSONTape.isWide) == 0 && count < Self.mostKeys && length < JSONTape.longest
    var other = open + JSONTape.objectHead
    while isPlain, other < used {
      isPlain =
        JSONTape.length(tape[other]) != length
        || !JSONBytes.areEqual(bytes + JSONTape.offset(tape[other]), text, length)
      let value = other + 1
      other = JSONTape.isContainer(tape[value]) ? JSONTape.high(tape[value + 1]) : value + 1
    }
    if !isPlain { tape[open] &= ~JSONTape.flag }
  }

  private mutating func literal(_ text: StaticString, _ kind: JSONKind) throws(JSONFault) {
    guard JSONBytes.areEqual(bytes + at, text.utf8Start, text.utf8CodeUnitCount) else { throw unexpected("a value") }
    push(JSONTape.word(kind, at))
    at += text.utf8CodeUnitCount
  }

  private func finish() throws(JSONFault) {
    guard at == end else { throw JSONFault("more bytes after the value", at: at) }
  }

  @inline(__always)
  private mutating func skipSpace() {
    if bytes[at] <= 0x20 { skipSpaces() }
  }

  @inline(__always)
  private mutating func skipSpaces() {
    while true {
      switch bytes[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
      while UnsafeRawPointer(bytes + at).loadUnaligned(as: UInt64.self) == 0x2020_2020_2020_2020 { at += 8 }
    }
  }

  @inline(never)
  private mutating func grow() {
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * capacity)
    larger.update(from: tape, count: used)
    tape.deallocate()
    tape = larger
    capacity *= 2
  }

  private func unexpected(_ wanted: String) -> JSONFault {
    guard at < end else { return JSONFault("the end of the document where \(wanted) is due", at: end) }
    let byte = bytes[at]
    let found = (0x21...0x7E).contains(byte) ? "\"\(UnicodeScalar(byte))\"" : "the byte \(byte)"
    return JSONFault("\(found) where \(wanted) is due", at: at)
  }
}
