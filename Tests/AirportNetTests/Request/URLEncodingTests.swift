import AirportNet
import Foundation
import Testing

@Suite("Query and form encoding")
struct URLEncodingTests {
  // Parameters are not Sendable, so a row of a table makes them where they are used.
  struct Row: Sendable, CustomTestStringConvertible {
    let expected: String
    let encoding: URLEncoding
    let parameters: @Sendable () -> Parameters
    var testDescription: String { expected }

    init(
      _ expected: String, _ encoding: URLEncoding = .default, _ parameters: @escaping @Sendable () -> Parameters
    ) {
      self.expected = expected
      self.encoding = encoding
      self.parameters = parameters
    }
  }

  enum Cabin: String { case economy }
  struct Leg: Encodable { var to = "NRT" }

  static let rows: [Row] = [
    Row("a=1&b=2") { ["b": 2, "a": 1] },
    Row("B=2&a=1&%EA%B0%80=3") { ["a": 1, "B": 2, "가": 3] },
    Row("z%5BB%5D=2&z%5Ba%5D=1") { ["z": ["a": 1, "B": 2]] },
    Row("q=New%20York") { ["q": "New York"] },
    Row("q=C%2B%2B") { ["q": "C++"] },
    Row("q=%EC%9D%B8%EC%B2%9C") { ["q": "인천"] },
    Row("iata%5B%5D=ICN&iata%5B%5D=GMP") { ["iata": ["ICN", "GMP"]] },
    Row("iata=ICN&iata=GMP", URLEncoding(arrayEncoding: .noBrackets)) { ["iata": ["ICN", "GMP"]] },
    Row("iata%5B0%5D=ICN&iata%5B1%5D=GMP", URLEncoding(arrayEncoding: .indexInBrackets)) { ["iata": ["ICN", "GMP"]] },
    Row("iata=ICN%2CGMP", URLEncoding(arrayEncoding: .comma)) { ["iata": ["ICN", "GMP"]] },
    Row("iata.0=ICN&iata.1=GMP", URLEncoding(arrayEncoding: .custom { "\($0).\($1)" })) { ["iata": ["ICN", "GMP"]] },
    Row("f=0&n=1&t=1&z=0") { ["t": true, "f": false, "n": 1, "z": 0] },
    Row("f=false&n=1&t=true", URLEncoding(boolEncoding: .literal)) { ["t": true, "f": false, "n": 1] },
    Row("b=1&i=1&o=0", URLEncoding()) {
      ["b": NSNumber(value: true), "i": NSNumber(value: 1), "o": NSNumber(value: 0)]
    },
    Row("b=true&i=1", URLEncoding(boolEncoding: .literal)) { ["b": NSNumber(value: true), "i": NSNumber(value: 1)] },
    Row("pos%5Blat%5D=37.46&pos%5Blon%5D=126.44") { ["pos": ["lat": 37.46, "lon": 126.44]] },
    Row("legs%5B0%5D%5Bfrom%5D=ICN&legs%5B1%5D%5Bfrom%5D=NRT") { ["legs": [["from": "ICN"], ["from": "NRT"]]] },
    Row("legs%5B0%5D%5Bfrom%5D=ICN", URLEncoding(arrayEncoding: .noBrackets)) { ["legs": [["from": "ICN"]]] },
    Row("m%5B0%5D%5B%5D=1&m%5B0%5D%5B%5D=2&m%5B1%5D%5B%5D=3") { ["m": [[1, 2], [3]]] },
    Row("q=%3A/?%23%5B%5D%40%21%24%26%27%28%29%2A%2B%2C%3B%3D") { ["q": ":/?#[]@!$&'()*+,;="] },
    Row("q=-._~09azAZ") { ["q": "-._~09azAZ"] },
    Row("q=%22%25%3C%3E%5C%5E%60%7B%7C%7D%00%0D%0A%7F") { ["q": "\"%<>\\^`{|}\u{0}\r\n\u{7F}"] },
    Row("a=100%25&b=%2520") { ["a": "100%", "b": "%20"] },
    Row("p=") { ["p": ""] },
    Row("=v") { ["": "v"] },
    Row("") { ["a": [Any](), "o": [String: Any]()] },
    Row("") { [:] },
    Row("d=3") {
      ["a": NSNull(), "b": Optional<Int>.none as Any, "c": Optional<Int?>.some(nil) as Any, "d": Optional(3) as Any]
    },
    Row("l%5B%5D=1&l%5B%5D=2") { ["l": [1, nil, 2] as [Int?]] },
    Row("a=1.0&b=0.1&c=1e%2B21&d=1e-07") { ["a": 1.0, "b": 0.1, "c": 1e21, "d": 1e-7] },
    Row("a=9223372036854775807&b=18446744073709551615&c=-128") { ["a": Int64.max, "b": UInt64.max, "c": Int8.min] },
    Row("a=1.10000000000000000000000000001&f=0.1") {
      ["a": Decimal(string: "1.10000000000000000000000000001") as Any, "f": Float(0.1)]
    },
    Row("u=https%3A//a.test/?x%3D1") { ["u": URL(string: "https://a.test/?x=1") as Any] },
    Row("d=/%2B8%3D") { ["d": Data([0xFF, 0xEF])] },
    Row("d=_-8", URLEncoding(dataEncoding: .base64URL)) { ["d": Data([0xFF, 0xEF])] },
    Row("d=0fff", URLEncoding(dataEncoding: .hexadecimal)) { ["d": Data([0x0F, 0xFF])] },
    Row("t=1970-01-02T00%3A00%3A00Z") { ["t": Date(timeIntervalSince1970: 86_400)] },
    Row("t=86400", URLEncoding(dateEncoding: .secondsSince1970)) { ["t": Date(timeIntervalSince1970: 86_400)] },
    Row("t=0.5", URLEncoding(dateEncoding: .secondsSince1970)) { ["t": Date(timeIntervalSince1970: 0.5)] },
    Row("t=500", URLEncoding(dateEncoding: .millisecondsSince1970)) { ["t": Date(timeIntervalSince1970: 0.5)] },
    Row("t=day", URLEncoding(dateEncoding: .custom { _ in "day" })) { ["t": Date()] },
    Row("airport_url%5Blat_deg%5D=1", URLEncoding(keyEncoding: .convertToSnakeCase)) { ["airportURL": ["latDeg": 1]] },
    Row("runway-length=1&url-path=2", URLEncoding(keyEncoding: .convertToKebabCase)) {
      ["runwayLength": 1, "URLPath": 2]
    },
    Row("Pos%5BLatDeg%5D=1", URLEncoding(keyEncoding: .capitalized)) { ["pos": ["latDeg": 1]] },
    Row("POS%5BLAT%5D=1", URLEncoding(keyEncoding: .uppercased)) { ["pos": ["lat": 1]] },
    Row("pos%5Blat%5D=1", URLEncoding(keyEncoding: .lowercased)) { ["Pos": ["LAT": 1]] },
    Row("xa%5Bxb%5D=1", URLEncoding(keyEncoding: .custom { "x\($0)" })) { ["a": ["b": 1]] },
    Row("a=economy&b%5Bto%5D=NRT&c=5E9D5E9D-0000-4000-8000-000000000000&d=part&e=x") {
      [
        "a": Cabin.economy, "b": Leg(), "c": UUID(uuidString: "5E9D5E9D-0000-4000-8000-000000000000") as Any,
        "d": "part".dropFirst(0), "e": Character("x"),
      ]
    },
  ]

  @Test("Each kind of value has its exact bytes", arguments: rows)
  func bytes(row: Row) throws {
    #expect(try row.encoding.query(row.parameters()) == row.expected)
  }

  @Test(
    "Parameters join the query that the address has, before its fragment",
    arguments: [
      ("http://a.test/x", "http://a.test/x?a=1"), ("http://a.test/x?x=1#frag", "http://a.test/x?x=1&a=1#frag"),
      ("http://a.test?", "http://a.test?a=1"), ("http://a.test/x?x=1&", "http://a.test/x?x=1&a=1"),
      ("http://a.test/x#?", "http://a.test/x?a=1#?"),
    ])
  func joining(url: String, expected: String) throws {
    let request = try URLRequest(url: url, method: .get)
    #expect(try URLEncoding.default.encode(request, with: ["a": 1]).url?.absoluteString == expected)
  }

  @Test("Nothing to write leaves no dangling question mark, no body and no Content-Type")
  func nothing() throws {
    let get = try URLRequest(url: "http://a.test/x", method: .get)
    let post = try URLRequest(url: "http://a.test/x", method: .post)
    for parameters in [nil, [:], ["a": NSNull()], ["a": [Int]()]] as [Parameters?] {
      #expect(try URLEncoding.default.encode(get, with: parameters) == get)
      #expect(try URLEncoding.default.encode(post, with: parameters) == post)
    }
  }

  @Test(
    "The method decides between query and body, unless the destination does",
    arguments: [
      (HTTPMethod.get, true), (.head, true), (.delete, true), (.post, false), (.put, false), (.patch, false),
    ])
  func destination(method: HTTPMethod, inQuery: Bool) throws {
    let request = try URLRequest(url: "http://a.test/x", method: method)
    func goesToQuery(_ encoding: URLEncoding) throws -> Bool {
      let encoded = try encoding.encode(request, with: ["q": "a b"])
      let inBody = encoded.httpBody == Data("q=a%20b".utf8) && encoded.headers["content-type"] != nil
      let inQuery = encoded.url?.absoluteString == "http://a.test/x?q=a%20b" && encoded.httpBody == nil
      #expect(inBody != inQuery)
      return inQuery
    }
    #expect(try goesToQuery(.default) == inQuery)
    #expect(try goesToQuery(.queryString))
    #expect(try !goesToQuery(.httpBody))
  }

  @Test("A Content-Type that is there stays, in whatever case it is written")
  func contentType() throws {
    var request = try URLRequest(url: "http://a.test", method: .post, headers: ["content-TYPE": "text/x"])
    request = try URLEncoding.default.encode(request, with: ["a": 1])
    request = try JSONEncoding.default.encode(request, with: ["a": 1])
    #expect(request.headers.map(\.value) == ["text/x"])
  }

  @Test("What has no form is refused with its key path")
  func unencodable() throws {
    struct Opaque {}
    let cases: [(Parameters, String)] = [
      (["a": Double.nan], "a"), (["a": ["b": [1, Double.infinity]]], "a.b[1]"), (["a": -Float.infinity], "a"),
      (["a": Opaque()], "a"), (["a": Set([1, 2])], "a"), (["a": NSNumber(value: Double.nan)], "a"),
      (["a": [["b": Decimal.nan]]], "a[0].b"),
    ]
    for (parameters, keyPath) in cases {
      do {
        let text = try URLEncoding.default.query(parameters)
        Issue.record("wrote \(text)")
      } catch {
        guard case .invalidRequest(.unencodable(keyPath, _)) = error else {
          Issue.record("threw \(error) for \(keyPath)")
          continue
        }
      }
    }
  }

  @Test("Parameters nested without end are refused, not a crash")
  func depth() {
    var nested: Any = 1
    for _ in 0..<100_000 { nested = [nested] }
    #expect(throws: NetworkError.self) { try URLEncoding.default.query(["a": nested]) }
    // Taking such a value down recurses as well; it is peeled off layer by layer.
    while let layer = nested as? [Any], let inner = layer.first { nested = inner }
  }
}
