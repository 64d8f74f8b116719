/// Checks a document by RFC 8259 and writes its tape, in one pass and without recursion.
///
/// The bytes are UTF-8 and followed by at least eight zeros, so that eight can be read anywhere and the end needs no
/// test of its own. The tape belongs to whoever asked for the scan.
struct JSONScanner {
  /// Containers in containers; as many as Foundation reads.
  static let greatestDepth = 512

  let bytes: UnsafePointer<UInt8>
  let end: Int
  private(set) var tape: UnsafeMutablePointer<UInt64>
  private var capacity: Int
  private var used = 0
  /// Where a fault was found: the container that is open, how many values it has, and the key whose value is due.
  private(set) var open = JSONTape.none
  private(set) var count = 0
  private(set) var key = JSONTape.none

  init(_ bytes: UnsafePointer<UInt8>, count: Int) {
    self.bytes = bytes
    end = count
    capacity = count / 8 + 16
    tape = .allocate(capacity: capacity)
  }

  /// What changes with each byte is kept in local variables, whose address nobody takes: in registers.
  mutating func scan() throws(JSONFault) {
    let bytes = bytes
    var (tape, capacity, used) = (tape, capacity, 0)
    var (open, count, key) = (JSONTape.none, 0, JSONTape.none)
    var (at, depth, isObject) = (0, 0, false)
    var keys = JSONKeys()
    defer {
      (self.tape, self.capacity, self.used) = (tape, capacity, used)
      (self.open, self.count, self.key) = (open, count, key)
    }
    Self.skipSpace(bytes, &at)
    value: while true {
      if used + 8 > capacity { (tape, capacity) = Self.grown(tape, capacity) }
      if isObject {
        guard bytes[at] == UInt8(ascii: "\"") else { throw unexpected("a key", at) }
        tape[used] = try string(&at)
        key = used
        keys.add(used, count, of: open, tape, bytes)
        used += 1
        Self.skipSpace(bytes, &at)
        guard bytes[at] == UInt8(ascii: ":") else { throw unexpected("\":\"", at) }
        at += 1
        Self.skipSpace(bytes, &at)
      }
      switch bytes[at] {
      case UInt8(ascii: "\""):
        tape[used] = try string(&at)
        used += 1
      case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
        tape[used] = try number(&at)
        used += 1
      case UInt8(ascii: "t"):
        tape[used] = try literal(0x6575_7274, .true, 4, &at)
        used += 1
      case UInt8(ascii: "f") where bytes[at + 1] == UInt8(ascii: "a"):
        tape[used] = try literal(0x6573_6C61, .false, 5, &at)
        used += 1
      case UInt8(ascii: "n"):
        tape[used] = try literal(0x6C6C_756E, .null, 4, &at)
        used += 1
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        guard depth < Self.greatestDepth else { throw tooDeep(at) }
        if depth > 0 {
          tape[open + 1] = UInt64(truncatingIfNeeded: count)
          if isObject { tape[open + 3] = keys.state }
        }
        let place = isObject ? JSONTape.noNumber : UInt32(truncatingIfNeeded: count)
        isObject = bytes[at] == UInt8(ascii: "{")
        depth += 1
        tape[used] = JSONTape.word(isObject ? .object : .array, at, flags: JSONTape.flag)
        tape[used + 2] = JSONTape.pair(open, place)
        (open, count, key) = (used, 0, JSONTape.none)
        used += isObject ? JSONTape.objectHead : JSONTape.arrayHead
        at += 1
        Self.skipSpace(bytes, &at)
        if isObject { keys.enter(depth, tape) }
        if bytes[at] != (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) { continue value }
        count -= 1
      default: throw unexpected("a value", at)
      }
      key = JSONTape.none
      while true {
        Self.skipSpace(bytes, &at)
        guard depth > 0 else { break value }
        count += 1
        if bytes[at] == UInt8(ascii: ",") {
          at += 1
          Self.skipSpace(bytes, &at)
          continue value
        }
        guard bytes[at] == (isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")) else {
          throw unexpected(isObject ? "\",\" or \"}\"" : "\",\" or \"]\"", at)
        }
        at += 1
        tape[open + 1] = JSONTape.pair(used, UInt32(truncatingIfNeeded: count))
        if isObject {
          tape[open + 3] = UInt64(truncatingIfNeeded: open + JSONTape.objectHead)
          keys.leave(depth, open, tape)
        }
        depth -= 1
        open = JSONTape.high(tape[open + 2])
        if depth > 0 {
          count = Int(truncatingIfNeeded: tape[open + 1])
          isObject = JSONTape.kind(tape[open]) == .object
          if isObject { keys.state = tape[open + 3] }
        }
      }
    }
    guard at == end else { throw JSONFault("more bytes after the value", at: at) }
  }

  /// A literal, by its last four bytes.
  @inline(__always)
  private func literal(_ tail: UInt32, _ kind: JSONKind, _ length: Int, _ at: inout Int) throws(JSONFault) -> UInt64 {
    let found = UInt32(littleEndian: UnsafeRawPointer(bytes + at + length - 4).loadUnaligned(as: UInt32.self))
    guard found == tail else { throw unexpected("a value", at) }
    defer { at += length }
    return JSONTape.word(kind, at)
  }

  @inline(__always)
  private static func skipSpace(_ bytes: UnsafePointer<UInt8>, _ at: inout Int) {
    while bytes[at] <= 0x20 {
      switch bytes[at] {
      case 0x20, 0x0A, 0x0D, 0x09: at += 1
      default: return
      }
      while UnsafeRawPointer(bytes + at).loadUnaligned(as: UInt64.self) == 0x2020_2020_2020_2020 {
        at += 8
      }
    }
  }

  @inline(never)
  private static func grown(
    _ tape: UnsafeMutablePointer<UInt64>, _ capacity: Int
  ) -> (UnsafeMutablePointer<UInt64>, Int) {
    let larger = UnsafeMutablePointer<UInt64>.allocate(capacity: 2 * capacity)
    larger.update(from: tape, count: capacity)
    tape.deallocate()
    return (larger, 2 * capacity)
  }

  @inline(never)
  private func tooDeep(_ at: Int) -> JSONFault {
    JSONFault("more than \(Self.greatestDepth) containers in each other", at: at)
  }

  @inline(never)
  private func unexpected(_ wanted: String, _ at: Int) -> JSONFault {
    guard at < end else {
      return JSONFault("the end of the document where \(wanted) is due", at: end)
    }
    let byte = bytes[at]
    let found = (0x21...0x7E).contains(byte) ? "\"\(UnicodeScalar(byte))\"" : "the byte \(byte)"
    return JSONFault("\(found) where \(wanted) is due", at: at)
  }
}
