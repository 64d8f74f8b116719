import Foundation

/// Writes documents of a shape: right ones, and ones that differ from it a little.
struct FuzzWriter {
  private var random: SeededGenerator
  private var text: [UInt8] = []
  /// One value in so many is another than the shape wants.
  private var oddity = 40

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func document(_ shape: FuzzShape) -> Data {
    text = []
    oddity = pick([15, 40, 400])
    space()
    write(shape)
    space()
    if chance(3) { mutate() }
    return encoded()
  }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
  mutating func chance(_ count: Int) -> Bool { below(count) == 0 }
  mutating func pick<Value>(_ values: [Value]) -> Value { values[below(values.count)] }

  private mutating func put(_ text: String) { self.text.append(contentsOf: text.utf8) }

  private mutating func space() {
    if chance(12) { put(pick([" ", "\n", "\t", "\r\n", "  ", "          "])) }
  }

  private mutating func write(_ shape: FuzzShape) {
    if chance(oddity) { return write(.any(2)) }
    if chance(oddity) { return put("null") }
    switch shape {
    case .null: put("null")
    case .bool: put(pick(["true", "false"]))
    case .integer: put(integer())
    case .number: put(number())
    case .text: string(words())
    case .key: string(pick(Self.keys))
    case .date: pick([true, false]) ? put(pick(Self.times)) : string(pick(Self.dates))
    case .data: chance(6) ? write(.array(.integer)) : string(pick(Self.base64))
    case .url: string(pick(Self.urls))
    case .uuid: string(pick(Self.uuids))
    case .word(let words): string(pick(words))
    case .optional(let inner): chance(4) ? put("null") : write(inner)
    case .array(let element): list(Array(repeating: element, count: pick([0, 1, 2, 3, chance(20) ? 40 : 4])))
    case .tuple(let shapes): list(shapes)
    case .dictionary(let key, let value):
      object((0..<pick([0, 1, 2, 3, 5])).map { _ in (nil, key, value) })
    case .object(let members): object(members.map { ($0.0, .key, $0.1) })
    case .oneOf(let shapes): write(pick(shapes))
    case .any(let depth): any(depth)
    }
  }

  private mutating func any(_ depth: Int) {
    switch below(depth > 0 ? 8 : 6) {
    case 0: put("null")
    case 1: put(pick(["true", "false"]))
    case 2: put(number())
    case 3: put(integer())
    case 4, 5: string(words())
    case 6: list(Array(repeating: .any(depth - 1), count: below(4)))
    default: object((0..<below(4)).map { _ in (nil, .key, .any(depth - 1)) })
    }
  }

  private mutating func list(_ shapes: [FuzzShape]) {
    put("[")
    space()
    for (place, shape) in shapes.enumerated() {
      if place > 0 { comma() }
      write(shape)
      if chance(400) { comma() }
      space()
    }
    put("]")
  }

  private mutating func comma() {
    put(",")
    space()
  }

  private mutating func object(_ members: [(key: String?, FuzzShape, FuzzShape)]) {
    var members = members
    if chance(4) { members.shuffle(using: &random) }
    if chance(oddity), !members.isEmpty { members.remove(at: below(members.count)) }
    if chance(oddity / 2), !members.isEmpty { members.append(pick(members)) }
    if chance(oddity / 4) { members.insert((pick(Self.keys), .key, .any(2)), at: below(members.count + 1)) }
    put("{")
    space()
    for (place, member) in members.enumerated() {
      if place > 0 { comma() }
      if let key = member.key { string(key) } else { write(key: member.1) }
      space()
      put(":")
      space()
      write(member.2)
      if chance(400) { comma() }
      space()
    }
    put("}")
  }

  private mutating func write(key: FuzzShape) {
    switch key {
    case .integer: string(integer())
    case .word(let words): string(pick(words))
    case .uuid: string(pick(Self.uuids))
    default: string(pick(Self.keys))
    }
  }

  private mutating func string(_ value: String) {
    put("\"")
    let escapes = chance(6)
    for scalar in value.unicodeScalars {
      switch scalar {
      case "\"", "\\": put("\\\(scalar)")
      case "\u{0}"..<" ": put("\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16))
      case _ where escapes && chance(3):
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: chance(2))
          put("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        }
      default: put(String(scalar))
      }
    }
    if chance(60) {
      put(pick(["\\n", "\\/", "\\b", "\\ud83d\\ude00", "\\ud83d", "\\ude00", "\\u00e9", "\\x", "\\u12"]))
    }
    put("\"")
  }

  private mutating func words() -> String {
    switch below(8) {
    case 0: return ""
    case 1: return pick(Self.keys)
    case 2: return pick(Self.dates + Self.base64 + Self.urls + Self.uuids + Self.numbers)
    case 3: return String(repeating: pick(["a", "é", "인", "\"", "\\", "\n"]), count: below(40))
    default:
      return (0..<below(12)).map { _ in
        pick(["a", "Z", " ", "0", "é", "인천", "😀", "e\u{301}", "\"", "\\", "\n", "\u{7F}"])
      }
      .joined()
    }
  }

  private mutating func integer() -> String {
    switch below(6) {
    case 0: return pick(Self.integers)
    case 1: return "\(UInt64.random(in: 0 ... .max, using: &random) >> UInt64(below(64)))"
    case 2: return "-\(UInt64.random(in: 0 ... .max, using: &random) >> UInt64(below(64)))"
    default: return "\(below(256) - 100)"
    }
  }

  private mutating func number() -> String {
    switch below(8) {
    case 0: return pick(Self.numbers)
    case 1: return integer()
    case 2:
      return "\(Double(bitPattern: UInt64.random(in: 0 ... .max, using: &random)))".replacing("nan", with: "0")
        .replacing("-inf", with: "1").replacing("inf", with: "2")
    case 3: return "\(Double(below(2_000_000) - 1_000_000) / pick([1, 10, 1000, 3, 7]))"
    case 4:
      return "\(Float(bitPattern: UInt32.random(in: 0 ... .max, using: &random)))".replacing("nan", with: "0")
        .replacing("-inf", with: "1").replacing("inf", with: "2")
    case 5:
      let digits = (0..<(1 + below(30))).map { _ in String(below(10)) }.joined()
      return
        "\(pick(["", "-"]))\(1 + below(9)).\(digits)\(pick(["", "e\(below(40))", "E-\(below(340))", "e+\(below(320))"]))"
    default: return "\(below(1000)).\(below(100))"
    }
  }

  private static let keys = [
    "a", "b", "c", "id", "name", "value", "", "naïve", "인천", "\u{0}x", "two_words", "_lead", "trail_", "URL", "kind",
    "x-y",
    "averyveryveryveryveryverylongkey", "1", "-7", "0", "e\u{301}", "é", "super", "first", "second",
  ]
  private static let times = [
    "0", "1.5", "-1", "1600000000", "1600000000.123", "1600000000123", "1e10", "-62135596800", "253402300799",
  ]
  private static let dates = [
    "2020-09-13T12:26:40Z", "2020-09-13T12:26:40+09:00", "2020-09-13", "2020-13-13T12:26:40Z", "", "soon",
    "2020-02-29T23:59:60Z", "2020-09-13T12:26:40.5Z", "0001-01-01T00:00:00Z", "2020-09-13T12:26:40z",
  ]
  private static let base64 = [
    "", "AQID", "AQI=", "AQ==", "AQ=", "A", "AQ ID", "AQID\n", "____", "////", "++++", "AQIDBA",
  ]
  private static let urls = [
    "http://host.test/a?b=c#d", "", "a b", "http://[::1]/", "인천", "x:", "//h", "%zz", "http://h:99999",
  ]
  private static let uuids = [
    "6BA7B810-9DAD-11D1-80B4-00C04FD430C8", "6ba7b810-9dad-11d1-80b4-00c04fd430c8", "6ba7b810", "",
    "6BA7B8109DAD11D180B400C04FD430C8", "{6BA7B810-9DAD-11D1-80B4-00C04FD430C8}",
  ]
  private static let integers: [String] =
    [8, 16, 32, 64, 128].flatMap { bits -> [String] in
      let edges: [String] =
        switch bits {
        case 8: ["127", "128", "255", "256"]
        case 16: ["32767", "32768", "65535", "65536"]
        case 32: ["2147483647", "2147483648", "4294967295", "4294967296"]
        case 64: ["9223372036854775807", "9223372036854775808", "18446744073709551615", "18446744073709551616"]
        default:
          [
            "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
            "340282366920938463463374607431768211455", "340282366920938463463374607431768211456",
          ]
        }
      return edges + edges.map { "-" + $0 }
    } + [
      "0", "-0", "9007199254740993", "-129", String(repeating: "9", count: 400),
      "1" + String(repeating: "0", count: 50),
    ]
  private static let numbers = [
    "0", "-0", "0.0", "-0.0", "1.0", "1.5", "1e2", "12e-1", "100e-2", "1e0", "10e-1", "1E+3", "1e400", "-1e400",
    "1e-400", "5e-324",
    "2e-324", "1.7976931348623157e308", "1.7976931348623159e308", "3.4028235e38", "3.4028236e38", "1e39", "1e-46",
    "65504",
    "65520", "6e-8", "1e999999999", "0e999999999", "1e-999999999", "1e99999999999999999999", "0.1",
    "0.30000000000000004",
    "123456789012345678901234567890", "0.000000000000000000000000000000000000000000001", "9007199254740993.0", "255.0",
    "256.0",
    "127.5", "1e18", "1e19", "1e20", "9.3e18", "18446744073709551615.0", "0.1e1", "4.9406564584124654e-324",
    "2.2250738585072011e-308",
    "1e127", "1e128", "1e-128", "1.00000000000000000000000000000000000000001", "-1.5e3", "15e-1", "150e-2",
  ]

  private mutating func mutate() {
    let alphabet =
      Array("[]{},:\"\\0123456789.-+eEtrufalsn /\u{1}\nux".utf8) + [0x7F, 0x80, 0xC3, 0xE5, 0xED, 0xF0, 0xFF]
    for _ in 0...below(3) {
      let place = below(text.count + 1)
      switch below(6) {
      case 0: text.insert(pick(alphabet), at: place)
      case 1: if place < text.count { text.remove(at: place) }
      case 2: if place < text.count { text[place] = pick(alphabet) }
      case 3: text.removeSubrange(place..<min(text.count, place + below(9)))
      case 4:
        let end = min(text.count, place + below(30))
        text.insert(contentsOf: text[place..<end], at: below(text.count + 1))
      default: if chance(8) { text.removeLast(text.count - place) }
      }
    }
  }

  private mutating func encoded() -> Data {
    guard chance(60), let string = String(validating: text, as: UTF8.self) else { return Data(text) }
    switch below(4) {
    case 0: return Data([0xEF, 0xBB, 0xBF] + text)
    // Marked, since a document of one character is too short to tell.
    case 1: return Data([0xFF, 0xFE]) + string.data(using: .utf16LittleEndian)!
    case 2: return Data([0xFE, 0xFF]) + string.data(using: .utf16BigEndian)!
    default: return Data([0xFF, 0xFE, 0, 0]) + string.data(using: .utf32LittleEndian)!
    }
  }
}
