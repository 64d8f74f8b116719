import AirportNet
import Foundation
import Testing

/// Documents and types by chance, the same in each run, decoded by `JSONValueDecoder` and by `JSONDecoder`.
///
/// What is JSON by the plain reader of the test gives the same value or the same error at the same place. What is not is
/// an error of ours; Foundation reads some of it: a comma before the end, and faults in parts that the type never asks for.
/// `JSON_FUZZ_COUNT` sets how many documents there are.
@Suite("JSONValueDecoder beside JSONDecoder")
struct JSONFuzzTests {
  private static let count = ProcessInfo.processInfo.environment["JSON_FUZZ_COUNT"].flatMap { Int($0) } ?? 20_000
  private static let shards = 8

  @Test("The same documents give the same answers", arguments: 0..<shards)
  func same(_ shard: Int) {
    let subjects = FuzzSubject.all
    var writer = FuzzWriter(seed: 0x1259 &+ UInt64(shard))
    var reported = 0
    for number in 0..<(Self.count / Self.shards) where reported < 10 {
      let subject = subjects[writer.below(subjects.count)]
      let document = writer.document(subject.shape)
      guard let difference = subject.difference(document, FuzzSettings.all[writer.below(FuzzSettings.all.count)]) else {
        continue
      }
      reported += 1
      Issue.record(
        "\(subject.name), document \(number) of \(shard): \(difference)\n\(document.map { String($0, radix: 16) }.prefix(8)) \(String(decoding: document, as: UTF8.self))"
      )
    }
  }
}

/// Why the two may differ on a document that is JSON. All there is.
private enum FuzzReason: CaseIterable {
  /// Of a number that does not fit in its type Foundation does not say where it is.
  case placeOfCorruption
  /// Foundation reads a dictionary in the order of a hash, ours in that of the document: of two faults in it either may be
  /// the first.
  case orderOfDictionary
  /// The mark of UTF-32 with the small end first begins with that of UTF-16, which Foundation takes it for.
  case markOfUTF32
  /// Foundation reads no integer of more than 64 bits from a number with an exponent.
  case exponentOfWide

  func explains(_ ours: FuzzFailure?, _ theirs: FuzzFailure?, of type: any FuzzType.Type, _ document: Data) -> Bool {
    switch self {
    case .placeOfCorruption: ours?.kind == FuzzFailure.corrupted && theirs?.kind == ours?.kind && theirs?.path == ""
    case .orderOfDictionary: type.hasDictionary && ours != nil && theirs != nil && ours?.path != theirs?.path
    case .markOfUTF32: theirs?.kind == FuzzFailure.corrupted && document.starts(with: [0xFF, 0xFE, 0, 0])
    case .exponentOfWide:
      type == Wide.self && theirs?.kind == FuzzFailure.corrupted && document.contains { $0 | 0x20 == 0x65 }
    }
  }

  /// Foundation reads a fraction of less than 1e-127 as an integer, which is 0, and a number whose fraction Double does not
  /// hold as well. The document without such numbers, where the two must agree; nil where there are none.
  static func withoutLostFractions(_ document: Data) -> Data? {
    let text = String(decoding: document, as: UTF8.self)
    let other = text.replacing(#/[eE]-0*(\d\d)\d+/#) { "e-\($0.1)" }
      .replacing(#/(\d{15}\d*)\.\d+/#) { "\($0.1)" }
      .replacing(#/\.(\d{12})\d+/#) { ".\($0.1)" }
    return other == text ? nil : Data(other.utf8)
  }
}

/// One type to decode.
private struct FuzzSubject {
  let name: String
  let shape: FuzzShape
  let difference: (Data, FuzzSettings) -> String?

  init<Value: FuzzType>(_ type: Value.Type) {
    (name, shape) = ("\(type)", type.shape)
    difference = { Self.difference(type, $0, $1) }
  }

  private static func difference<Value: FuzzType>(
    _ type: Value.Type, _ document: Data, _ settings: FuzzSettings
  ) -> String? {
    let ours = FuzzOutcome { try settings.ours.decode(type, from: document) }
    guard StrictJSON.isValid(document) else {
      return ours.failure?.kind == FuzzFailure.corrupted ? nil : "no JSON, and read: \(ours)"
    }
    let theirs = FuzzOutcome { try settings.theirs().decode(type, from: document) }
    if areEqual(ours, theirs) { return nil }
    if FuzzReason.allCases.contains(where: { $0.explains(ours.failure, theirs.failure, of: type, document) }) {
      return nil
    }
    if let other = FuzzReason.withoutLostFractions(document) { return difference(type, other, settings) }
    return "\(settings.name): \(ours), and \(theirs) by JSONDecoder"
  }

  private static func areEqual<Value: Equatable>(_ left: FuzzOutcome<Value>, _ right: FuzzOutcome<Value>) -> Bool {
    switch (left, right) {
    // What is not equal to itself, NaN among it, reads the same.
    case (.value(let left), .value(let right)): left == right || "\(left)" == "\(right)"
    case (.failure(let left), .failure(let right)): left == right
    default: false
    }
  }

  static var all: [FuzzSubject] {
    [
      FuzzSubject(Widths.self), FuzzSubject(Narrow.self), FuzzSubject(Wide.self), FuzzSubject(Nested.self),
      FuzzSubject([Nested].self), FuzzSubject(Values.self), FuzzSubject(Word.self), FuzzSubject(Digit.self),
      FuzzSubject(Payload.self), FuzzSubject(Enums.self), FuzzSubject([Enums?].self), FuzzSubject(Dictionaries.self),
      FuzzSubject(ByHand.self), FuzzSubject(Tried.self), FuzzSubject([String: Tried].self), FuzzSubject(Lossy.self),
      FuzzSubject(Leaf.self), FuzzSubject(Converted.self), FuzzSubject(Int.self), FuzzSubject(Double.self),
      FuzzSubject([Double].self), FuzzSubject([Float].self), FuzzSubject(String.self), FuzzSubject([String?].self),
      FuzzSubject(Int??.self), FuzzSubject([Decimal].self), FuzzSubject([Date].self), FuzzSubject(Data?.self),
      FuzzSubject([String: [Bool?]].self),
    ]
  }
}

/// A pair of decoders with the same strategies.
private struct FuzzSettings: Sendable {
  let name: String
  let ours: JSONValueDecoder
  let theirs: @Sendable () -> JSONDecoder

  private init(
    _ name: String, _ set: @Sendable @escaping (JSONDecoder) -> Void, _ setOurs: (inout JSONValueDecoder) -> Void
  ) {
    var ours = JSONValueDecoder()
    setOurs(&ours)
    (self.name, self.ours) = (name, ours)
    theirs = {
      let decoder = JSONDecoder()
      set(decoder)
      return decoder
    }
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  static let all: [FuzzSettings] = [
    FuzzSettings("as they are", { _ in }, { _ in }), FuzzSettings("as they are", { _ in }, { _ in }),
    FuzzSettings(
      "seconds", { $0.dateDecodingStrategy = .secondsSince1970 }, { $0.dateDecodingStrategy = .secondsSince1970 }),
    FuzzSettings(
      "milliseconds", { $0.dateDecodingStrategy = .millisecondsSince1970 },
      { $0.dateDecodingStrategy = .millisecondsSince1970 }),
    FuzzSettings("ISO 8601", { $0.dateDecodingStrategy = .iso8601 }, { $0.dateDecodingStrategy = .iso8601 }),
    FuzzSettings(
      "own dates and data",
      {
        $0.dateDecodingStrategy = .custom {
          Date(timeIntervalSince1970: try $0.singleValueContainer().decode(Double.self))
        }
        $0.dataDecodingStrategy = .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) }
      },
      {
        $0.dateDecodingStrategy = .custom {
          Date(timeIntervalSince1970: try $0.singleValueContainer().decode(Double.self))
        }
        $0.dataDecodingStrategy = .custom { Data(try $0.singleValueContainer().decode(String.self).utf8) }
      }),
    FuzzSettings(
      "deferred data", { $0.dataDecodingStrategy = .deferredToData }, { $0.dataDecodingStrategy = .deferredToData }),
    FuzzSettings(
      "words for infinity",
      {
        $0.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "a", negativeInfinity: "b", nan: "c")
      },
      {
        $0.nonConformingFloatDecodingStrategy = .convertFromString(
          positiveInfinity: "a", negativeInfinity: "b", nan: "c")
      }),
    FuzzSettings(
      "snake case", { $0.keyDecodingStrategy = .convertFromSnakeCase },
      { $0.keyDecodingStrategy = .convertFromSnakeCase }),
    FuzzSettings(
      "own keys",
      { $0.keyDecodingStrategy = .custom { Key(stringValue: $0.last!.stringValue.lowercased()) } },
      { $0.keyDecodingStrategy = .custom { Key(stringValue: $0.last!.stringValue.lowercased()) } }),
  ]
}
