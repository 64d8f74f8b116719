import Testing

@testable import AirportApp

@Suite("A field is edited at its end, by what a person sees as characters")
struct TextFieldTests {
  private static func field(_ text: String) -> TextField {
    var field = TextField()
    field.insert(text)
    return field
  }

  @Test(
    "Backspace takes one character",
    arguments: [
      ("", ""), ("a", ""), ("서울", "서"), ("Sa\u{303}", "S"), ("\u{1109}\u{1165}\u{110B}", "\u{1109}\u{1165}"),
      ("a✈️", "a"),
    ])
  func backspace(text: String, left: String) {
    var field = Self.field(text)
    field.deleteLast()
    #expect(field.text == left)
  }

  @Test(
    "A word goes with the blanks behind it",
    arguments: [("", ""), ("new york", "new "), ("new  ", ""), ("san  f", "san  "), ("서울 공항 ", "서울 ")])
  func word(text: String, left: String) {
    var field = Self.field(text)
    field.deleteWord()
    #expect(field.text == left)
  }

  @Test("A mark that comes later joins its letter, and what commands a terminal is a blank")
  func insert() {
    var field = Self.field("Sa")
    field.insert("\u{303}")
    field.insert("o")
    #expect(field.text == "São")
    #expect(field.text.count == 3)
    #expect(Self.field("a\u{1B}[2Jb\u{202E}").text == "a [2Jb ")
    #expect(Self.field(String(repeating: "x", count: 1000)).text.count == TextField.limit)
  }

  @Test(
    "Of a long text the end is shown",
    arguments: [
      ("seoul", 5, "seoul"), ("seoul", 4, "…oul"), ("서울공항", 6, "…공항"), ("서울공항", 5, "…공항"), ("서울", 1, "…"),
      ("서울", 0, ""),
    ])
  func shown(text: String, columns: Int, shown: String) {
    #expect(Self.field(text).shown(in: columns) == shown)
  }
}
