import AirportNet
import Foundation
import Testing

@Suite("Encodable parameters")
struct ParameterEncoderTests {
  struct Search: Encodable {
    struct Place: Encodable { var lat = 37.46, lon = 126.44 }
    enum Cabin: String, Encodable { case economy }
    var query = "New York"
    var iata = ["ICN", "GMP"]
    var direct = true
    var missing: Int?
    var place = Place()
    var legs = [["from": "ICN"], ["from": "NRT"]]
    var cabin = Cabin.economy
    var site = URL(string: "https://a.test/")
    var day = Date(timeIntervalSince1970: 0)
    var raw = Data([0xFF])
    var price = Decimal(string: "1.10")
    var big = UInt64.max
    var empty = [Int]()
  }

  private let get: URLRequest
  private let post: URLRequest

  init() throws {
    get = try URLRequest(url: "http://a.test/x", method: .get)
    post = try URLRequest(url: "http://a.test/x", method: .post)
  }

  @Test("A query has the bytes that the untyped form has")
  func query() throws {
    let encoded = try URLEncodedFormParameterEncoder.default.encode(Search(), into: get)
    #expect(
      encoded.url?.query(percentEncoded: true)
        == "big=18446744073709551615&cabin=economy&day=1970-01-01T00%3A00%3A00Z&direct=1"
        + "&iata%5B%5D=ICN&iata%5B%5D=GMP&legs%5B0%5D%5Bfrom%5D=ICN&legs%5B1%5D%5Bfrom%5D=NRT"
        + "&place%5Blat%5D=37.46&place%5Blon%5D=126.44&price=1.1&query=New%20York&raw=/w%3D%3D&site=https%3A//a.test/")
    #expect(encoded.httpBody == nil)
  }

  @Test("A POST carries a form, with the options asked for")
  func form() throws {
    let encoder = URLEncodedFormParameterEncoder(
      URLEncoding(arrayEncoding: .noBrackets, boolEncoding: .literal, keyEncoding: .uppercased))
    let encoded = try encoder.encode(["a": [true, false]], into: post)
    #expect(encoded.httpBody == Data("A=true&A=false".utf8))
    #expect(encoded.headers["Content-Type"] == "application/x-www-form-urlencoded; charset=utf-8")
    #expect(try encoder.encode([String: Int]?.none, into: post) == post)
  }

  @Test("A JSON body has sorted keys and plain slashes")
  func json() throws {
    struct Pair: Encodable { var b = 1, a = "x/y" }
    let encoded = try JSONParameterEncoder.default.encode(Pair(), into: post)
    #expect(encoded.httpBody == Data(#"{"a":"x/y","b":1}"#.utf8))
    #expect(encoded.headers["Content-Type"] == "application/json")
    #expect(try JSONParameterEncoder.default.encode("top", into: post).httpBody == Data(#""top""#.utf8))
  }

  @Test("NaN is refused with its key path, in both forms")
  func notANumber() {
    struct Trip: Encodable { var legs = [["km": 1.0], ["km": Double.nan]] }
    let encoders: [any ParameterEncoder] = [.json, .urlEncodedForm]
    for encoder in encoders {
      #expect {
        try encoder.encode(Trip(), into: post)
      } throws: { error in
        guard case NetworkError.invalidRequest(.unencodable("legs[1].km", _)) = error else { return false }
        return true
      }
    }
  }

  @Test("A value without names has no query form, and an error of the value's own is quoted")
  func refused() {
    struct Mine: Encodable {
      struct Broken: Error {}
      func encode(to encoder: any Encoder) throws { throw Broken() }
    }
    let encoder = URLEncodedFormParameterEncoder.default
    #expect(throws: NetworkError.self) { try encoder.encode([1, 2], into: get) }
    #expect(throws: NetworkError.self) { try encoder.encode("text", into: get) }
    #expect(throws: NetworkError.invalidRequest(.unencodable(keyPath: "", reason: "cannot be encoded: Broken()"))) {
      try encoder.encode(Mine(), into: get)
    }
  }

  @Test("Hand-written encoding works: nested containers, super, a key encoded twice, nil")
  func handWritten() throws {
    class Base: Encodable { var kind = "air" }
    final class Port: Base {
      enum Key: String, CodingKey { case name, tags, place, lat, nothing }
      override func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        try container.encode("old", forKey: .name)
        try container.encode("ICN", forKey: .name)
        try container.encodeNil(forKey: .nothing)
        var tags = container.nestedUnkeyedContainer(forKey: .tags)
        try tags.encode(1)
        try tags.encodeNil()
        try tags.encode("x")
        var inner = tags.nestedContainer(keyedBy: Key.self)
        try inner.encode(2, forKey: .lat)
        var place = container.nestedContainer(keyedBy: Key.self, forKey: .place)
        try place.encode(1.5, forKey: .lat)
        try super.encode(to: container.superEncoder())
      }
    }
    let encoded = try URLEncodedFormParameterEncoder.default.encode(Port(), into: get)
    #expect(
      encoded.url?.query(percentEncoded: true)
        == "name=ICN&place%5Blat%5D=1.5&super%5Bkind%5D=air&tags%5B%5D=1&tags%5B%5D=x&tags%5B3%5D%5Blat%5D=2")
  }
}
