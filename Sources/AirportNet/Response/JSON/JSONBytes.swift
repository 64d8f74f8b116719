/// Compares short runs of bytes.
enum JSONBytes {
  @inline(__always)
  static func areEqual(_ one: UnsafePointer<UInt8>, _ other: UnsafePointer<UInt8>, _ count: Int)
    -> Bool
  {
    let (one, other) = (UnsafeRawPointer(one), UnsafeRawPointer(other))
    if count >= 8 {
      var at = 0
      while at + 8 < count {
        guard same(one, other, at, UInt64.self) else { return false }
        at += 8
      }
      return same(one, other, count - 8, UInt64.self)
    }
    if count >= 4 {
      return same(one, other, 0, UInt32.self) && same(one, other, count - 4, UInt32.self)
    }
    if count >= 2 {
      return same(one, other, 0, UInt16.self) && same(one, other, count - 2, UInt16.self)
    }
    return count == 0 || same(one, other, 0, UInt8.self)
  }

  @inline(__always)
  private static func same<Word: FixedWidthInteger & BitwiseCopyable>(
    _ one: UnsafeRawPointer, _ other: UnsafeRawPointer, _ at: Int, _ type: Word.Type
  ) -> Bool {
    one.loadUnaligned(fromByteOffset: at, as: type)
      == other.loadUnaligned(fromByteOffset: at, as: type)
  }
}
