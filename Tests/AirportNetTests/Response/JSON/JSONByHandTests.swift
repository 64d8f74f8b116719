import AirportNet
import Foundation
import Testing

@Suite("Types that read themselves find the same in JSON as with JSONDecoder")
struct JSONByHandTests {
  /// Writes down what it is told, so that all of it can be compared.
  private struct Notes: Decodable, Equatable {
    var lines: [String] = []

    init(from decoder: any Decoder) throws {
      lines.append(path(decoder.codingPath))
      var list = try decoder.unkeyedContainer()
      lines.append("\(list.count ?? -1) \(list.currentIndex) \(list.isAtEnd) \(path(list.codingPath))")
      lines.append("\(try list.decodeNil()) \(list.currentIndex) \(try list.decodeNil()) \(list.currentIndex)")
      do {
        _ = try list.decode(Int.self)
      } catch {
        lines.append("a text is no Int, \(list.currentIndex)")
      }
      lines.append(try list.decode(String.self))
      let object = try list.nestedContainer(keyedBy: Key.self)
      lines.append("\(path(object.codingPath)) \(object.allKeys.map(\.stringValue).sorted())")
      lines.append("\(object.contains("a")) \(object.contains("x")) \(try object.decodeNil(forKey: "n"))")
      var inner = try object.nestedUnkeyedContainer(forKey: "list")
      lines.append("\(path(inner.codingPath)) \(inner.count ?? -1)")
      var innermost = try inner.nestedUnkeyedContainer()
      lines.append(
        "\(path(innermost.codingPath)) \(try innermost.decode(Double.self)) \(inner.isAtEnd) \(innermost.isAtEnd)")
      lines.append(
        try object.nestedContainer(keyedBy: Key.self, forKey: "o").decode(Int?.self, forKey: "p")?.description ?? "-")
      lines.append("\(try object.decodeIfPresent(Int.self, forKey: "n") ?? -1)")
      lines.append("\(try object.decodeIfPresent(Bool.self, forKey: "x") ?? true)")
      let parent = try object.superDecoder()
      lines.append("\(path(parent.codingPath)) \(try parent.singleValueContainer().decode(Int.self))")
      let absent = try object.superDecoder(forKey: "absent")
      lines.append("\(path(absent.codingPath)) \(try absent.singleValueContainer().decodeNil())")
      lines.append(failure { _ = try absent.container(keyedBy: Key.self) })
      lines.append(failure { _ = try absent.singleValueContainer().decode(String.self) })
      let next = try list.superDecoder()
      lines.append("\(path(next.codingPath)) \(try next.singleValueContainer().decode(Bool.self))")
      lines.append("\(list.isAtEnd) \(list.currentIndex)")
      lines.append(failure { _ = try list.decode(Bool.self) })
      lines.append(failure { _ = try list.decodeNil() })
      lines.append(failure { _ = try list.nestedUnkeyedContainer() })
      lines.append(failure { _ = try object.decode(Int.self, forKey: "absent") })
      lines.append(failure { _ = try object.decodeNil(forKey: "absent") })
      lines.append(failure { _ = try object.nestedContainer(keyedBy: Key.self, forKey: "absent") })
      lines.append(failure { _ = try object.nestedContainer(keyedBy: Key.self, forKey: "list") })
      lines.append(failure { _ = try object.nestedUnkeyedContainer(forKey: "o") })
      lines.append(failure { _ = try object.nestedUnkeyedContainer(forKey: "n") })
      lines.append(failure { _ = try object.decode([Int].self, forKey: "deep") })
    }

    private func path(_ path: [any CodingKey]) -> String {
      path.map { "\($0.stringValue)(\($0.intValue.map(String.init) ?? ""))" }.joined(separator: "/")
    }

    private func failure(_ body: () throws -> Void) -> String { "\(JSONOutcome { try body() ; return 0 })" }
  }

  private struct Key: CodingKey, ExpressibleByStringLiteral {
    var stringValue: String
    var intValue: Int?
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
    init(stringLiteral: String) { stringValue = stringLiteral }
  }

  @Test("Every call of the three containers")
  func calls() {
    JSONComparison().expectSame(
      [String: Notes].self,
      #"{"k": [null, "t", {"a": 1, "n": null, "list": [[2.5]], "o": {"p": 4}, "super": 9, "deep": [1, {}]}, true]}"#)
  }

  private class Animal: Decodable {
    var name: String
    private enum CodingKeys: String, CodingKey { case name }
    required init(from decoder: any Decoder) throws {
      name = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .name)
    }
  }
  private final class Dog: Animal, Equatable {
    var tricks: Int
    private enum CodingKeys: String, CodingKey { case tricks }
    required init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      tricks = try container.decode(Int.self, forKey: .tricks)
      try super.init(from: try container.superDecoder())
    }
    static func == (one: Dog, other: Dog) -> Bool { one.name == other.name && one.tricks == other.tricks }
  }

  @Test(
    "Classes with a super decoder",
    arguments: [#"{"tricks":1,"super":{"name":"x"}}"#, #"{"tricks":1,"super":{}}"#, #"{"tricks":1}"#])
  func classes(text: String) { JSONComparison().expectSame([Dog].self, "[\(text)]") }

  private enum Item: Decodable, Equatable {
    case number(Double), text(String), list([Item]), object([String: Item]), none

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if container.decodeNil() {
        self = .none
      } else if let number = try? container.decode(Double.self) {
        self = .number(number)
      } else if let text = try? container.decode(String.self) {
        self = .text(text)
      } else if let list = try? container.decode([Item].self) {
        self = .list(list)
      } else {
        self = .object(try container.decode([String: Item].self))
      }
    }
  }

  @Test("A type that tries one kind after the other")
  func polymorphic() {
    JSONComparison().expectSame(Item.self, #"[1, "a", null, {"x": [2, {"y": null}], "z": "é\n"}, [], {}]"#)
    JSONComparison().expectSame(Item.self, #"[1, {"x": [true]}]"#)
  }

  @Test("A type named by a member")
  func discriminated() {
    enum Thing: Decodable, Equatable {
      case plane(seats: Int), ship(tons: Double)
      enum CodingKeys: CodingKey { case kind, seats, tons }
      init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        switch try container.decode(String.self, forKey: .kind) {
        case "plane": self = .plane(seats: try container.decode(Int.self, forKey: .seats))
        case "ship": self = .ship(tons: try container.decode(Double.self, forKey: .tons))
        case let kind:
          throw DecodingError.dataCorruptedError(forKey: .kind, in: container, debugDescription: "what is a \(kind)?")
        }
      }
    }
    let both = JSONComparison()
    both.expectSame([Thing].self, #"[{"seats":1,"kind":"plane"},{"kind":"ship","tons":1.5}]"#)
    both.expectSame([Thing].self, #"[{"kind":"car"}]"#)
    both.expectSame([Thing].self, #"[{"kind":"ship"}]"#)
  }

  @Test("A decoder and a container that outlive the call still read")
  func outliving() throws {
    struct Kept: Decodable {
      let decoder: any Decoder
      let container: KeyedDecodingContainer<Key>
      init(from decoder: any Decoder) throws {
        self.decoder = decoder
        container = try decoder.container(keyedBy: Key.self)
      }
    }
    let kept = try JSONValueDecoder().decode([Kept].self, from: Data(#"[{"a":"a text of some length"}]"#.utf8))[0]
    #expect(try kept.container.decode(String.self, forKey: "a") == "a text of some length")
    #expect(try [String: String](from: kept.decoder) == ["a": "a text of some length"])
    #expect(kept.decoder.codingPath.map(\.stringValue) == ["Index 0"])
  }
}
