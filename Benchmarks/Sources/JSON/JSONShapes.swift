import Foundation

/// Documents of many shapes, and the types that read them.
enum JSONShapes {
  /// Six of the eighteen fields.
  struct ShortAirport: Decodable, Sendable {
    let code: String
    let lat: String
    let lon: String
    let name: String?
    let city: String?
    let country: String?
  }

  /// Read from documents whose keys come in the opposite order.
  struct Reversed: Decodable, Sendable {
    let one: Int, two: Int, three: Int, four: Int, five: Int, six: Int, seven: Int, eight: Int, nine: Int, ten: Int
  }

  /// Lists in lists, as deep as they come.
  struct Nest: Decodable, Sendable {
    let depth: Int

    init(from decoder: any Decoder) throws {
      var list = try decoder.unkeyedContainer()
      depth = list.isAtEnd ? 1 : try list.decode(Nest.self).depth + 1
    }
  }

  struct Tiny: Decodable, Sendable {
    let id: Int
    let name: String
    let isOpen: Bool
  }

  /// What the network call of most apps answers.
  static let tiny = Data(#"{"id":7,"name":"ICN","isOpen":true}"#.utf8)

  static let posts = list(100) {
    """
    {"id": \($0), "userId": \($0 % 10), "title": "Notes on the runway, part \($0)", \
    "body": "It was late, and nobody at the gate could say when the plane would come.\\nWe waited for hour \($0)."}
    """
  }

  static let numbers = list(10_000) { "\($0 * 7_919 % 1_000_003)" }

  static let fractions = list(10_000) { "\(Double($0 * 7_919 % 1_000_003) / 997)" }

  static let escapes = list(2_000) { #""Gate \"\#($0)\"\n\tTo: caf\u00e9 \\ bar \ud83d\ude00""# }

  static let nests = list(100) { _ in String(repeating: "[", count: 100) + String(repeating: "]", count: 100) }

  static let wide = Data("{\((0..<5_000).map { "\"airport \($0)\": \($0 * 31)" }.joined(separator: ", "))}".utf8)

  static let reversed = list(1_000) {
    """
    {"ten": \($0), "nine": 9, "eight": 8, "seven": 7, "six": 6, "five": 5, "four": 4, "three": 3, "two": 2, "one": 1}
    """
  }

  private static func list(_ count: Int, _ element: (Int) -> String) -> Data {
    Data("[\((0..<count).map(element).joined(separator: ",\n "))]".utf8)
  }
}
