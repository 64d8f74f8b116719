import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("Redirects of httpbin", .judged(by: .httpbin), .serialized)
struct HttpbinRedirectTests {
  private func url(_ target: String, _ status: Int) throws -> URL {
    let allowed = CharacterSet.alphanumerics
    let target = try #require(target.addingPercentEncoding(withAllowedCharacters: allowed))
    return try Judge.url("HTTPBIN", "/redirect-to?url=\(target)&status_code=\(status)")
  }

  @Test("a transport follows none", arguments: Carrier.allCases, [301, 302, 303, 307, 308])
  func none(_ transport: Carrier, _ status: Int) throws {
    let answer = try transport.make().answer(URLRequest(try url("/get", status)))
    #expect(answer.statusCode == status)
    #expect(answer.headers["Location"] == "/get")
  }

  @Test("absolute and relative ones lead to the end", arguments: Carrier.allCases)
  func followed(_ transport: Carrier) throws {
    let session = Session(transport: transport.make())
    for path in ["/absolute-redirect/3", "/relative-redirect/3", "/redirect/1"] {
      let answer = try session.request(try Judge.url("HTTPBIN", path)).outcome().get()
      #expect(answer.statusCode == 200)
      #expect(answer.url?.path == "/get")
    }
    let error = session.request(try Judge.url("HTTPBIN", "/relative-redirect/40")).outcome().error
    #expect(error == .transport(.tooManyRedirects, phase: .receiving, mayHaveReachedServer: true))
  }

  @Test(
    "the status decides on method and body", arguments: Carrier.allCases,
    [(301, "GET"), (302, "GET"), (303, "GET"), (307, "POST"), (308, "POST")])
  func methods(_ transport: Carrier, _ rule: (status: Int, method: String)) throws {
    let request = URLRequest(
      try url("/anything", rule.status), "POST", headers: ["Content-Type": "text/plain"], body: "text")
    let answer = try Session(transport: transport.make()).request(request).outcome().get()
    #expect(answer.json("method") == "\"\(rule.method)\"")
    #expect(answer.json("data") == (rule.method == "POST" ? "\"text\"" : "\"\""))
    if rule.method == "GET" { #expect(answer.echoed(header: "Content-Type") == nil) }
  }

  @Test("a credential goes to the same origin and to no other", arguments: Carrier.allCases)
  func credentials(_ transport: Carrier) throws {
    let session = Session(transport: transport.make())
    let secrets = ["Authorization": "Bearer abc", "Cookie": "a=1", "X-Note": "yes"]
    let port = try #require(Judge.url("HTTPBIN", "/").port)
    let same = try session.request(URLRequest(try url("/headers", 302), headers: secrets)).outcome().get()
    #expect(same.echoed(header: "Authorization") == "Bearer abc")
    #expect(same.echoed(header: "Cookie") == "a=1")
    let other = try session.request(
      URLRequest(try url("http://localhost:\(port)/headers", 302), headers: secrets)
    ).outcome().get()
    #expect(other.url?.host == "localhost")
    #expect(other.echoed(header: "Authorization") == nil)
    #expect(other.echoed(header: "Cookie") == nil)
    #expect(other.echoed(header: "X-Note") == "yes")
  }
}
