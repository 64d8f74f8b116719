import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Retry and authentication over sockets", .serialized)
struct InterceptorSocketTests {
  private static let quick = RetryInterceptor(
    RetryPolicy(backOff: .exponential(attempts: 3, initial: .milliseconds(5))))

  private static func answer(_ status: String, _ body: String = "", _ fields: String...) -> [RawServer.Step] {
    let head = (["HTTP/1.1 \(status)", "Content-Length: \(body.utf8.count)", "Connection: close"] + fields)
    return [.readRequest, .send(head.joined(separator: "\r\n") + "\r\n\r\n" + body)]
  }

  @Test("a lost connection, a reset and a 503 are tried again until the answer comes")
  func retries() throws {
    let server = try RawServer(connections: [
      [.readRequest, .close], Self.answer("503 Service Unavailable", "later", "Retry-After: 0"),
      Self.answer("200 OK", "1"),
    ])
    let session = Session(interceptors: [Self.quick, RedirectInterceptor()])
    let answer = try session.request(server.baseURL).outcome().get()
    #expect(answer.statusCode == 200)
    #expect(answer.attempts == 3)
    #expect(server.connectionCount == 3)
  }

  @Test(
    "a POST whose connection is lost arrives once, with an Idempotency-Key again and whole", arguments: [false, true])
  func posts(_ hasKey: Bool) throws {
    let server = try RawServer(connections: [[.readRequest, .reset], Self.answer("201 Created")])
    let session = Session(interceptors: [Self.quick])
    let headers: HTTPHeaders = hasKey ? ["Idempotency-Key": "7"] : [:]
    var request = URLRequest(server.baseURL, "POST", body: "ticket")
    request.headers = headers
    let outcome = session.request(request).outcome()
    #expect((outcome.value?.statusCode == 201) == hasKey)
    #expect((outcome.error?.mayHaveReachedServer == true) == !hasKey)
    #expect(server.received.count == (hasKey ? 2 : 1))
    #expect(server.received.allSatisfy { String(decoding: $0, as: UTF8.self).hasSuffix("\r\n\r\nticket") })
  }

  @Test("a POST to a port where nobody listens is tried again, since nothing arrived")
  func refused() throws {
    let server = try RawServer([.close])
    let url = server.baseURL
    server.stop()
    let starts = Counter()
    let monitor = MonitorInterceptor { if case .started = $0.stage { starts.add() } }
    let session = Session(interceptors: [Self.quick, monitor])
    let outcome = session.request(URLRequest(url, "POST", body: "ticket")).outcome()
    #expect(outcome.error?.mayHaveReachedServer == false)
    #expect(starts.value == 3)
  }

  @Test("an old token is renewed through the session itself, and the request goes again with the new one")
  func renews() throws {
    let server = try RawServer(connections: [
      Self.answer("401 Unauthorized", "", "WWW-Authenticate: Bearer"), Self.answer("200 OK", "\"2\""),
      Self.answer("200 OK", "1"),
    ])
    let (base, place) = (server.baseURL, Locked<Session?>(nil))
    defer { place.value = nil }
    let authenticator = TestAuthenticator { _ in
      guard let session = place.value else { return .error(NetworkError.cancelled) }
      return session.request(base.appending(path: "renew"), method: .post).validate().single(of: TestToken.self)
    }
    let interceptor = AuthenticationInterceptor(authenticator: authenticator, credential: TestToken("1"))
    let session = Session(interceptors: [interceptor, Self.quick, RedirectInterceptor()])
    place.value = session
    let answer = try session.request(base.appending(path: "a")).outcome().get()
    #expect(answer.statusCode == 200)
    #expect(answer.attempts == 2)
    let heads = server.received.map { String(decoding: $0, as: UTF8.self) }
    #expect(heads.map { $0.prefix { $0 != "\r\n" } } == ["GET /a HTTP/1.1", "POST /renew HTTP/1.1", "GET /a HTTP/1.1"])
    #expect(heads.map { $0.contains("Authorization: Bearer") } == [true, false, true])
    #expect(heads.last?.contains("Authorization: Bearer 2\r\n") == true)
  }
}
