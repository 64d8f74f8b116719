import AirportNet
import Foundation
import Testing

@Suite("The grammar of JSON")
struct JSONGrammarTests {
  /// Any value, which is read whole; numbers of any size, as text of their type.
  private indirect enum Tree: Decodable, Equatable {
    case null, bool(Bool), number, text(String), array([Tree]), object([String: Tree])

    init(from decoder: any Decoder) throws {
      if let container = try? decoder.container(keyedBy: Key.self) {
        self = .object(
          try container.allKeys.reduce(into: [:]) { $0[$1.stringValue] = try container.decode(Tree.self, forKey: $1) })
      } else if var container = try? decoder.unkeyedContainer() {
        var trees: [Tree] = []
        while !container.isAtEnd { trees.append(try container.decode(Tree.self)) }
        self = .array(trees)
      } else {
        let container = try decoder.singleValueContainer()
        if container.decodeNil() {
          self = .null
        } else if let bool = try? container.decode(Bool.self) {
          self = .bool(bool)
        } else if let text = try? container.decode(String.self) {
          self = .text(text)
        } else {
          self = .number
        }
      }
    }
  }

  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init?(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private func tree(_ document: JSONGrammarCase) -> Result<Tree, any Error> {
    Result { try JSONValueDecoder().decode(Tree.self, from: document.bytes) }
  }

  @Test("What RFC 8259 has be JSON is read", arguments: JSONGrammarCase.accepted)
  func accepted(_ document: JSONGrammarCase) throws {
    let tree = try tree(document).get()
    #expect(tree == (try JSONDecoder().decode(Tree.self, from: document.bytes)))
  }

  @Test("What it does not is an error that says where", arguments: JSONGrammarCase.rejected)
  func rejected(_ document: JSONGrammarCase) { expectFault(document) }

  @Test("What it leaves open is as the table says", arguments: JSONGrammarCase.either)
  func either(_ document: JSONGrammarCase) throws {
    if document.verdict == .accepted { _ = try tree(document).get() } else { expectFault(document) }
  }

  private func expectFault(_ document: JSONGrammarCase) {
    switch tree(document) {
    case .success(let tree): Issue.record("read as \(tree)")
    case .failure(DecodingError.dataCorrupted(let context)): #expect(context.debugDescription.contains("byte "))
    case .failure(let error): Issue.record("\(error)")
    }
  }

  @Test("The table has the cases of the suite")
  func count() {
    #expect(JSONGrammarCase.accepted.count >= 95)
    #expect(JSONGrammarCase.rejected.count >= 187)
    #expect(JSONGrammarCase.either.count == 35)
    let all = JSONGrammarCase.accepted + JSONGrammarCase.rejected + JSONGrammarCase.either
    #expect(Set(all.map(\.name)).count == all.count)
  }
}
