internal import Foundation

/// The two sizes of floating-point numbers that containers read.
protocol JSONFloat: BinaryFloatingPoint, LosslessStringConvertible {
  init(_ integer: UInt64)
}

extension Double: JSONFloat {}
extension Float: JSONFloat {}

/// Reads numbers whose form the scanner has checked.
enum JSONNumber {
  /// The value of digits with or without a minus; nil where it does not fit.
  @inline(__always)
  static func integer<Number: FixedWidthInteger>(_ text: UnsafeBufferPointer<UInt8>) -> Number? {
    let isNegative = text[0] == UInt8(ascii: "-")
    let start = isNegative ? 1 : 0
    // Eighteen digits fit in any case.
    guard text.count - start <= 18 else { return long(text, start) }
    var value: Int64 = 0
    for place in start..<text.count { value = value &* 10 &+ Int64(text[place] &- 0x30) }
    return Number(exactly: isNegative ? -value : value)
  }

  @inline(never)
  private static func long<Number: FixedWidthInteger>(
    _ text: UnsafeBufferPointer<UInt8>, _ start: Int
  ) -> Number? {
    Number(String(decoding: text, as: UTF8.self)[...], radix: 10)
  }

  /// The value of a number with a fraction or an exponent where it is a whole one, such as `1.0` or `1e2`.
  ///
  /// Up to 2^53 it is enough that the nearest `Double` is whole; beyond, the digits are to be.
  @inline(never)
  static func integerOfFraction<Number: FixedWidthInteger>(_ text: UnsafeBufferPointer<UInt8>)
    -> Number?
  {
    guard let double: Double = float(text), let value = Number(exactly: double) else { return nil }
    if double.magnitude < 0x1p53 { return value }
    return whole(text)
  }

  private static func whole<Number: FixedWidthInteger>(_ text: UnsafeBufferPointer<UInt8>)
    -> Number?
  {
    guard var (digits, exponent) = parts(text) else { return nil }
    while exponent < 0, digits.last == "0" {
      digits.removeLast()
      exponent += 1
    }
    // More zeros than a number of 128 bits has digits.
    guard (0...40).contains(exponent) else { return nil }
    return Number(digits + String(repeating: "0", count: exponent), radix: 10)
  }

  /// Sign and digits, and the power of ten to multiply them with; nil for an exponent beyond all bounds.
  private static func parts(_ text: UnsafeBufferPointer<UInt8>) -> (digits: String, exponent: Int)? {
    let halves = text.split(maxSplits: 1) { $0 | 0x20 == UInt8(ascii: "e") }
    let mantissa = halves[0].split(maxSplits: 1) { $0 == UInt8(ascii: ".") }
    let fraction = mantissa.count > 1 ? mantissa[1].count : 0
    guard let power = halves.count > 1 ? Int(String(decoding: halves[1], as: UTF8.self)) : 0 else {
      return nil
    }
    let (exponent, overflow) = power.subtractingReportingOverflow(fraction)
    return overflow
      ? nil : (mantissa.map { String(decoding: $0, as: UTF8.self) }.joined(), exponent)
  }

  /// The nearest floating-point number; nil where that is infinite, or zero though the number is not.
  @inline(__always)
  static func float<Number: JSONFloat>(_ text: UnsafeBufferPointer<UInt8>) -> Number? {
    var digits: UInt64 = 0
    var count = 0
    var exponent = 0
    var at = text[0] == UInt8(ascii: "-") ? 1 : 0
    while at < text.count, text[at] &- 0x30 < 10 {
      digits = digits &* 10 &+ UInt64(text[at] &- 0x30)
      if count > 0 || digits != 0 { count += 1 }
      at += 1
    }
    if at < text.count, text[at] == UInt8(ascii: ".") {
      at += 1
      let start = at
      while at < text.count, text[at] &- 0x30 < 10 {
        digits = digits &* 10 &+ UInt64(text[at] &- 0x30)
        if count > 0 || digits != 0 { count += 1 }
        at += 1
      }
      exponent = start - at
    }
    guard count <= 19 else { return slow(text) }
    if at < text.count {
      guard let power = power(text, from: at + 1) else { return slow(text) }
      exponent += power
    }
    guard let value: Number = scaled(digits, exponent) else { return slow(text) }
    return text[0] == UInt8(ascii: "-") ? -value : value
  }

  /// An exponent of at most four digits.
  @inline(__always)
  private static func power(_ text: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    var at = start
    let isNegative = text[at] == UInt8(ascii: "-")
    if isNegative || text[at] == UInt8(ascii: "+") { at += 1 }
    guard text.count - at <= 4 else { return nil }
    var power = 0
    while at < text.count {
      power = power * 10 + Int(text[at] &- 0x30)
      at += 1
    }
    return isNegative ? -power : power
  }

  /// Digits times a power of ten, rounded to the nearest; nil where 128 bits do not hold what that needs.
  ///
  /// Both are integers, and so is their product; of their quotient 63 bits or 64 and whether anything remains tell how
  /// to round. The conversion from an integer of 64 bits rounds once, and what is left is a power of two.
  @inline(__always)
  private static func scaled<Number: JSONFloat>(_ digits: UInt64, _ exponent: Int) -> Number? {
    guard digits != 0 else { return 0 }
    switch exponent {
    case 0: return Number(digits)
    case 1...19:
      let (high, low) = digits.multipliedFullWidth(by: powers[exponent])
      guard high != 0 else { return Number(low) }
      let zeros = high.leadingZeroBitCount
      let top = zeros == 0 ? high : high &<< UInt64(zeros) | low &>> UInt64(64 - zeros)
      let rest = low &<< UInt64(zeros)
      return Number(
        sign: .plus, exponent: Number.Exponent(64 - zeros),
        significand: Number(top | (rest == 0 ? 0 : 1)))
    case -19 ... -1:
      let divisor = powers[-exponent]
      let (zeros, divisorZeros) = (digits.leadingZeroBitCount, divisor.leadingZeroBitCount)
      let dividend = digits &<< UInt64(zeros)
      let (quotient, rest) = (divisor &<< UInt64(divisorZeros)).dividingFullWidth(
        (dividend &>> 1, dividend &<< 63))
      return Number(
        sign: .plus, exponent: Number.Exponent(divisorZeros - zeros - 63),
        significand: Number(quotient | (rest == 0 ? 0 : 1)))
    default: return nil
    }
  }

  private static let powers: [UInt64] = (0...19).map {
    (0..<$0).reduce(1) { power, _ in power * 10 }
  }

  @inline(never)
  private static func slow<Number: JSONFloat>(_ text: UnsafeBufferPointer<UInt8>) -> Number? {
    guard let value = Number(String(decoding: text, as: UTF8.self)), value.isFinite else {
      return nil
    }
    let mantissa = text.prefix { $0 | 0x20 != UInt8(ascii: "e") }
    return value != 0 || !mantissa.contains { (0x31...0x39).contains($0) } ? value : nil
  }
}
