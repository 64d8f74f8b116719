import Foundation
import Testing

@testable import AirportNet

@Suite("Splitting an array as it comes")
struct JSONArraySplitterTests {
  private struct Outcome: Equatable {
    var parts: [JSONArraySplitter.Part] = []
    var fault: JSONArraySplitter.Fault?

    var elements: [String] { parts.filter { $0.index != nil }.map(\.string) }
    var others: [String] { parts.filter { $0.index == nil }.map(\.string) }
  }

  private static func split(_ pieces: [Data], at keys: [String] = []) -> Outcome {
    var splitter = JSONArraySplitter(at: keys)
    var outcome = Outcome()
    do throws(JSONArraySplitter.Fault) {
      for piece in pieces {
        splitter.take(piece)
        while let part = try splitter.nextPart() { outcome.parts.append(part) }
      }
      try splitter.finish()
    } catch {
      outcome.fault = error
    }
    return outcome
  }

  private static func split(_ text: String, at keys: String...) -> Outcome { split([Data(text.utf8)], at: keys) }

  @Test(
    "The elements are as they are written, without what is between them",
    arguments: [
      ("[]", []), (" [ ] ", []), ("[1]", ["1"]), ("[1,2]", ["1", "2"]), ("\t[\r\n1 ,\n 2\n]\n", ["1", "2"]),
      ("\u{FEFF}[true,false,null]", ["true", "false", "null"]),
      (#"["a,b","]","\"","\\","{[",""]"#, [#""a,b""#, #""]""#, #""\"""#, #""\\""#, #""{[""#, #""""#]),
      (#"[{"a":[1,{"b":"}"}]}, [[],[[]]] ,-1.5e+3]"#, [#"{"a":[1,{"b":"}"}]}"#, "[[],[[]]]", "-1.5e+3"]),
      (#"["인천","😀"]"#, [#""인천""#, #""😀""#]),
      // What is wrong inside of an element is the decoder's to find.
      ("[tru,01,{]]", ["tru", "01", "{]"]),
    ])
  func elements(_ text: String, _ expected: [String]) {
    let outcome = Self.split(text)
    #expect(outcome.elements == expected)
    #expect(outcome.parts.compactMap(\.index) == Array(expected.indices))
    #expect(outcome.others.isEmpty)
    #expect(outcome.fault == nil)
  }

  @Test(
    "A damaged document gives the elements before the damage, and then its place",
    arguments: [
      ("", [], "", "the document is empty"), (" \n", [], "", "the document is empty"),
      ("{}", [], "", "an array is expected, and not { (line 1, column 1, byte 0)"),
      ("null", [], "", "an array is expected, and not n"), (#""a""#, [], "", "an array is expected, and not \""),
      ("<html>", [], "", "an array is expected, and not <"),
      ("[1,]", ["1"], "[1]", "a value is expected, and not ] (line 1, column 4, byte 3)"),
      ("[,1]", [], "[0]", "a value is expected, and not ,"), ("[1,,2]", ["1"], "[1]", "a value is expected, and not ,"),
      ("[1\n 2]", ["1"], "[1]", "a comma or the end of the array is expected, and not 2 (line 2, column 2, byte 4)"),
      ("[1}", ["1"], "[1]", "a comma or the end of the array is expected, and not }"),
      ("[1:2]", ["1:2"], nil, nil),
      ("[1]]", ["1"], "", "the end of the document is expected, and not ] (line 1, column 4, byte 3)"),
      ("[1] x", ["1"], "", "the end of the document is expected, and not x"),
      ("[1,", ["1"], "[1]", "the document ends too early (line 1, column 4, byte 3)"),
      ("[1", [], "[0]", "ends too early"), (#"["a"#, [], "[0]", "ends too early"), ("[", [], "[0]", "ends too early"),
      ("[1]\u{0}", ["1"], "", "the byte 0"), ("[\u{1}]", ["\u{1}"], nil, nil),
      ("\u{FEFF}", [], "", "the document is empty"),
    ] as [(String, [String], String?, String?)])
  func faults(_ text: String, _ expected: [String], _ place: String?, _ reason: String?) throws {
    let outcome = Self.split(text)
    #expect(outcome.elements == expected)
    #expect(outcome.fault?.codingPath == place)
    if let reason { #expect(try #require(outcome.fault).reason.contains(reason)) }
  }

  @Test(
    "UTF-16, UTF-32 and a torn byte order mark are faults that say so",
    arguments: [
      "[1]".data(using: .utf16LittleEndian)!, "[1]".data(using: .utf16BigEndian)!, Data([0xFF, 0xFE, 0x5B, 0]),
      Data([0xFE, 0xFF, 0, 0x5B]), Data([0, 0, 0xFE, 0xFF]), Data([0xFF, 0xFE, 0, 0]),
    ])
  func encodings(_ bytes: Data) throws {
    #expect(try #require(Self.split([bytes]).fault).reason.contains("only UTF-8 is read as it comes"))
    let torn = Self.split([Data([0xEF, 0xBB, 0x5B])])
    #expect(try #require(torn.fault).reason.hasPrefix("a byte order mark is expected, and not ["))
  }

  @Test("An element knows where it begins")
  func positions() {
    let outcome = Self.split("[\"é\",\n  {\n},3\n]")
    #expect(
      outcome.parts.map(\.position) == [
        JSONPosition(byte: 1, line: 1, column: 2), JSONPosition(byte: 9, line: 2, column: 3),
        JSONPosition(byte: 13, line: 3, column: 3),
      ])
  }

  @Test("An array under keys is found among others, whose text is given too")
  func underKeys() {
    let text = #" { "n" : 1.5 , "data" : { "x" : [1] , "items" : [ 2 , {"items":[3]} ] , "y" : null } , "data" : 4 } "#
    let outcome = Self.split(text, at: "data", "items")
    #expect(outcome.elements == ["2", #"{"items":[3]}"#])
    #expect(
      outcome.others == [#""n""#, "1.5", #""data""#, #""x""#, "[1]", #""items""#, #""y""#, "null", #""data""#, "4"])
    #expect(outcome.fault == nil)
    #expect(Self.split(#"{"a":[1],"a":[2]}"#, at: "a").elements == ["1"], "of equal keys the first counts")
    #expect(Self.split(#"{"\u0061\"":[1]}"#, at: "a\"").elements == ["1"], "escapes are read")
    #expect(Self.split(#"{"":[1]}"#, at: "").elements == ["1"])
  }

  @Test(
    "A document that has no such array says where the way ends",
    arguments: [
      ("{}", "data", "the key is missing"), (#"{"items":[1]}"#, "data", "the key is missing"),
      (#"{"data":{}}"#, "data.items", "the key is missing"), (#"{"data":{"x":1}}"#, "data.items", "the key is missing"),
      ("[1]", "", "an object is expected, and not ["), (#"{"data":[1]}"#, "data", "an object is expected, and not ["),
      (#"{"data":{"items":null}}"#, "data.items", "an array is expected, and not n"),
      (#"{"data":{"items":{}}}"#, "data.items", "an array is expected, and not {"),
      (#"{data:1}"#, "", "a key is expected, and not d"), (#"{"data" 1}"#, "", "a colon is expected, and not 1"),
      (#"{"x":}"#, "", "a value is expected, and not }"), (#"{"x":1,}"#, "", "a key is expected, and not }"),
      (#"{"data":{"items":[1],}}"#, "data", "a key is expected, and not }"),
      (#"{"data":{"items":[1,]}}"#, "data.items[1]", "a value is expected, and not ]"),
      (#"{"data":{"items":[1]"#, "data", "the document ends too early"),
    ])
  func noArray(_ text: String, _ place: String, _ reason: String) throws {
    let fault = try #require(Self.split(text, at: "data", "items").fault)
    #expect(fault.codingPath == place)
    #expect(fault.reason.contains(reason))
  }

  private static let short: [(String, [String])] = [
    ("[1 ,\"\\\"\"]", []), ("\u{FEFF}[{}, 2]", []), ("[[1],]", []), ("[\"é\"]", []), (#"{"a":[1,2]}"#, ["a"]),
    (#"{"b":"a\\","a":{"\u0063":[[]," "]},"a":0}"#, ["a", "c"]), ("[1\n\n2]", []), ("[tru e]", []),
  ]

  @Test("However the bytes are cut, the parts and the fault are the same", arguments: short)
  func cuts(_ text: String, _ keys: [String]) {
    let bytes = Data(text.utf8)
    let whole = Self.split([bytes], at: keys)
    #expect(Self.split(bytes.map { Data([$0]) }, at: keys) == whole)
    if bytes.count <= 13 {
      for cuts in 0..<(1 << (bytes.count - 1)) {
        var pieces = [Data()]
        for (place, byte) in bytes.enumerated() {
          pieces[pieces.count - 1].append(byte)
          if cuts >> place & 1 == 1 { pieces.append(Data()) }
        }
        guard Self.split(pieces, at: keys) == whole else { return #expect(Bool(false), "\(pieces.map(Array.init))") }
      }
    }
    for first in 0...bytes.count {
      for second in first...bytes.count {
        let pieces = [bytes[..<first], bytes[first..<second], bytes[second...]]
        guard Self.split(pieces, at: keys) == whole else { return #expect(Bool(false), "cut at \(first), \(second)") }
      }
    }
  }

  @Test("Many elements in pieces of any size are those that JSONDecoder sees")
  func many() throws {
    var random = SeededGenerator(seed: 7)
    let rows = (0..<300).map { number in
      #"{"id":\#(number),"name":"\#(String(repeating: "a\\\"]", count: number % 7))","tags":[[\#(number)],"{"]}"#
    }
    let bytes = Data("[\(rows.joined(separator: ", \n"))]".utf8)
    for _ in 0..<20 {
      var pieces: [Data] = []
      var place = 0
      while place < bytes.count {
        let end = min(bytes.count, place + Int.random(in: 1...200, using: &random))
        pieces.append(bytes[place..<end])
        place = end
      }
      let outcome = Self.split(pieces)
      #expect(outcome.elements == rows)
      #expect(outcome.parts.map(\.position.line) == Array(1...300))
    }
  }

  @Test("Depth costs nothing, and a text of any length is one part")
  func depth() {
    let deep = String(repeating: "[", count: 100_000) + String(repeating: "]", count: 100_000)
    let long = "\"" + String(repeating: "\\n", count: 50_000) + "\""
    let bytes = Data("[\(deep),\(long)]".utf8)
    let pieces = stride(from: 0, to: bytes.count, by: 3).map { bytes[$0..<min($0 + 3, bytes.count)] }
    #expect(Self.split(pieces).elements == [deep, long])
  }
}

extension JSONArraySplitter.Part {
  fileprivate var string: String { String(decoding: text, as: UTF8.self) }
}
