import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("Retry and authentication, before httpbin", .judged(by: .httpbin), .serialized)
struct HttpbinInterceptorTests {
  private let quick = RetryInterceptor(RetryPolicy(backOff: .constant(attempts: 3, delay: .milliseconds(1))))

  @Test(
    "a status that may pass is asked for three times, another once",
    arguments: [(503, 3), (500, 3), (429, 3), (404, 1), (200, 1)])
  func statuses(_ status: Int, _ attempts: Int) throws {
    let session = Session(interceptors: [quick])
    let answer = try session.request(Judge.url("HTTPBIN", "/status/\(status)")).outcome().get()
    #expect(answer.statusCode == status)
    #expect(answer.attempts == attempts)
  }

  @Test("a POST that is answered by 503 is sent once, a PUT three times", arguments: [("POST", 1), ("PUT", 3)])
  func methods(_ method: String, _ attempts: Int) throws {
    let request = URLRequest(try Judge.url("HTTPBIN", "/status/503"), method, body: "ticket")
    let answer = try Session(interceptors: [quick]).request(request).outcome().get()
    #expect(answer.attempts == attempts)
  }

  /// The whole value of an Authorization; httpbin takes any that is a bearer token.
  private struct Field: AuthenticationCredential {
    let value: String
    var requiresRefresh: Bool { false }
  }

  private struct FieldAuthenticator: Authenticator {
    let renewed: String

    func apply(_ credential: Field, to urlRequest: inout URLRequest) {
      urlRequest.setValue(credential.value, forHTTPHeaderField: "Authorization")
    }

    func refresh(_ credential: Field) -> Single<Field> { .just(Field(value: renewed)) }
  }

  @Test("a credential that is refused is renewed once", arguments: [("Bearer abc", 200), ("Basic abc", 401)])
  func bearer(_ renewed: String, _ status: Int) throws {
    let interceptor = AuthenticationInterceptor(
      authenticator: FieldAuthenticator(renewed: renewed), credential: Field(value: "Basic old"))
    let session = Session(interceptors: [interceptor, quick, RedirectInterceptor()])
    let answer = try session.request(Judge.url("HTTPBIN", "/bearer")).outcome().get()
    #expect(answer.statusCode == status)
    #expect(answer.attempts == 2)
    if status == 200 { #expect(answer.json("token") == "\"abc\"") }
  }

  @Test("a redirect to another origin loses the token that the interceptor set")
  func redirect() throws {
    let port = try #require(Judge.url("HTTPBIN", "/").port)
    let interceptor = AuthenticationInterceptor(
      authenticator: FieldAuthenticator(renewed: "Bearer new"), credential: Field(value: "Bearer abc"))
    let session = Session(interceptors: [interceptor, RedirectInterceptor()])
    let target = "http://localhost:\(port)/headers"
    let answer = try session.request(
      Judge.url("HTTPBIN", "/redirect-to"), parameters: ["url": target, "status_code": 307]
    ).outcome().get()
    #expect(answer.statusCode == 200)
    #expect(answer.echoed(header: "Host")?.hasPrefix("localhost") == true)
    #expect(answer.echoed(header: "Authorization") == nil)
  }
}
