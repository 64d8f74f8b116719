import AirportNet
import Foundation
import Testing

@Suite("JSON scalars are read as JSONDecoder reads them")
struct JSONScalarTests {
  private static let numbers = [
    "0", "-0", "1", "-1", "7", "127", "128", "-128", "-129", "255", "256", "32767", "32768", "-32769", "65535", "65536",
    "2147483647", "2147483648", "-2147483648", "-2147483649", "4294967295", "4294967296", "9007199254740991",
    "9007199254740993", "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551615", "18446744073709551616", "1.0", "1e2", "1E+2", "100e-2", "1.5", "-2.50", "0.1", "1e-2",
    "-0.0",
    "1e18", "123e16", "0.0e-400", "1.0000000000000000001",
  ]

  @Test("Integers of every width, whole numbers with a fraction or an exponent included", arguments: numbers)
  func integers(text: String) {
    let both = JSONComparison()
    both.expectSame(Int.self, text)
    both.expectSame(Int8.self, text)
    both.expectSame(Int16.self, text)
    both.expectSame(Int32.self, text)
    both.expectSame(Int64.self, text)
    both.expectSame(Int128.self, text)
    both.expectSame(UInt.self, text)
    both.expectSame(UInt8.self, text)
    both.expectSame(UInt16.self, text)
    both.expectSame(UInt32.self, text)
    both.expectSame(UInt64.self, text)
    both.expectSame(UInt128.self, text)
  }

  @Test(
    "Integers of 128 bits",
    arguments: [
      "170141183460469231731687303715884105727", "170141183460469231731687303715884105728",
      "-170141183460469231731687303715884105728", "340282366920938463463374607431768211455",
      "340282366920938463463374607431768211456", "12345678901234567890123",
    ])
  func wide(text: String) {
    let ours = JSONValueDecoder()
    #expect((try? ours.decode(Int128.self, from: Data(text.utf8))) == Int128(text))
    #expect((try? ours.decode(UInt128.self, from: Data(text.utf8))) == UInt128(text))
  }

  @Test(
    "Floating-point numbers are the nearest ones",
    arguments: numbers + [
      "3.141592653589793", "2.718281828459045235360287", "0.30000000000000004", "1e22", "1e23", "8.5e-23",
      "123456789e-19",
      "9007199254740993", "9007199254740992.5", "1.7976931348623157e308", "1.8e308", "-1e309", "4.9e-324", "1e-323",
      "1e-400", "2.2250738585072011e-308", "1.00000005960464477539", "16777217", "16777217.0", "16777218.9999",
      "33554433e0", "3.4028235e38", "3.4028236e38", "1e-45", "1e-46", "9999999999999999999", "99999999999999999999",
      "18446744073709551615e19", "18446744073709551615e-19", "1e19", "1e-19", "0.000001", "123.456e2", "1e00000000002",
      "1e-00000000000000000000002", "5e-1", "4611686018427387904.5",
    ])
  func floats(text: String) {
    let both = JSONComparison()
    both.expectSame(Double.self, text)
    both.expectSame(Float.self, text)
    both.expectSame(Double.self, "-" + text.drop { $0 == "-" })
    both.expectSame([Double].self, "[\(text)]")
  }

  @Test("Zero with an exponent is a number, which JSONDecoder denies", arguments: ["0e5", "-0E5", "0e0"])
  func zeroWithExponent(text: String) throws {
    #expect(try JSONValueDecoder().decode(Double.self, from: Data(text.utf8)) == 0)
    #expect(try JSONValueDecoder().decode(Int.self, from: Data(text.utf8)) == 0)
  }

  @Test("Twenty thousand floating-point numbers of all sizes are the nearest ones")
  func manyFloats() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<20_000 {
      let digits = String(
        UInt64.random(in: 0...UInt64.max, using: &random) >> UInt64.random(in: 0...63, using: &random))
      let point = Int.random(in: 0...digits.count, using: &random)
      var text =
        (point == 0 ? "0" : digits.prefix(point)) + (point == digits.count ? "" : "." + digits.dropFirst(point))
      if Bool.random(using: &random) { text += "e\(Int.random(in: -25...25, using: &random))" }
      let data = Data(text.utf8)
      #expect((try? JSONValueDecoder().decode(Double.self, from: data)) == Double(text), "\(text)")
      let float = Float(text).flatMap { $0.isFinite ? $0 : nil }
      #expect((try? JSONValueDecoder().decode(Float.self, from: data)) == float, "\(text)")
    }
  }

  @Test(
    "Decimals keep their digits",
    arguments: [
      "0", "-1.10", "0.1", "3.14159265358979323846264338327950288419", "123456789012345678901234567890", "1e3", "1e127",
      "1e-20", "1e200", "\"1\"", "null", "true",
    ])
  func decimals(text: String) { JSONComparison().expectSame(Decimal.self, text) }

  @Test(
    "Strings with and without escapes, of all lengths",
    arguments: [
      "", "a", "sevenby", "eightbyt", "ninebytes", "fifteen bytes..", "sixteen bytes...", "seventeen bytes..",
      #"\""#, #"\\"#, #"\/"#, #"\b\f\n\r\t"#, #"\u0041"#, #"\u00e9\u20ac"#, #"\ud83d\ude00"#, #"x\u0000y"#, "é", "€uro",
      "😀",
      "인천국제공항", "12345678é", #"1234567\n"#, #"12345678\n12345678"#, "\u{7F}", "\u{FEFF}inside", "e\u{301}",
      "\u{10FFFF}",
      #"\uFFFF\uFFFE"#, "a/b", "\u{2028}",
    ])
  func strings(text: String) {
    let both = JSONComparison()
    both.expectSame(String.self, "\"\(text)\"")
    both.expectSame([String].self, "[\"\(text)\",\"\(text)\"]")
    both.expectSame([String: String].self, "{\"\(text)\":\"\(text)\"}")
    both.expectSame(String?.self, "\"\(text)\"")
  }

  @Test(
    "Each type takes its own kind of value and no other", arguments: ["null", "true", "1", "1.5", "\"1\"", "[1]", "{}"])
  func kinds(text: String) {
    let both = JSONComparison()
    for text in [text, " \n\(text)\t "] {
      both.expectSame(Bool.self, text)
      both.expectSame(String.self, text)
      both.expectSame(Double.self, text)
      both.expectSame(Float.self, text)
      both.expectSame([Int].self, text)
      both.expectSame([String: Int].self, text)
      both.expectSame(Bool?.self, text)
      both.expectSame(Int??.self, text)
      both.expectSame(URL.self, text)
      both.expectSame(Date.self, text)
      both.expectSame(Data.self, text)
      both.expectSame(UUID.self, text)
      both.expectSame([Bool].self, "[true,\(text)]")
      both.expectSame([String?].self, "[\(text)]")
      both.expectSame([String: Double].self, "{\"a\":\(text)}")
    }
    if text != "1.5" { both.expectSame(Int.self, text) }
  }

  #if !(os(macOS) && arch(x86_64))
    @Test("Float16", arguments: ["1", "0.5", "65504", "65536", "1e-8", "\"1\"", "null"])
    func float16(text: String) { JSONComparison().expectSame(Float16.self, text) }
  #endif
}

/// Numbers that are the same in every run (SplitMix64).
struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }
}
