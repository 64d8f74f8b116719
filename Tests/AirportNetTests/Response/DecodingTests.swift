import AirportNet
import Foundation
import Testing

@Suite("Decoding")
struct DecodingTests {
  struct Flight: Decodable, Equatable {
    struct Airport: Decodable, Equatable { var code: String }
    var airport: Airport
    var seats: [Int]?
  }
  struct Nothing: Decodable, EmptyResponse, Equatable {
    var isEmpty = false
    static func emptyValue() -> Nothing { Nothing(isEmpty: true) }
  }

  private func answer(_ body: String, status: Int = 200, method: HTTPMethod = .get) -> HTTPResponse {
    HTTPResponse(statusCode: status, url: URL(string: "http://a.test/x"), body: Data(body.utf8), method: method)
  }

  @Test("A good body is a value")
  func good() throws {
    #expect(try answer(#"[{"airport":{"code":"ICN"}}]"#).decode([Flight].self) == [Flight(airport: .init(code: "ICN"))])
    #expect(try answer("3").decode(Int.self) == 3)
    #expect(try answer("\u{FEFF}[1]").decode([Int].self) == [1])
  }

  @Test(
    "A body of the wrong shape names the place and the reason",
    arguments: [
      (#"[{"airport":{"code":"ICN"}},{"airport":{"code":1}}]"#, "[1].airport.code", "String"),
      (#"[{"airport":{}}]"#, "[0].airport.code", "missing"), (#"[{}]"#, "[0].airport", "missing"),
      (#"[{"airport":{"code":null}}]"#, "[0].airport.code", "null"),
      (#"[{"airport":{"code":"X"},"seats":[1,"a"]}]"#, "[0].seats[1]", "Int"),
      ("{}", "", "Array"), ("<html>", "", "JSON"), ("[", "[0]", "JSON"),
    ])
  func wrongShape(body: String, place: String, reason: String) {
    do {
      let value = try answer(body, status: 201).decode([Flight].self)
      Issue.record("decoded \(value)")
    } catch {
      guard case .undecodable(let failure) = error else {
        Issue.record("threw \(error)")
        return
      }
      #expect(failure.codingPath == place)
      #expect(failure.reason.localizedCaseInsensitiveContains(reason))
      #expect(failure.type == "Array<Flight>")
      #expect(failure.status == 201)
      #expect(failure.body == Data(body.utf8))
      #expect(failure.url?.absoluteString == "http://a.test/x")
      #expect(error.advice == .reportBug)
      #expect(error.underlyingError is DecodingError)
    }
  }

  @Test(
    "No body is nil for an Optional and the empty value for an EmptyResponse",
    arguments: [
      (200, HTTPMethod.get, ""), (204, .get, ""), (205, .post, ""), (304, .get, ""), (200, .head, ""),
      (404, .delete, ""),
      (204, .get, "junk"), (204, .get, "\r\n"), (200, .head, "junk"),
    ])
  func empty(status: Int, method: HTTPMethod, body: String) throws {
    let answer = answer(body, status: status, method: method)
    #expect(try answer.decode(Flight?.self) == nil)
    #expect(try answer.decode([Int]?.self) == nil)
    #expect(try answer.decode(Nothing.self) == Nothing(isEmpty: true))
    #expect(try answer.decode(Empty.self) == Empty.value)
    #expect {
      try answer.decode(Flight.self)
    } throws: { error in
      guard case NetworkError.undecodable(let failure) = error else { return false }
      return failure.reason == "the body is empty" && failure.type == "Flight" && failure.status == status
    }
  }

  @Test("null is nil for an Optional, and an error for another type")
  func null() throws {
    #expect(try answer("null").decode(Flight?.self) == nil)
    #expect(throws: NetworkError.self) { try answer("null").decode(Flight.self) }
  }

  @Test("White space is a body, unless the caller says that it is none at this status")
  func whiteSpace() throws {
    #expect(throws: NetworkError.self) { try answer(" \r\n").decode(Flight?.self) }
    #expect(try answer(" \r\n").decode(Flight?.self, emptyResponseCodes: [200]) == nil)
    #expect(try answer(#" {"airport":{"code":"ICN"}}"#).decode(Flight?.self, emptyResponseCodes: [200]) != nil)
  }

  @Test("An empty value takes any document where there is one")
  func emptyTakesAny() throws {
    #expect(try answer(#"{"a":1}"#).decode(Empty.self) == Empty.value)
  }

  @Test("The decoder is the caller's to choose, and its own errors are quoted")
  func ownDecoder() throws {
    struct Fixed: DataDecoder {
      struct Refusal: Error {}
      func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
        throw Refusal()
      }
    }
    let snake = JSONDecoder()
    snake.keyDecodingStrategy = .convertFromSnakeCase
    struct Runway: Decodable { var runwayLength: Int }
    #expect(try answer(#"{"runway_length":3}"#).decode(Runway.self, decoder: snake).runwayLength == 3)
    #expect {
      try answer("1").decode(Int.self, decoder: Fixed())
    } throws: { error in
      guard case NetworkError.undecodable(let failure) = error else { return false }
      return failure.reason == "Refusal()" && failure.codingPath.isEmpty
    }
  }

  @Test(
    "Text is read in the charset that is named, else by its mark, else as UTF-8",
    arguments: [
      ("text/plain; charset=EUC-KR", [0xC0, 0xCE, 0xC3, 0xB5], "인천"),
      ("text/plain;charset=\"ks_c_5601-1987\"", [0x8C, 0x63], "똠"), ("text/plain; charset=cp949", [0x41], "A"),
      ("text/plain; charset=utf-8", Array("인천".utf8), "인천"), ("text/plain", Array("인천".utf8), "인천"),
      (nil, [0xEF, 0xBB, 0xBF, 0x41], "A"), ("text/plain; charset=utf-8", [0xEF, 0xBB, 0xBF, 0x41], "A"),
      (nil, [0xFF, 0xFE, 0x78, 0xC7], "인"), (nil, [0xFE, 0xFF, 0xC7, 0x78], "인"),
      ("text/plain; charset=utf-16", [0xFF, 0xFE, 0x78, 0xC7], "인"),
      ("text/plain; charset=utf-16", [0xC7, 0x78], "인"), ("text/plain; charset=utf-16le", [0x78, 0xC7], "인"),
      (nil, [0xFF, 0xFE, 0, 0, 0x41, 0, 0, 0], "A"),
      ("text/plain; charset=iso-8859-1", [0xE9, 0x80], "é€"), ("text/plain; charset=shift_jis", [0x90, 0xAC], "成"),
      ("text/plain; charset=gbk", [0xB3, 0xC9], "成"), ("text/plain; charset=big5", [0xA6, 0xA8], "成"),
      ("text/plain; charset=x-unheard-of", Array("é".utf8), "é"), (nil, [], ""),
    ] as [(String?, [UInt8], String)])
  func text(type: String?, bytes: [UInt8], expected: String) throws {
    let headers: HTTPHeaders = type.map { [.contentType($0)] } ?? [:]
    #expect(try HTTPResponse(statusCode: 200, headers: headers, body: Data(bytes)).text() == expected)
  }

  @Test("Bytes that are no text are an error that keeps them, unless the caller knows the encoding")
  func noText() throws {
    let response = HTTPResponse(statusCode: 200, body: Data([0xC0, 0xCE]))
    #expect {
      try response.text()
    } throws: { error in
      (error as? NetworkError)?.body == Data([0xC0, 0xCE])
    }
    #expect(try response.text(encoding: .isoLatin1) == "ÀÎ")
  }

  @Test("A DataResponse shows request, answer, value and error, and dumps no secret")
  func dataResponse() throws {
    var request = try URLRequest(url: "http://a.test/?token=s3cr3t", method: .post)
    request.httpBody = Data("password=s3cr3t".utf8)
    let good = AFDataResponse<Int>(request: request, httpResponse: answer("3"), result: .success(3))
    #expect(good.value == 3)
    #expect(good.error == nil)
    #expect(good.response?.statusCode == 200)
    #expect(good.data == Data("3".utf8))
    #expect(good.map { "\($0)" }.value == "3")
    let bad = DataResponse<Int, AFError>(request: request, httpResponse: nil, result: .failure(.cancelled))
    #expect(bad.error == .cancelled)
    #expect(bad.value == nil)
    #expect(bad.data == nil)
    var dumped = ""
    dump(good, to: &dumped)
    dump(bad, to: &dumped)
    #expect(dumped.contains("POST http://a.test/?token=<redacted> -> 200, 1 bytes -> success: Int"))
    #expect(dumped.contains("no answer -> NetworkError: Cancelled."))
    #expect(!dumped.contains("s3cr3t"))
  }
}
