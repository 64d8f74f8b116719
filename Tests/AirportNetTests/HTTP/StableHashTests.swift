import Foundation
import Testing

@testable import AirportNet

@Suite("StableHash")
struct StableHashTests {
  private func hash(_ parts: [Data]) -> String {
    var hash = StableHash()
    for part in parts { hash.combine(part) }
    return hash.text
  }

  @Test("it is the same in every process")
  func stable() {
    #expect(hash([]) == "8d8c0f1935b22218af2a59084670eb50")
    #expect(hash([Data("http://host.test/airports.json".utf8)]) == "33b6d33794d4ab1af72fe48d26c17347")
  }

  @Test("parts of a whole are told apart, and so are lengths of zeros")
  func parts() {
    let texts = [["ab", "c"], ["a", "bc"], ["abc"], ["abc", ""], ["", "abc"]]
    #expect(Set(texts.map { hash($0.map { Data($0.utf8) }) }).count == texts.count)
    #expect(Set((0..<40).map { hash([Data(count: $0)]) }).count == 40)
  }

  @Test("a slice of data counts as its bytes")
  func slices() {
    let data = Data("0123456789abcdef".utf8)
    #expect(hash([data.dropFirst(3)]) == hash([Data("3456789abcdef".utf8)]))
  }

  @Test("no two of many are equal, nor are their halves")
  func spread() {
    var (seen, lanes): (Set<String>, Set<Substring>) = ([], [])
    for number in 0..<10_000 {
      let text = hash([Data("http://host.test/\(number)".utf8)])
      #expect(text.utf8.count == 32)
      seen.insert(text)
      lanes.formUnion([text.prefix(16), text.suffix(16)])
    }
    #expect(seen.count == 10_000)
    #expect(lanes.count == 20_000)
  }
}
