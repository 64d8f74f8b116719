internal import Foundation

/// A hash of 128 bits that is the same in every process and on every platform. Not for secrets: it can be computed back.
///
/// Two lanes of multiplications by odd numbers, eight bytes at a step (after the finaliser of MurmurHash3).
struct StableHash: Hashable, Sendable {
  private var low: UInt64 = 0x9E37_79B9_7F4A_7C15
  private var high: UInt64 = 0xC2B2_AE3D_27D4_EB4F

  /// Takes bytes in, and how many they are, so that the parts of a whole are told apart.
  mutating func combine(_ data: Data) {
    data.withUnsafeBytes { bytes in
      var position = 0
      while position + 8 <= bytes.count {
        mix(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)))
        position += 8
      }
      var rest: UInt64 = 0
      for byte in bytes[position...] { rest = rest << 8 | UInt64(byte) }
      mix(rest)
    }
    mix(UInt64(data.count))
  }

  /// The hash, 32 digits.
  var text: String { Self.digits(Self.finished(low ^ high)) + Self.digits(Self.finished(high &+ low)) }

  private mutating func mix(_ word: UInt64) {
    low = (low ^ word) &* 0xFF51_AFD7_ED55_8CCD
    low ^= low >> 32
    high = (high &+ word) &* 0xC4CE_B9FE_1A85_EC53
    high = high << 31 | high >> 33
  }

  private static func finished(_ lane: UInt64) -> UInt64 {
    var lane = (lane ^ lane >> 33) &* 0xFF51_AFD7_ED55_8CCD
    lane = (lane ^ lane >> 33) &* 0xC4CE_B9FE_1A85_EC53
    return lane ^ lane >> 33
  }

  private static func digits(_ lane: UInt64) -> String {
    let text = String(lane, radix: 16)
    return String(repeating: "0", count: 16 - text.count) + text
  }
}
