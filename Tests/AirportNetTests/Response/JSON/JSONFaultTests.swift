import AirportNet
import Foundation
import Testing

@Suite("What is no JSON is an error that says where")
struct JSONFaultTests {
  private struct Anything: Decodable { init(from decoder: any Decoder) throws {} }

  private static func context(_ data: Data, _ type: any Decodable.Type = Anything.self) -> DecodingError.Context? {
    do {
      _ = try JSONValueDecoder().decode(type, from: data)
    } catch DecodingError.dataCorrupted(let context), DecodingError.typeMismatch(_, let context),
      DecodingError.valueNotFound(_, let context), DecodingError.keyNotFound(_, let context)
    {
      return context
    } catch {}
    return nil
  }

  private static func path(_ context: DecodingError.Context?) -> String? {
    context?.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
  }

  @Test(
    "Malformed documents, their places and paths",
    arguments: [
      ("", "line 1, column 1, byte 0", ""), ("  \n ", "line 2, column 2, byte 4", ""),
      ("[1,", "line 1, column 4, byte 3", "[1]"),
      ("[1,]", "line 1, column 4, byte 3", "[1]"), (#"{"a":1,}"#, "line 1, column 8, byte 7", ""),
      (#"{"a":{"b":[1,{"c":tru}]}}"#, "line 1, column 19, byte 18", ".a.b[1].c"),
      ("[1 2]", "line 1, column 4, byte 3", "[1]"),
      (#"{"a" 1}"#, "line 1, column 6, byte 5", ".a"), (#"{"a":}"#, "line 1, column 6, byte 5", ".a"),
      ("{1:2}", "line 1, column 2, byte 1", ""), (#"{"a":1"b":2}"#, "line 1, column 7, byte 6", ""),
      ("[\n  \"é\",\n  01]", "line 3, column 3, byte 12", "[1]"), ("[\"é\", +1]", "line 1, column 7, byte 7", "[1]"),
      ("[1] x", "line 1, column 5, byte 4", ""), ("[1]]", "line 1, column 4, byte 3", ""),
      ("[1}", "line 1, column 3, byte 2", "[1]"),
      ("{]", "line 1, column 2, byte 1", ""), ("\"a", "line 1, column 3, byte 2", ""),
      ("\"a\\", "line 1, column 4, byte 3", ""),
      ("\"\\x\"", "line 1, column 2, byte 1", ""), ("\"\\u12G4\"", "line 1, column 2, byte 1", ""),
      ("\"\\ud800\"", "line 1, column 2, byte 1", ""), ("[\"\\udc00\"]", "line 1, column 3, byte 2", "[0]"),
      ("\"\\ud800\\u0041\"", "line 1, column 2, byte 1", ""), ("\"\\ud800\\n\"", "line 1, column 2, byte 1", ""),
      ("\"a\u{1}\"", "line 1, column 3, byte 2", ""), ("\"12345678\n\"", "line 1, column 10, byte 9", ""),
      ("NaN", "line 1, column 1, byte 0", ""), ("[Infinity]", "line 1, column 2, byte 1", "[0]"),
      ("-", "line 1, column 1, byte 0", ""),
      ("[1.]", "line 1, column 2, byte 1", "[0]"), ("[.5]", "line 1, column 2, byte 1", "[0]"),
      ("[1e]", "line 1, column 2, byte 1", "[0]"),
      ("[1e+]", "line 1, column 2, byte 1", "[0]"), ("[-01]", "line 1, column 2, byte 1", "[0]"),
      ("0x1", "line 1, column 2, byte 1", ""),
      ("'a'", "line 1, column 1, byte 0", ""), ("[1]/**/", "line 1, column 4, byte 3", ""),
      ("nul", "line 1, column 1, byte 0", ""),
      ("truE", "line 1, column 1, byte 0", ""), ("[\u{A0}1]", "line 1, column 2, byte 1", "[0]"),
      ("[1]\u{0}", "line 1, column 4, byte 3", ""),
    ])
  func malformed(text: String, place: String, path: String) {
    let context = Self.context(Data(text.utf8))
    #expect(context?.debugDescription.contains("(\(place))") == true, "\(context?.debugDescription ?? "no error")")
    #expect(Self.path(context) == path)
  }

  @Test(
    "Bytes that are no UTF-8, also where nobody reads them",
    arguments: [
      [0x80], [0xC0, 0xAF], [0xC1, 0x81], [0xC3], [0xE0, 0x80, 0x80], [0xE2, 0x82], [0xED, 0xA0, 0x80],
      [0xF0, 0x80, 0x80, 0x80],
      [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xFF], [0xF0, 0x9F, 0x98], [0xE2, 0x28, 0xA1],
    ] as [[UInt8]])
  func noUTF8(bytes: [UInt8]) {
    let context = Self.context(Data(Array("[1,\n\"ok".utf8) + bytes + Array("\"]".utf8)))
    #expect(context?.debugDescription.contains("(line 2, column 4, byte 7)") == true)
    #expect(Self.path(context) == "[1]")
    #expect(Self.context(Data(Array("[1,\n\"ok".utf8) + bytes)) != nil)
  }

  @Test("Errors of types say where the value is")
  func types() {
    let text = Data("[\n  {\"a\": \"é\", \"b\": [1, 300]},\n  {\"a\": 1}\n]".utf8)
    struct Row: Decodable { var a: String, b: [UInt8]? }
    #expect(Self.context(text, [Row].self)?.debugDescription.contains("(line 2, column 23, byte 25)") == true)
    struct Short: Decodable { var a: String }
    #expect(Self.context(text, [Short].self)?.debugDescription.contains("(line 3, column 9, byte 40)") == true)
    struct Missing: Decodable { var c: String }
    #expect(Self.context(text, [Missing].self)?.debugDescription.contains("(line 2, column 3, byte 4)") == true)
    #expect(Self.path(Self.context(text, [Row].self)) == "[0].b[1]")
  }

  @Test("Numbers out of range keep their path, and a long one is not quoted whole")
  func numbers() {
    #expect(Self.path(Self.context(Data(#"{"a":[1e400]}"#.utf8), [String: [Double]].self)) == ".a[0]")
    let long = Self.context(Data("[\(String(repeating: "9", count: 100_000))]".utf8), [Int].self)
    #expect((long?.debugDescription.utf8.count ?? .max) < 200)
  }

  @Test("The other forms of Unicode, with a mark and without")
  func unicode() {
    let text = #"{"key": "é 인천 😀"}"#
    let both = JSONComparison()
    for encoding: String.Encoding in [
      .utf8, .utf16, .utf16BigEndian, .utf16LittleEndian, .utf32, .utf32BigEndian, .utf32LittleEndian,
    ] {
      for text in [text, "\u{FEFF}" + text, "7", "\u{FEFF}7", "[]", "\"é\"", ""] {
        guard let data = text.data(using: encoding) else {
          Issue.record("\(encoding)")
          continue
        }
        // JSONDecoder takes this mark for one of UTF-16.
        if data.starts(with: [0xFF, 0xFE, 0, 0]) {
          #expect(
            (try? both.ours.decode(String.self, from: data))
              == (try? both.ours.decode(String.self, from: Data(text.utf8))))
          continue
        }
        both.expectSame([String: String].self, data)
        both.expectSame(Int.self, data)
        both.expectSame(String.self, data)
      }
    }
    both.expectSame(String.self, Data([0xFE, 0xFF, 0, 0x22, 0xD8, 0, 0, 0x22]))
    both.expectSame(Int.self, Data([0xFE, 0xFF, 0]))
    both.expectSame(Int.self, Data([0xEF, 0xBB, 0xBF]))
  }
}
