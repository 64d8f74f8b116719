/// Finds out, while an object is scanned, whether it is plain: few keys, all of ASCII, no escapes, no two the same.
///
/// Objects mostly have the keys of the one before them at the same depth. As long as they do there is nothing to find
/// out; from the first other key on, a bit for each key tells those that may be there twice.
struct JSONKeys {
  /// The most keys of a plain object.
  private static let most = 40
  private static let depths = 16
  private static let isLike: UInt64 = 1 << 63

  /// While the keys are those of the object before: `isLike`, how many that has left, and where the next is. Then a bit
  /// for each key, in the 63 bits below. Whoever opens another object keeps it and brings it back.
  var state: UInt64 = 0

  /// The last plain object of each depth, plus one; 0 where there is none.
  private var before = SIMD16<UInt32>()

  /// An object begins.
  @inline(__always)
  mutating func enter(_ depth: Int, _ tape: UnsafePointer<UInt64>) {
    let object = depth < Self.depths ? Int(before[depth]) - 1 : -1
    state =
      object < 0 ? 0 : Self.like(object + JSONTape.objectHead, left: JSONTape.low(tape[object + 1]))
  }

  /// An object ends.
  @inline(__always)
  mutating func leave(_ depth: Int, _ object: Int, _ tape: UnsafePointer<UInt64>) {
    guard depth < Self.depths, tape[object] & JSONTape.flag != 0 else { return }
    before[depth] = UInt32(truncatingIfNeeded: object + 1)
  }

  /// A key was written to the tape as the last word.
  @inline(__always)
  mutating func add(
    _ key: Int, _ count: Int, of object: Int, _ tape: UnsafeMutablePointer<UInt64>,
    _ bytes: UnsafePointer<UInt8>
  ) {
    if state & Self.isLike != 0 {
      let other = JSONTape.low(state)
      let left = JSONTape.high(state & ~Self.isLike)
      // Kind, flags and length at once.
      if left > 0, JSONTape.high(tape[other]) == JSONTape.high(tape[key]),
        Self.areEqual(tape[other], tape[key], bytes)
      {
        let value = other + 1
        let next = JSONTape.isContainer(tape[value]) ? JSONTape.high(tape[value + 1]) : value + 1
        state = Self.like(next, left: left - 1)
        return
      }
      state = Self.bits(object + JSONTape.objectHead, key, tape, bytes)
    }
    let bit = Self.bit(tape[key], bytes)
    if state & bit != 0 || tape[key] & (JSONTape.flag | JSONTape.isWide) != 0 || count >= Self.most {
      Self.compare(key, count, object, tape, bytes)
    }
    state |= bit
  }

  @inline(__always)
  private static func like(_ key: Int, left: Int) -> UInt64 {
    isLike | JSONTape.pair(left, UInt32(truncatingIfNeeded: key))
  }

  @inline(__always)
  private static func areEqual(_ one: UInt64, _ other: UInt64, _ bytes: UnsafePointer<UInt8>)
    -> Bool
  {
    JSONBytes.areEqual(
      bytes + JSONTape.offset(one), bytes + JSONTape.offset(other), JSONTape.length(one))
  }

  @inline(__always)
  private static func bit(_ key: UInt64, _ bytes: UnsafePointer<UInt8>) -> UInt64 {
    let length = JSONTape.length(key)
    let text = UnsafeRawPointer(bytes + JSONTape.offset(key))
    var hash = text.loadUnaligned(as: UInt64.self)
    if length < 8 {
      hash &= (1 &<< UInt64(truncatingIfNeeded: 8 * length)) - 1
    } else {
      hash ^= text.loadUnaligned(fromByteOffset: length - 8, as: UInt64.self) &<< 1
    }
    return 1
      &<< min(62, ((hash ^ UInt64(truncatingIfNeeded: length)) &* 0x9E37_79B9_7F4A_7C15) &>> 58)
  }

  @inline(never)
  private static func bits(
    _ first: Int, _ end: Int, _ tape: UnsafePointer<UInt64>, _ bytes: UnsafePointer<UInt8>
  ) -> UInt64 {
    var bits: UInt64 = 0
    forEach(first, end, tape) { bits |= bit($0, bytes) }
    return bits
  }

  /// Compares a key with each before it; marks the object where it is not plain.
  @inline(never)
  private static func compare(
    _ key: Int, _ count: Int, _ object: Int, _ tape: UnsafeMutablePointer<UInt64>,
    _ bytes: UnsafePointer<UInt8>
  ) {
    guard tape[object] & JSONTape.flag != 0 else { return }
    let word = tape[key]
    var isPlain =
      word & (JSONTape.flag | JSONTape.isWide) == 0 && count < most
      && JSONTape.length(word) < JSONTape.longest
    if isPlain {
      forEach(object + JSONTape.objectHead, key, tape) { other in
        if JSONTape.length(other) == JSONTape.length(word), areEqual(other, word, bytes) {
          isPlain = false
        }
      }
    }
    if !isPlain { tape[object] &= ~JSONTape.flag }
  }

  @inline(__always)
  private static func forEach(
    _ first: Int, _ end: Int, _ tape: UnsafePointer<UInt64>, _ body: (UInt64) -> Void
  ) {
    var key = first
    while key < end {
      body(tape[key])
      key = JSONTape.isContainer(tape[key + 1]) ? JSONTape.high(tape[key + 2]) : key + 2
    }
  }
}
