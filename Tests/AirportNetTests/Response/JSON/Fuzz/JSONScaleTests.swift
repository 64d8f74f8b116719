import AirportNet
import Foundation
import Testing

/// How the time grows with the document, in the processor's time of one thread, which others on the machine do not add to.
@Suite("JSON of every shape takes time in proportion to its size", .serialized)
struct JSONScaleTests {
  enum Shape: String, CaseIterable, Sendable {
    case deep, longText, escapes, wideText, sameKey, reverseKeys, dictionary, numbers, longNumber, space, faults

    /// A document of about so many bytes.
    func document(_ size: Int) -> Data {
      func list(_ item: String) -> String {
        "[" + Array(repeating: item, count: max(1, size / (item.utf8.count + 1))).joined(separator: ",") + "]"
      }
      func object(_ members: some Sequence<String>) -> String { "{" + members.joined(separator: ",") + "}" }
      let text =
        switch self {
        case .deep: list(String(repeating: "[", count: 500) + String(repeating: "]", count: 500))
        case .longText: "\"" + String(repeating: "a", count: size) + "\""
        case .escapes: "\"" + String(repeating: #"\n\u00e9"#, count: size / 8) + "\""
        case .wideText: "\"" + String(repeating: "인", count: size / 3) + "\""
        case .sameKey: object(repeatElement(#""a":1"#, count: size / 6))
        case .reverseKeys, .dictionary: object((0..<(size / 14)).map { "\"key\($0)\":\($0)" })
        case .numbers: list("-12.5e1")
        case .longNumber: String(repeating: "7", count: size)
        case .space: "[" + String(repeating: " \n", count: size / 2) + "]"
        case .faults: list(#"{"a":[]}"#)
        }
      return Data(text.utf8)
    }

    func read(_ document: Data) {
      let decoder = JSONValueDecoder()
      switch self {
      case .deep, .space: #expect(throws: Never.self) { try decoder.decode([Skipped].self, from: document) }
      case .longText, .escapes, .wideText:
        #expect(throws: Never.self) { try decoder.decode(String.self, from: document) }
      case .sameKey, .dictionary:
        #expect(throws: Never.self) { try decoder.decode([String: Int].self, from: document) }
      case .reverseKeys: #expect(throws: Never.self) { try decoder.decode(Reversed.self, from: document) }
      case .numbers: #expect(throws: Never.self) { try decoder.decode([Double].self, from: document) }
      case .longNumber: #expect(throws: DecodingError.self) { try decoder.decode(Double.self, from: document) }
      case .faults: #expect(throws: Never.self) { try decoder.decode(Faulty.self, from: document) }
      }
    }
  }

  private struct Skipped: Decodable {}

  /// Asks for the keys from the last to the first.
  private struct Reversed: Decodable {
    struct Key: CodingKey {
      var stringValue: String
      var intValue: Int? { nil }
      init(stringValue: String) { self.stringValue = stringValue }
      init?(intValue: Int) { nil }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      var number = container.allKeys.count
      while number > 0 {
        number -= 1
        guard try container.decode(Int.self, forKey: Key(stringValue: "key\(number)")) == number else { throw Wrong() }
      }
    }
  }

  private struct Wrong: Error {}

  /// Passes over elements that are wrong, each of which is told with its place.
  private struct Faulty: Decodable {
    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      while !list.isAtEnd {
        if (try? list.decode([String: Int].self)) != nil { throw Wrong() }
        _ = try list.decode(Skipped.self)
      }
    }
  }

  #if DEBUG
    private static let (small, factor) = (4_000, 16)
  #else
    private static let (small, factor) = (100_000, 32)
  #endif

  @Test("as far as the time of the processor tells: four times the share at most", arguments: Shape.allCases)
  func linear(_ shape: Shape) {
    let (short, long) = (shape.document(Self.small), shape.document(Self.small * Self.factor))
    // The first reading makes what is made once.
    shape.read(short)
    let share = Double(long.count) / Double(short.count)
    var ratio = Double.infinity
    for _ in 0..<5 where ratio > 4 {
      let shorter = (0..<5).map { _ in Self.time { shape.read(short) } }.min() ?? 0
      ratio = min(ratio, Self.time { shape.read(long) } / shorter / share)
    }
    #expect(ratio <= 4)
  }

  private static func time(_ work: () -> Void) -> Double {
    let start = now
    work()
    return max(now - start, 1)
  }

  /// The processor's time of this thread in nanoseconds.
  private static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
