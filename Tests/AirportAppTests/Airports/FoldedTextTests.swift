import Foundation
import Testing

@testable import AirportApp

@Suite("Texts are folded to what people mean")
struct FoldedTextTests {
  @Test(
    "A text folds to its letters and digits in words",
    arguments: [
      ("Seoul", "seoul"), ("  New   York ", "new york"), ("São Paulo", "sao paulo"), ("Sa\u{303}o", "sao"),
      ("ＩＣＮ", "icn"), ("London/Corbin-Magee", "london corbin magee"), ("St. John's", "st johns"),
      ("O\u{2019}Hare", "ohare"), ("Łódź", "lodz"), ("Tromsø", "tromso"), ("Großenhain", "grossenhain"),
      ("Keflavík (Þing)", "keflavik thing"), ("İstanbul", "istanbul"), ("Diyarbakır", "diyarbakir"),
      ("ﬁnland", "finland"), ("Zürich", "zurich"), ("7½", "71 2"), ("Ωμέγα", "ωμεγα"), ("Київ", "киів"),
      ("", ""), (" -/. ", ""), ("🛫", ""),
    ])
  func folds(original: String, folded: String) {
    #expect(FoldedText(original).text == folded.decomposedStringWithCanonicalMapping.withoutMarks)
  }

  @Test("Hangul folds alike however it is encoded, and half a syllable begins the whole one")
  func hangul() {
    let composed = FoldedText("인천")
    #expect(composed == FoldedText("인천".decomposedStringWithCanonicalMapping))
    #expect(composed.text.unicodeScalars.starts(with: FoldedText("인ㅊ").text.unicodeScalars))
    #expect(composed.display == "인천")
    #expect(composed != FoldedText("인촌"))
  }

  @Test("Words come in their order")
  func words() {
    #expect(FoldedText("Rio de  Janeiro").words == ["rio", "de", "janeiro"])
    #expect(FoldedText("?!").words.isEmpty)
  }
}

extension String {
  /// The expected text in the form folding gives it: the table is written with composed letters.
  fileprivate var withoutMarks: String {
    String(String.UnicodeScalarView(unicodeScalars.filter { $0.properties.generalCategory != .nonspacingMark }))
  }
}
