import AirportNet
import Foundation
import Testing

@Suite("JSON encoding")
struct JSONEncodingTests {
  private func body(_ parameters: Parameters?, _ encoding: JSONEncoding = .default) throws -> String? {
    let request = try URLRequest(url: "http://a.test", method: .post)
    return try encoding.encode(request, with: parameters).httpBody.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("The bytes are the same at every run: sorted keys, exact digits, nothing escaped without need")
  func bytes() throws {
    #expect(try body(["b": 1, "a": ["z": true, "y": false]]) == #"{"a":{"y":false,"z":true},"b":1}"#)
    #expect(
      try body(["a": 1.0, "b": 0.1, "c": 1e21, "d": UInt64.max, "e": Float(0.1), "f": -0.5])
        == #"{"a":1,"b":0.1,"c":1e+21,"d":18446744073709551615,"e":0.1,"f":-0.5}"#)
    #expect(
      try body(["s": "a/b \"\\\n\u{1}\u{1F} 인천 ✈️\u{2028}"]) == #"{"s":"a/b \"\\\n\u0001\u001f 인천 ✈️"# + "\u{2028}\"}")
    #expect(
      try body(["n": NSNull(), "o": Optional<Int>.none as Any, "p": Optional(3) as Any])
        == #"{"n":null,"o":null,"p":3}"#)
    #expect(try body(["t": NSNumber(value: true), "i": NSNumber(value: 1)]) == #"{"i":1,"t":true}"#)
    #expect(try body(["l": [1, [], [:]] as [Any]]) == #"{"l":[1,[],{}]}"#)
    #expect(try body([:]) == "{}")
    #expect(try body(nil) == nil)
  }

  @Test("The output is what JSONSerialization reads back")
  func readBack() throws {
    for encoding in [JSONEncoding.default, .prettyPrinted] {
      let text = try #require(
        try body(["a": ["b": [1, 2.5, "x\ty", NSNull()] as [Any]], "c": true, "e": [Int]()], encoding))
      let value = try #require(JSONSerialization.jsonObject(with: Data(text.utf8)) as? NSDictionary)
      #expect(value == ["a": ["b": [1, 2.5, "x\ty", NSNull()] as [Any]], "c": true, "e": [Int]()] as NSDictionary)
    }
    #expect(try body(["a": [1], "b": [Int]()], .prettyPrinted) == "{\n  \"a\" : [\n    1\n  ],\n  \"b\" : []\n}")
  }

  @Test("Any JSON value can be the body, also text at the top")
  func fragments() throws {
    let request = try URLRequest(url: "http://a.test", method: .post)
    func body(_ value: Any?) throws -> Data? {
      try JSONEncoding.default.encode(request, withJSONObject: value).httpBody
    }
    #expect(try body([1, 2]) == Data("[1,2]".utf8))
    #expect(try body("top") == Data(#""top""#.utf8))
    #expect(try body(nil) == nil)
    #expect(try JSONEncoding.default.encode(request, with: ["a": 1]).headers["Content-Type"] == "application/json")
  }

  @Test("A value without a form in JSON is refused with its key path, never an empty body")
  func unencodable() {
    let cases: [(Parameters, String)] = [
      (["a": Double.nan], "a"), (["trip": ["legs": [["at": "x"], ["at": Date()]]]], "trip.legs[1].at"),
      (["a": [Data()]], "a[0]"), (["a": -Double.infinity], "a"), (["a": { 1 }], "a"),
    ]
    for (parameters, keyPath) in cases {
      #expect {
        try body(parameters)
      } throws: { error in
        guard case NetworkError.invalidRequest(.unencodable(keyPath, let reason)) = error else { return false }
        return !reason.isEmpty
      }
    }
  }
}
