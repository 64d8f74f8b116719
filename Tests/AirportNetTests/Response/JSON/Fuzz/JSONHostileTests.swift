import AirportNet
import Foundation
import Testing

@Suite("Hostile JSON")
struct JSONHostileTests {
  static let numbers = [
    "1e999999999", "-1e999999999", "1e-999999999", "0e999999999", "-0e-999999999", "1e99999999999999999999999999",
    "1e-99999999999999999999999999", "-0", "-0.0", String(repeating: "9", count: 400),
    "-" + String(repeating: "9", count: 400),
    "1" + String(repeating: "0", count: 100_000), "0." + String(repeating: "0", count: 100_000) + "1",
    "1e" + String(repeating: "0", count: 100_000) + "1", "1." + String(repeating: "0", count: 100_000),
    "1" + String(repeating: "0", count: 400) + "e-400", "0." + String(repeating: "0", count: 399) + "1e400",
    "9223372036854775807", "9223372036854775808", "-9223372036854775808", "-9223372036854775809",
    "18446744073709551616",
    "9223372036854775807.0", "9.223372036854775807e18", "1e18", "1e19", "0.1e1", "10e-1", "15e-1", "-1e0", "1E+0002",
    "340282366920938463463374607431768211455", "3.4028235677973366e38", "1.7976931348623157e308",
    "1.7976931348623159e308",
    "4.9406564584124654e-324", "2.4703282292062327e-324", "2.4703282292062328e-324", "1e-45", "7e-46",
  ]

  @Test("A number of any size is the right value, or an error", arguments: numbers)
  func number(_ text: String) throws {
    check(Int8.self, text, Int8.init(exactly:))
    check(UInt8.self, text, UInt8.init(exactly:))
    check(Int.self, text, Int.init(exactly:))
    check(UInt64.self, text, UInt64.init(exactly:))
    let double = Double(text) ?? .nan
    let read = try? JSONValueDecoder().decode(Double.self, from: Data(text.utf8))
    if let read {
      #expect(read == double && read.sign == double.sign)
    } else {
      #expect(!double.isFinite || double == 0)
    }
    let float = try? JSONValueDecoder().decode(Float.self, from: Data(text.utf8))
    if let float { #expect(float == Float(text)) }
    _ = try? JSONValueDecoder().decode(Decimal.self, from: Data(text.utf8))
  }

  /// Compares with what Decimal, where that is exact, makes of the text.
  private func check<Number: FixedWidthInteger & Decodable>(
    _ type: Number.Type, _ text: String, _ exactly: (Double) -> Number?
  ) {
    guard let value = try? JSONValueDecoder().decode(type, from: Data(text.utf8)) else { return }
    #expect(Double(text) == Double(value) || Number(text) == value)
  }

  @Test("Containers nest 512 deep and no deeper, of either kind and mixed", arguments: [("[", "]"), (#"{"a":"#, "}")])
  func depth(_ open: String, _ close: String) throws {
    func document(_ depth: Int) -> Data {
      Data((String(repeating: open, count: depth) + "1" + String(repeating: close, count: depth)).utf8)
    }
    struct Whole: Decodable {}
    _ = try JSONValueDecoder().decode(Whole.self, from: document(512))
    for depth in [513, 1_000, 100_000] {
      #expect(throws: DecodingError.self) { try JSONValueDecoder().decode(Whole.self, from: document(depth)) }
    }
  }

  /// As deep as the document.
  private indirect enum Nest: Decodable {
    case end, deeper([Nest])
    init(from decoder: any Decoder) throws {
      self = (try? .deeper(decoder.singleValueContainer().decode([Nest].self))) ?? .end
    }
  }

  @Test("A type that goes as deep as the document is read on a small stack")
  func recursion() throws {
    let document = Data((String(repeating: "[", count: 512) + String(repeating: "]", count: 512)).utf8)
    var nest = try JSONValueDecoder().decode(Nest.self, from: document)
    var depth = 0
    while case .deeper(let inner) = nest {
      depth += 1
      guard let first = inner.first else { break }
      nest = first
    }
    #expect(depth == 512)
  }

  @Test("A document that ends anywhere is an error")
  func truncated() throws {
    let document = Data(#" {"a":[1,-2.5e+3,"\ud83d\ude00\n",true,false,null,{"b":"é"}],"c":{}} "#.utf8)
    struct Whole: Decodable {}
    for end in 0..<(document.count - 1) {
      #expect(throws: DecodingError.self) { try JSONValueDecoder().decode(Whole.self, from: document[..<end]) }
    }
    _ = try JSONValueDecoder().decode(Whole.self, from: document)
  }

  @Test("A byte that is another anywhere is an error or a value, and nothing is read beyond the end")
  func changed() {
    let document = Data(#"{"a":[1,-2.5e+3,"\ud83d\ude00\n",true,null,{"b":"é"}]}"#.utf8)
    struct Whole: Decodable {}
    for place in document.indices {
      for byte in UInt8.min...UInt8.max {
        var changed = document
        changed[place] = byte
        let isRead = (try? JSONValueDecoder().decode(Whole.self, from: changed)) != nil
        // Zeros among the first bytes make it UTF-16 or UTF-32, in which it is none.
        guard isRead == StrictJSON.isValid(changed) else {
          Issue.record("\(byte) at \(place)")
          return
        }
      }
    }
  }
}
