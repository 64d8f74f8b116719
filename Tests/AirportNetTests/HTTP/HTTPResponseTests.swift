import AirportNet
import Foundation
import Testing

@Suite("Answers")
struct HTTPResponseTests {
  @Test("Foundation's form carries the same status and fields")
  func urlResponse() throws {
    let response = HTTPResponse(
      statusCode: 201, headers: ["Location": "/a"], url: URL(string: "http://a.test/x"), body: Data([1]))
    let converted = try #require(response.urlResponse)
    #expect(converted.statusCode == 201)
    #expect(converted.headers == ["Location": "/a"])
    #expect(converted.url?.absoluteString == "http://a.test/x")
    #expect(HTTPResponse(statusCode: 200).urlResponse == nil)
  }

  @Test(
    "The announced length is known only when it is clear",
    arguments: [
      (["10"], 10), (["10", "10"], 10), (["10, 10"], 10), (["10", "11"], nil), (["-1"], nil), (["+1"], nil),
      (["1e3"], nil), ([""], nil), ([], nil), (["99999999999999999999"], nil),
    ] as [([String], Int64?)])
  func contentLength(lines: [String], expected: Int64?) {
    var headers = HTTPHeaders()
    for line in lines { headers.append(name: "content-length", value: line) }
    #expect(HTTPResponseHead(statusCode: 200, headers: headers).contentLength == expected)
  }

  @Test("The media type is folded and bare")
  func mediaType() {
    func head(_ type: String) -> HTTPResponseHead {
      HTTPResponseHead(statusCode: 200, headers: [.contentType(type)])
    }
    #expect(head("Application/JSON ; charset=utf-8").mediaType == "application/json")
    #expect(HTTPResponseHead(statusCode: 200).mediaType == nil)
  }

  @Test(
    "Some answers have no body by the rules",
    arguments: [
      (200, HTTPMethod.head, true), (204, .get, true), (205, .post, true), (304, .get, true), (200, .get, false),
      (404, .get, false), (100, .get, true),
    ])
  func forbidsBody(status: Int, method: HTTPMethod, expected: Bool) {
    #expect(HTTPResponse(statusCode: status, method: method).forbidsBody == expected)
  }
}
