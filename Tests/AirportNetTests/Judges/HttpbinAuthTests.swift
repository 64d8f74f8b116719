import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("Authentication and cookies, before httpbin", .judged(by: .httpbin), .serialized)
struct HttpbinAuthTests {
  @Test(
    "a 401 without a credential is an answer with its challenge", arguments: Carrier.allCases,
    [
      ("/basic-auth/someone/secret", "Basic"), ("/digest-auth/auth/someone/secret", "Digest"),
      ("/digest-auth/auth-int/someone/secret/SHA-256", "Digest"), ("/bearer", "Bearer"),
    ])
  func challenge(_ transport: Carrier, _ place: (path: String, scheme: String)) throws {
    let answer = try transport.make().answer(URLRequest(try Judge.url("HTTPBIN", place.path)))
    #expect(answer.statusCode == 401)
    #expect(answer.headers["WWW-Authenticate"]?.hasPrefix(place.scheme) == true)
  }

  @Test("a credential in the header is taken, a wrong one is a 401", arguments: Carrier.allCases)
  func credentials(_ transport: Carrier) throws {
    let transport = transport.make()
    func status(_ path: String, _ header: HTTPHeader) throws -> Int {
      let url = try Judge.url("HTTPBIN", path)
      return try transport.answer(URLRequest(url, headers: [header.name: header.value])).statusCode
    }
    let basic = "/basic-auth/someone/secret"
    #expect(try status(basic, .authorization(username: "someone", password: "secret")) == 200)
    #expect(try status(basic, .authorization(username: "someone", password: "wrong")) == 401)
    #expect(try status("/hidden-basic-auth/someone/secret", .authorization(username: "x", password: "y")) == 404)
    #expect(try status("/bearer", .authorization(bearerToken: "abc")) == 200)
  }

  @Test(
    "user and password in an address log in by Basic, or the address is refused", arguments: Carrier.allCases)
  func inTheAddress(_ transport: Carrier) throws {
    let port = try #require(Judge.url("HTTPBIN", "/").port)
    let url = try #require(URL(string: "http://someone:secret@127.0.0.1:\(port)/basic-auth/someone/secret"))
    switch transport.make().outcome(URLRequest(url)) {
    case .success(let answer): #expect([200, 401].contains(answer.statusCode))
    case .failure(let error): #expect(!error.mayHaveReachedServer)
    }
  }

  @Test("no cookie is kept or sent unless asked for", arguments: Carrier.allCases)
  func noCookies(_ transport: Carrier) throws {
    let transport = transport.make()
    let set = try transport.answer(URLRequest(try Judge.url("HTTPBIN", "/cookies/set?flavour=oat")))
    #expect(set.headers["Set-Cookie"]?.hasPrefix("flavour=oat") == true)
    let got = try transport.answer(URLRequest(try Judge.url("HTTPBIN", "/cookies")))
    #expect(got.json("cookies") == "{}")
  }

  @Test("cookies are kept, sent and deleted when asked for", arguments: Carrier.allCases)
  func cookies(_ transport: Carrier) throws {
    let kept = transport.make(storesCookies: true)
    let session = Session(transport: kept)
    let set = try session.request(try Judge.url("HTTPBIN", "/cookies/set?flavour=oat&size=2")).outcome().get()
    #expect(set.json("cookies") == #"{"flavour":"oat","size":"2"}"#)
    let deleted = try session.request(try Judge.url("HTTPBIN", "/cookies/delete?size")).outcome().get()
    // URLSession on Linux keeps what the server takes back, without its value.
    let left = transport == .urlSession ? #"{"flavour":"oat","size":""}"# : #"{"flavour":"oat"}"#
    #expect(deleted.json("cookies") == left)
    let other = try transport.make().answer(URLRequest(try Judge.url("HTTPBIN", "/cookies")))
    #expect(other.json("cookies") == "{}", "another transport does not send them")
    // Those of URLSession are the process's.
    HTTPCookieStorage.shared.removeCookies(since: .distantPast)
  }

  @Test("a Cookie field that the request has is sent as it is", arguments: Carrier.allCases)
  func ownCookies(_ transport: Carrier) throws {
    let url = try Judge.url("HTTPBIN", "/cookies")
    let answer = try transport.make().answer(URLRequest(url, headers: ["Cookie": "a=1; b=2"]))
    #expect(answer.json("cookies") == #"{"a":"1","b":"2"}"#)
  }
}
