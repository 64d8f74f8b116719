import AirportNet
import Foundation
import Testing

@Suite("Header fields")
struct HTTPHeadersTests {
  @Test("A name is found in any case")
  func caseInsensitive() {
    let headers: HTTPHeaders = ["Content-Type": "application/json"]
    #expect(headers["content-type"] == "application/json")
    #expect(headers.value(for: "CONTENT-TYPE") == "application/json")
    #expect(headers["Content-Typ"] == nil)
  }

  @Test("The last duplicate of a literal wins, at the place of the first")
  func lastDuplicateWins() {
    let headers: HTTPHeaders = ["A": "1", "B": "2", "a": "3"]
    #expect(headers.map(\.name) == ["a", "B"])
    #expect(headers["A"] == "3")
    let listed: HTTPHeaders = [.accept("x"), .userAgent("y"), .accept("z")]
    #expect(listed.map(\.value) == ["z", "y"])
  }

  @Test("add and update replace, append keeps lines apart, remove takes them all")
  func mutation() {
    var headers = HTTPHeaders()
    headers.append(name: "Set-Cookie", value: "a=1; Path=/")
    headers.append(name: "set-cookie", value: "b=2, c")
    #expect(headers.values(for: "Set-Cookie") == ["a=1; Path=/", "b=2, c"])
    #expect(headers["Set-Cookie"] == "a=1; Path=/")
    headers.add(name: "SET-COOKIE", value: "d=3")
    #expect(headers.values(for: "Set-Cookie") == ["d=3"])
    headers["Set-Cookie"] = nil
    #expect(headers.isEmpty)
  }

  @Test("Lines of one name are joined by a comma, cookies by a semicolon")
  func joining() {
    var headers = HTTPHeaders()
    headers.append(name: "Vary", value: "Accept")
    headers.append(name: "Cookie", value: "a=1")
    headers.append(name: "vary", value: "Origin")
    headers.append(name: "cookie", value: "b=2")
    #expect(headers["Vary"] == "Accept, Origin")
    #expect(headers["Cookie"] == "a=1; b=2")
    #expect(headers.dictionary == ["Vary": "Accept, Origin", "Cookie": "a=1; b=2"])
    #expect(headers.count == 4)
  }

  @Test("A dictionary gives fields in a stable order")
  func fromDictionary() {
    #expect(HTTPHeaders(["b": "2", "a": "1", "c": "3"]).map(\.name) == ["a", "b", "c"])
  }

  @Test("Credentials do not appear in a description")
  func redactedDescription() {
    let headers: HTTPHeaders = [
      .authorization(bearerToken: "s3cr3t"), .authorization(username: "kim", password: "s3cr3t"), .accept("text/html"),
      HTTPHeader(name: "X-Api-Key", value: "s3cr3t"), HTTPHeader(name: "Cookie", value: "id=s3cr3t"),
    ]
    #expect(!headers.description.contains("s3cr3t"))
    #expect(
      headers.description
        == "Authorization: Basic <redacted>\nAccept: text/html\nX-Api-Key: <redacted>\nCookie: <redacted>")
    var dumped = ""
    dump(headers, to: &dumped)
    #expect(dumped.contains("Authorization: Basic <redacted>"))
    #expect(!dumped.contains("s3cr3t"))
    #expect(HTTPHeader.authorization(username: "kim", password: "p").value == "Basic a2ltOnA=")
  }

  @Test("Headers are equal when names differ in case only, and hash alike")
  func equality() {
    let one: HTTPHeaders = ["Accept": "x"]
    let other: HTTPHeaders = ["accept": "x"]
    #expect(one == other)
    #expect(Set([one, other]).count == 1)
    #expect(one != ["Accept": "X"])
  }

  @Test("A request keeps the spelling of names, and setting replaces all fields")
  func onRequest() throws {
    var request = URLRequest(url: try #require(URL(string: "http://a.test/")))
    request.headers = ["X-airport-ID": "ICN", "Accept": "x"]
    #expect(request.headers == ["Accept": "x", "X-airport-ID": "ICN"])
    #expect(request.value(forHTTPHeaderField: "x-AIRPORT-id") == "ICN")
    request.headers = ["Accept": "y"]
    #expect(request.headers == ["Accept": "y"])
    request.headers.add(name: "accept", value: "z")
    #expect(request.headers.map(\.value) == ["z"])
  }

  @Test(
    "A wire line becomes one field",
    arguments: [
      ("Content-Length: 5\r\n", "Content-Length", "5"), ("X:y", "X", "y"), ("X: \t y \t\r\n", "X", "y"),
      ("X:\r\n", "X", ""), ("X: a:b\n", "X", "a:b"), ("x-한: 1", nil, nil), ("no colon", nil, nil), (": 1", nil, nil),
      ("X : 1", nil, nil), (" folded first", nil, nil), ("", nil, nil), ("X: 한글", "X", "한글"),
    ] as [(String, String?, String?)])
  func wireLine(line: String, name: String?, value: String?) {
    var headers = HTTPHeaders()
    let isField = headers.append(fieldLine: Array(line.utf8))
    #expect(isField == (name != nil))
    #expect(headers.first?.name == name)
    #expect(headers.first?.value == value)
  }

  @Test("A folded line continues the value before it, Latin-1 bytes are read as such")
  func foldedLine() {
    var headers = HTTPHeaders()
    headers.append(fieldLine: Array("X: one\r\n".utf8))
    headers.append(fieldLine: Array("\t two\r\n".utf8))
    #expect(headers["X"] == "one two")
    headers.append(fieldLine: [0x59, 0x3A, 0xE9])
    #expect(headers["Y"] == "é")
  }

  @Test("A method's label is its word, and idempotent methods are told apart")
  func methods() {
    #expect(HTTPMethod.post.label == "POST")
    #expect(HTTPMethod(rawValue: "PURGE").label == "PURGE")
    let all: [HTTPMethod] = [.get, .head, .put, .delete, .options, .trace, .post, .patch, .connect]
    #expect(all.map(\.isIdempotent) == [true, true, true, true, true, true, false, false, false])
  }
}
