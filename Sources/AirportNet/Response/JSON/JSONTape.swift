/// What a value of the tape is. The order matters: what comes from `array` on is a container.
enum JSONKind: UInt64 {
  case null, `false`, `true`, number, string, array, object

  /// What error messages call it.
  var text: String {
    switch self {
    case .null: "null"
    case .false, .true: "a Bool"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The layout of the tape: what the scanner writes of a document, in its order, in words of 64 bits.
///
/// A scalar is one word: kind (3 bits), two flags, length (27 bits), offset in the bytes (32 bits). The text of a string
/// begins after its quote; a length of all ones means that it is that long or longer.
///
/// An array is three words and then its elements, an object four and then key and value in turn. Word 0 is as above
/// without a length; word 1 is the index behind the container and the count of its values; word 2 is the index of the
/// container around it and the place there; word 3 of an object is the index of the key to look at next.
enum JSONTape {
  /// Of a string: it has escapes. Of a number: it is digits alone. Of an object: see `isPlain`.
  static let flag: UInt64 = 1 << 60
  /// Of a string: it has characters beyond ASCII.
  static let isWide: UInt64 = 1 << 59
  /// Of an object: it is read as a dictionary, whose keys no strategy changes.
  static let keepsKeys = isWide

  /// The greatest length a word can hold.
  static let longest = 1 << 27 - 1

  /// What stands for no index: the container around the document, and a value that is not there.
  static let none = Int(UInt32.max)

  /// The place of a value in an object whose key has no number; a key whose number is its text; other numbers stand for
  /// themselves.
  static let noNumber = UInt32(bitPattern: .min)
  static let numberIsText = UInt32(bitPattern: .min + 1)

  /// How many words precede the elements of an array, and the keys of an object.
  static let arrayHead = 3
  static let objectHead = 4

  @inline(__always)
  static func word(_ kind: JSONKind, _ offset: Int, length: Int = 0, flags: UInt64 = 0) -> UInt64 {
    kind.rawValue << 61 | flags | UInt64(truncatingIfNeeded: min(length, longest)) << 32
      | UInt64(truncatingIfNeeded: offset)
  }

  @inline(__always)
  static func pair(_ high: Int, _ low: UInt32) -> UInt64 {
    UInt64(truncatingIfNeeded: high) << 32 | UInt64(low)
  }

  @inline(__always)
  static func kind(_ word: UInt64) -> JSONKind { JSONKind(rawValue: word >> 61).unsafelyUnwrapped }

  @inline(__always)
  static func isContainer(_ word: UInt64) -> Bool { word >> 61 >= JSONKind.array.rawValue }

  @inline(__always)
  static func isString(_ word: UInt64) -> Bool { word >> 61 == JSONKind.string.rawValue }

  @inline(__always)
  static func isNull(_ word: UInt64) -> Bool { word >> 61 == JSONKind.null.rawValue }

  @inline(__always)
  static func offset(_ word: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: word)) }

  @inline(__always)
  static func length(_ word: UInt64) -> Int { Int(word >> 32) & longest }

  @inline(__always)
  static func high(_ word: UInt64) -> Int { Int(word >> 32) }

  @inline(__always)
  static func low(_ word: UInt64) -> Int { Int(UInt32(truncatingIfNeeded: word)) }
}
