/// Finding the members of objects.
extension JSONDocument {
  /// Whether the keys of the object can be compared byte by byte, and the first that is equal is the only one.
  @inline(__always)
  func isPlain(_ object: Int) -> Bool { tape[object] & JSONTape.flag != 0 && !decoder.convertsKeys }

  @inline(__always)
  func find(_ name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int {
    guard let text = name.baseAddress else { return findAnywhere(name, in: object) }
    let key = JSONTape.low(tape[object + 3])
    if key < end(object), isEqual(key, text, name.count) {
      tape[object + 3] = UInt64(truncatingIfNeeded: next(key + 1))
      return key + 1
    }
    return findAnywhere(name, in: object)
  }

  /// From the next key to the end, then from the first.
  @inline(never)
  private func findAnywhere(_ name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int {
    var none: UInt8 = 0
    return withUnsafePointer(to: &none) { none in
      let text = name.baseAddress ?? none
      let (start, first, end) = (
        JSONTape.low(tape[object + 3]), object + JSONTape.objectHead, end(object)
      )
      var key = start
      for range in [start..<end, first..<start] {
        key = range.lowerBound
        while key < range.upperBound {
          let following = next(key + 1)
          if isEqual(key, text, name.count) {
            tape[object + 3] = UInt64(truncatingIfNeeded: following)
            return key + 1
          }
          key = following
        }
      }
      return name.contains { $0 >= 0x80 } ? findEquivalent(name, in: object) : JSONTape.none
    }
  }

  /// A name beyond ASCII can be equal to one of ASCII without being the same bytes, such as one with a Kelvin sign.
  private func findEquivalent(_ name: UnsafeBufferPointer<UInt8>, in object: Int) -> Int {
    let name = String(decoding: name, as: UTF8.self)
    var found = JSONTape.none
    forEachKey(object) { if found == JSONTape.none, string($0) == name { found = $0 + 1 } }
    return found
  }

  @inline(__always)
  private func isEqual(_ key: Int, _ text: UnsafePointer<UInt8>, _ count: Int) -> Bool {
    JSONTape.length(tape[key]) == count
      && JSONBytes.areEqual(bytes + JSONTape.offset(tape[key]), text, count)
  }

  func forEachKey(_ object: Int, _ body: (Int) -> Void) {
    var key = object + JSONTape.objectHead
    while key < end(object) {
      body(key)
      key = next(key + 1)
    }
  }
}
