import AirportNet
import Foundation
import Testing

@Suite("JSON containers are read as JSONDecoder reads them")
struct JSONContainerTests {
  private struct Plane: Codable, Equatable {
    var name: String
    var seats: Int
    var range: Double?
    var routes: [Route]?
    var tags: [String: [Int?]]?

    struct Route: Codable, Equatable {
      var from: String
      var to: String?
      var miles: UInt16
    }
  }

  @Test(
    "Objects in any order, with keys missing, null, of the wrong kind, there twice, or not asked for",
    arguments: [
      #"{"name":"a","seats":1}"#, #"{"seats":1,"name":"a"}"#, #"{"name":"a","seats":1,"range":null}"#,
      #"{"name":"a","seats":1,"range":2.5,"routes":[],"tags":{}}"#, #"{"name":"a"}"#, "{}", #"{"name":null,"seats":1}"#,
      #"{"seats":"1","name":"a"}"#,
      #"{"name":"a","seats":1,"routes":[{"from":"x","miles":1},{"from":"y","to":"z","miles":2}]}"#,
      #"{"name":"a","seats":1,"routes":[{"from":"x","miles":1},{"from":"y"}]}"#,
      #"{"name":"a","seats":1,"routes":[{"from":"x","miles":70000}]}"#, #"{"name":"a","seats":1,"routes":[null]}"#,
      #"{"name":"a","seats":1,"tags":{"k":[1,null],"l":[]}}"#, #"{"name":"a","seats":1,"tags":{"k":[1,"x"]}}"#,
      #"{"name":"a","name":"b","seats":1,"seats":2}"#, #"{"seats":1,"x":{"name":"no"},"name":"a","seats":2}"#,
      #"{"n\u0061me":"a","seats":1}"#, #"{"name":"a","seats":1,"n\u0061me":"b"}"#,
      #"{"other":[{}],"name":"a","é":1,"seats":1}"#,
      "[]", "null", "3", #"{"tags":{"":[]},"name":"","seats":-0}"#,
    ])
  func objects(text: String) {
    let both = JSONComparison()
    both.expectSame(Plane.self, text)
    both.expectSame([Plane].self, "[\(text), \(text)]")
    both.expectSame([String: Plane].self, #"{"one": \#(text)}"#)
    for key in [1, -7, 9_999_999_999, .max] { both.expectSame([Int: Plane].self, #"{"\#(key)": \#(text)}"#) }
    both.expectSame([Plane?].self, "[null, \(text)]")
  }

  @Test(
    "Objects of every width, in order, in reverse and with every key twice",
    arguments: [1, 8, 39, 40, 41, 42, 100, 3_000])
  func widths(width: Int) {
    let members = (0..<width).map { "\"key\($0)\": \($0)" }
    let both = JSONComparison()
    for members in [members, members.reversed(), members + (0..<width).map { "\"key\($0)\": 9\($0)" }] {
      both.expectSame([String: Int].self, "{\(members.joined(separator: ","))}")
      both.expectSame(Ends.self, #"{"last":1,\#(members.joined(separator: ",")),"first":2,"last":3}"#)
    }
  }
  private struct Ends: Decodable, Equatable { var first: Int, last: Int, missing: Int? }

  @Test("Keys that differ in bytes and are the same text are the same key")
  func equivalentKeys() {
    struct Accent: Decodable, Equatable { var é: Int }
    let both = JSONComparison()
    both.expectSame(Accent.self, "{\"e\u{301}\":1,\"é\":2}")
    both.expectSame(Accent.self, "{\"é\":2,\"e\u{301}\":1,\"\u{212A}\":3}")
    both.expectSame([String: Int].self, "{\"é\":2,\"e\u{301}\":1}")
    struct Kelvin: Decodable, Equatable {
      enum CodingKeys: String, CodingKey { case value = "\u{212A}" }
      var value: Int
    }
    both.expectSame(Kelvin.self, #"{"a":1,"K":5,"c":2}"#)
  }

  private enum Colour: String, Codable, CodingKeyRepresentable { case red, blue }
  private enum Grade: Int, Codable, CodingKeyRepresentable { case low = 1, high = 2 }

  @Test("Dictionaries with strings, numbers and enums as keys, and with others as lists of pairs")
  func dictionaries() {
    let both = JSONComparison()
    both.expectSame([Colour: Int].self, #"{"red":1,"blue":2}"#)
    both.expectSame([Colour: Int].self, #"{"red":1,"green":2}"#)
    both.expectSame([Colour: Int].self, #"{"red":"x"}"#)
    both.expectSame([Grade: [Int]].self, #"{"1":[1],"2":[]}"#)
    both.expectSame([Grade: [Int]].self, #"{"1":[1],"3":[]}"#)
    both.expectSame([Grade: [Int]].self, #"{"1":["x"]}"#)
    both.expectSame([Int: String].self, #"{"1":"a","2":"b"}"#)
    both.expectSame([Int: String].self, #"{"1":"a","x":"b"}"#)
    both.expectSame([Int: [String]].self, #"{"1":["a"],"2":[3]}"#)
    both.expectSame([Bool: Int].self, "[true,1,false,2]")
    both.expectSame([Bool: Int].self, "[true,1,false]")
    both.expectSame([Double: Int].self, "[1.5,1]")
    both.expectSame(Set<Int>.self, "[1,2,1]")
  }

  private indirect enum Shape: Codable, Equatable {
    case point
    case circle(radius: Double)
    case pair(Shape, Shape)
    case named(String, of: Shape?)
  }

  @Test(
    "Enums with payloads",
    arguments: [
      #"{"point":{}}"#, #"{"circle":{"radius":2}}"#, #"{"circle":{}}"#, #"{"circle":{"radius":"x"}}"#, "{}",
      #"{"point":{},"circle":{"radius":1}}"#, #"{"pair":{"_0":{"point":{}},"_1":{"circle":{"radius":"x"}}}}"#,
      #"{"named":{"_0":"a","of":{"point":{}}}}"#, #"{"named":{"_0":"a"}}"#, #"{"square":{}}"#, "[]",
    ])
  func payloads(text: String) { JSONComparison().expectSame(Shape.self, text) }

  @Test("Optionals in optionals, ranges, and other types of the standard library")
  func others() {
    let both = JSONComparison()
    for text in ["null", "[null]", "[1]", "[[null]]", "[[1,null],null]"] {
      both.expectSame([Int??]??.self, text)
      both.expectSame([[Int?]?].self, text)
    }
    both.expectSame(ClosedRange<Int>.self, "[1,5]")
    both.expectSame(ClosedRange<Int>.self, "[5,1]")
    both.expectSame(ClosedRange<Int>.self, "[5]")
    both.expectSame(Duration.self, "[1,5]")
    both.expectSame(UUID.self, "\"E621E1F8-C36C-495A-93FC-0C247A3E6E5F\"")
    both.expectSame(UUID.self, "\"E621\"")
    both.expectSame(CodingKeyless.self, "{}")
    both.expectSame(CodingKeyless.self, "[]")
  }
  private struct CodingKeyless: Decodable, Equatable {}

  @Test("Depth is read to 512 and no deeper, as JSONDecoder does", arguments: [1, 511, 512, 513, 100_000])
  func depth(depth: Int) {
    struct Anything: Decodable, Equatable { init(from decoder: any Decoder) throws {} }
    let text = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    JSONComparison().expectSame(Anything.self, text)
    JSONComparison().expectSame(
      Anything.self, String(repeating: #"{"a":"#, count: depth) + "1" + String(repeating: "}", count: depth))
  }
}
