import Testing

@testable import AirportApp

@Suite("Spellings are compared by typos")
struct SpellingTests {
  static let pairs: [(String, String, Int)] = [
    ("seoul", "seoul", 0), ("seoul", "seol", 1), ("seoul", "seouul", 1), ("seoul", "seaul", 1), ("seoul", "seuol", 1),
    ("seoul", "esoul", 1), ("seoul", "seolu", 1), ("seoul", "xseoul", 1), ("seoul", "seoulx", 1), ("seoul", "eoul", 1),
    ("seoul", "seou", 1), ("aab", "aaab", 1), ("abab", "baab", 1), ("seoul", "sxoux", 2), ("seoul", "soeul", 1),
    ("seoul", "oesul", 2), ("abcd", "badc", 2), ("ab", "", 2), ("", "a", 1), ("인천", "인전", 1), ("kitten", "sitting", 3),
  ]

  @Test("One typo is an insertion, a deletion, a substitution or a swap of neighbours", arguments: pairs)
  func oneTypo(one: String, other: String, distance: Int) {
    #expect(Spelling.differsByOneTypo(letters(one), letters(other)) == (distance == 1))
    #expect(Spelling.differsByOneTypo(letters(other), letters(one)) == (distance == 1))
  }

  @Test("The distance counts typos, up to its limit", arguments: pairs)
  func distance(one: String, other: String, distance: Int) {
    #expect(Spelling.distance(letters(one), letters(other), limit: 3) == distance)
    #expect(Spelling.distance(letters(other), letters(one), limit: distance) == distance)
    #expect(distance == 0 || Spelling.distance(letters(one), letters(other), limit: distance - 1) == nil)
  }

  @Test(
    "The typos that a word may have grow with its length",
    arguments: [(0, 0), (2, 0), (3, 1), (4, 1), (5, 2), (7, 2), (8, 3), (40, 3)])
  func limit(letters: Int, typos: Int) {
    #expect(Spelling.limit(letters: letters) == typos)
  }

  private func letters(_ text: String) -> [Unicode.Scalar] { Array(text.unicodeScalars) }
}
