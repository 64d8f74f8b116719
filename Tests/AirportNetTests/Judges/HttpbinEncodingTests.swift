import AirportNet
import Foundation
import Testing

/// The table of encodings once more: not which bytes are written, but what a server reads from them.
@Suite("Query, form and JSON, as httpbin parsed them", .judged(by: .httpbin), .serialized)
struct HttpbinEncodingTests {
  // Parameters are not Sendable, so a row of a table makes them where they are used.
  struct Row: Sendable, CustomTestStringConvertible {
    /// As JSON with sorted keys: one text a key, a list where a key comes several times.
    let parsed: String
    let parameters: @Sendable () -> Parameters
    var testDescription: String { parsed }

    init(_ parsed: String, _ parameters: @escaping @Sendable () -> Parameters) {
      (self.parsed, self.parameters) = (parsed, parameters)
    }
  }

  static let rows: [Row] = [
    Row(#"{"a":"1","b":"2"}"#) { ["b": 2, "a": 1] },
    Row(#"{"q":"New York"}"#) { ["q": "New York"] },
    Row(#"{"q":"C++"}"#) { ["q": "C++"] },
    Row(#"{"q":"인천"}"#) { ["q": "인천"] },
    Row(#"{"q":"✈️ 👩‍✈️"}"#) { ["q": "✈️ 👩‍✈️"] },
    Row(#"{"인천":"1"}"#) { ["인천": 1] },
    Row(#"{"iata[]":["ICN","GMP"]}"#) { ["iata": ["ICN", "GMP"]] },
    Row(#"{"f":"0","n":"1","t":"1"}"#) { ["t": true, "f": false, "n": 1] },
    Row(#"{"pos[lat]":"37.46","pos[lon]":"126.44"}"#) { ["pos": ["lat": 37.46, "lon": 126.44]] },
    Row(#"{"legs[0][from]":"ICN","legs[1][from]":"NRT"}"#) { ["legs": [["from": "ICN"], ["from": "NRT"]]] },
    Row(#"{"q":":/?#[]@!$&'()*+,;="}"#) { ["q": ":/?#[]@!$&'()*+,;="] },
    Row(#"{"a":"100%","b":"%20"}"#) { ["a": "100%", "b": "%20"] },
    Row(#"{"a":"line\nend\tand\r"}"#) { ["a": "line\nend\tand\r"] },
    Row(#"{"p":""}"#) { ["p": ""] },
    Row(#"{"":"v"}"#) { ["": "v"] },
    Row(#"{}"#) { ["a": [Int](), "b": [String: Int]()] },
    Row(#"{"a":"3"}"#) { ["a": Optional(3) as Any, "b": Optional<Int>.none as Any, "c": NSNull()] },
    Row(#"{"a":"1.0","b":"0.1","c":"1e+21","d":"1e-07"}"#) { ["a": 1.0, "b": 0.1, "c": 1e21, "d": 1e-7] },
    Row(#"{"a":"9223372036854775807","b":"18446744073709551615"}"#) { ["a": Int64.max, "b": UInt64.max] },
  ]

  @Test("a query is parsed as it was meant", arguments: rows)
  func query(_ row: Row) throws {
    try check(row, "args", .get, URLEncoding.queryString)
  }

  @Test("a form is parsed as it was meant", arguments: rows)
  func form(_ row: Row) throws {
    try check(row, "form", .post, URLEncoding.httpBody)
  }

  private func check(_ row: Row, _ key: String, _ method: HTTPMethod, _ encoding: URLEncoding) throws {
    let session = Session(transport: Carrier.allCases[0].make())
    let answer = try session.request(
      try Judge.url("HTTPBIN", "/anything"), method: method, parameters: row.parameters(), encoding: encoding
    ).outcome().get()
    #expect(answer.json(key) == row.parsed)
  }

  @Test("parameters join the query that the address has, and the fragment stays at home")
  func joined() throws {
    let session = Session(transport: Carrier.allCases[0].make())
    let answer = try session.request(
      try Judge.url("HTTPBIN", "/anything?x=1#frag"), parameters: ["a": 1]
    ).outcome().get()
    #expect(answer.json("args") == #"{"a":"1","x":"1"}"#)
  }

  @Test("a JSON document is parsed as it was meant", arguments: Carrier.allCases)
  func document(_ transport: Carrier) throws {
    let parameters: Parameters = [
      "text": "인천 \"q\" \\ / \u{1} ✈️", "n": 1, "big": Int64.max, "d": 0.1, "t": true, "none": NSNull(),
      "list": [1, [2, "b"], [String: Int]()] as [Any], "trip": ["legs": [["from": "ICN"], ["from": "NRT"]]],
    ]
    let answer = try Session(transport: transport.make()).request(
      try Judge.url("HTTPBIN", "/anything"), method: .post, parameters: parameters, encoding: JSONEncoding.default
    ).outcome().get()
    #expect(answer.echoed(header: "Content-Type") == "application/json")
    #expect(
      answer.json("json")
        == #"{"big":9223372036854775807,"d":0.1,"list":[1,[2,"b"],{}],"n":1,"none":null,"t":true,"#
        + #""text":"인천 \"q\" \\ / \u0001 ✈️","trip":{"legs":[{"from":"ICN"},{"from":"NRT"}]}}"#)
  }

  @Test("a value that is written as JSON or as a form is read back the same", arguments: Carrier.allCases)
  func values(_ transport: Carrier) throws {
    struct Search: Codable, Equatable {
      var text = "a b&c=d"
      var tags = ["x", "y"]
    }
    struct Echo: Decodable, Sendable {
      var json: Search?
      var form: [String: Text]
    }
    enum Text: Decodable, Equatable {
      case one(String)
      case several([String])
      init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        self = try (try? container.decode(String.self)).map(Text.one) ?? .several(container.decode([String].self))
      }
    }
    let session = Session(transport: transport.make())
    let url = try Judge.url("HTTPBIN", "/post")
    let json = try session.request(
      url, method: .post, parameters: Search(), encoder: JSONParameterEncoder.default
    ).outcome().get()
    #expect(try JSONDecoder().decode(Echo.self, from: json.body).json == Search())
    let form = try session.request(url, method: .post, parameters: Search()).outcome().get()
    #expect(
      try JSONDecoder().decode(Echo.self, from: form.body).form
        == ["text": .one("a b&c=d"), "tags[]": .several(["x", "y"])])
  }
}
