import AirportNet
import Foundation
import Testing

@Suite("JSON strategies are those of JSONDecoder")
struct JSONStrategyTests {
  private static let dateTexts = [
    "0", "1700000000.5", "-1", "\"2024-02-29T12:30:45Z\"", "\"2024-02-30T12:30:45Z\"", "\"2024-02-29T12:30:45+09:00\"",
    "\"2024-02-29\"", "null", "\"\"", "true",
  ]

  @Test("Dates", arguments: dateTexts)
  func dates(text: String) {
    struct Flight: Decodable, Equatable { var at: Date?, then: [Date]? }
    let custom: @Sendable (any Decoder) throws -> Date = { decoder in
      guard decoder.codingPath.count < 4 else { throw CancellationError() }
      return Date(timeIntervalSince1970: Double(try decoder.singleValueContainer().decode(String.self).count))
    }
    for strategy: JSONDecoder.DateDecodingStrategy in [
      .deferredToDate, .secondsSince1970, .millisecondsSince1970, .iso8601, .custom(custom),
    ] {
      let both = JSONComparison { ours, theirs in
        ours.dateDecodingStrategy = strategy
        theirs.dateDecodingStrategy = strategy
      }
      both.expectSameKind(Date.self, text)
      both.expectSameKind(Flight.self, "{\"at\":\(text)}")
      both.expectSameKind(Flight.self, "{\"then\":[\(text)]}")
      both.expectSameKind([String: Date].self, "{\"then\":\(text)}")
      both.expectSameKind([Date?].self, "[\(text)]")
    }
  }

  @Test(
    "Data",
    arguments: ["\"\"", "\"AQID\"", "\"AQI=\"", "\"AQI\"", "\"A\\/8=\"", "\"?\"", "[1,2,255]", "[256]", "null", "1"])
  func data(text: String) {
    for strategy: JSONDecoder.DataDecodingStrategy in [
      .base64, .deferredToData,
      .custom { Data(try $0.singleValueContainer().decode(String.self).utf8.reversed()) },
    ] {
      let both = JSONComparison { ours, theirs in
        ours.dataDecodingStrategy = strategy
        theirs.dataDecodingStrategy = strategy
      }
      both.expectSame(Data.self, text)
      both.expectSame([Data].self, "[\(text)]")
      both.expectSame([String: Data?].self, "{\"a\":\(text)}")
    }
  }

  @Test(
    "Floating-point numbers that JSON has no word for",
    arguments: ["\"+∞\"", "\"-inf\"", "\"NaN\"", "\"x\"", "1.5", "null"])
  func nonConforming(text: String) {
    let both = JSONComparison { ours, theirs in
      let strategy: JSONDecoder.NonConformingFloatDecodingStrategy =
        .convertFromString(positiveInfinity: "+∞", negativeInfinity: "-inf", nan: "NaN")
      ours.nonConformingFloatDecodingStrategy = strategy
      theirs.nonConformingFloatDecodingStrategy = strategy
    }
    both.expectSame([Double?].self, "[\(text == "\"NaN\"" ? "0" : text)]")
    both.expectSame(Float.self, text == "\"NaN\"" ? "0" : text)
    both.expectSame(Int.self, text == "1.5" ? "1" : text)
    #expect((try? both.ours.decode(Double.self, from: Data("\"NaN\"".utf8)))?.isNaN == true)
    JSONComparison().expectSame(Double.self, text)
  }

  private static let keys = [
    "runway_length", "_runway_length_", "__a__b__", "_", "__", "", "a", "A_B", "HTTP_url", "already_Camel_CASE",
    "runwayLength",
    "é_ß_x", "a_1b", "a__b", "x_y-z_o'neill", "a_", "_a", "ALL", "ǆ_ǆ",
  ]

  @Test("Snake case becomes camel case by the same rule", arguments: keys)
  func snakeCase(key: String) {
    struct Everything: Decodable, Equatable {
      var keys: [String: Int]
      var isThere: Bool
      struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init?(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        keys = try container.allKeys.reduce(into: [:]) {
          $0[$1.stringValue] = try container.decode(Int.self, forKey: $1)
        }
        isThere = container.contains(Key(stringValue: "runwayLength")!)
      }
    }
    let both = JSONComparison { ours, theirs in
      ours.keyDecodingStrategy = .convertFromSnakeCase
      theirs.keyDecodingStrategy = .convertFromSnakeCase
    }
    both.expectSame(Everything.self, "{\"\(key)\":1}")
    both.expectSame([Everything].self, "[{\"\(key)\":1,\"\(key)\":2,\"runwayLength\":4},{\"\(key)\":\"x\"}]")
    both.expectSame([String: Int].self, "{\"\(key)\":1,\"runwayLength\":4}")
    both.expectSame([String: [String: Int]].self, "{\"a_b\":{\"\(key)\":1,\"\(key)\":2}}")
    both.expectSame([String: [String: Int]].self, "{\"a_b\":{\"\(key)\":null}}")
    both.expectSame([Int: Everything].self, "{\"1\":{\"\(key)\":null}}")
  }

  @Test("Fields of snake case, and errors in them")
  func snakeFields() {
    struct Runway: Decodable, Equatable {
      var runwayLength: Int
      var theEnds: [Ends]
      struct Ends: Decodable, Equatable { var firstEnd: String? }
    }
    let both = JSONComparison { ours, theirs in
      ours.keyDecodingStrategy = .convertFromSnakeCase
      theirs.keyDecodingStrategy = .convertFromSnakeCase
    }
    both.expectSame(Runway.self, #"{"runway_length":1,"the_ends":[{"first_end":"x"},{}]}"#)
    both.expectSame(Runway.self, #"{"runway_length":1,"the_ends":[{"first_end":3}]}"#)
    both.expectSame(Runway.self, #"{"runway_length":1}"#)
    both.expectSame(Runway?.self, "null")
    both.expectSame([String: Runway?].self, #"{"a_b":null}"#)
    both.expectSame([String: Runway].self, "null")
    both.expectSame([String: Runway].self, "[]")
  }

  @Test("A rule of one's own is asked with the whole path")
  func customKeys() {
    struct Leaf: Decodable, Equatable { var leaf: Int }
    struct Tree: Decodable, Equatable { var tree: [Leaf], other: [String: Leaf]? }
    let strategy = JSONDecoder.KeyDecodingStrategy.custom { path in
      struct Key: CodingKey {
        var stringValue: String
        var intValue: Int? { nil }
        init(stringValue: String) { self.stringValue = stringValue }
        init?(intValue: Int) { nil }
      }
      return Key(stringValue: String(path[path.count - 1].stringValue.dropFirst(path.count)))
    }
    let both = JSONComparison { ours, theirs in
      ours.keyDecodingStrategy = strategy
      theirs.keyDecodingStrategy = strategy
    }
    both.expectSame(Tree.self, #"{"1tree":[{"333leaf":5}]}"#)
    both.expectSame(Tree.self, #"{"1tree":[{"333leaf":5}],"1other":{"x":{"333leaf":6}}}"#)
    both.expectSame(Tree.self, #"{"1tree":[{"333leaf":"x"}]}"#)
    both.expectSame(Tree.self, #"{"1tree":[{"22leaf":1}]}"#)
  }

  @Test("Types find the userInfo")
  func userInfo() {
    struct Asker: Decodable, Equatable {
      var answer: String?
      init(from decoder: any Decoder) throws {
        var list = try decoder.unkeyedContainer()
        answer = try list.superDecoder().userInfo[CodingUserInfoKey(rawValue: "question")!] as? String
      }
    }
    let both = JSONComparison { ours, theirs in
      ours.userInfo[CodingUserInfoKey(rawValue: "question")!] = "answer"
      theirs.userInfo[CodingUserInfoKey(rawValue: "question")!] = "answer"
    }
    both.expectSame([Asker].self, "[[1]]")
  }

  @Test(
    "URLs",
    arguments: [
      "\"http://www.example.com/a?b=c\"", "\"a b\"", "\"\"", "\"http:\\/\\/a.test\"", "null", "1", "\"http://[\"",
    ])
  func urls(text: String) {
    JSONComparison().expectSame(URL.self, text)
    JSONComparison().expectSame([URL?].self, "[\(text)]")
  }
}
