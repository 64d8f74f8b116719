import AirportNet
import Foundation
import Testing

@Suite("NetworkError")
struct NetworkErrorTests {
  private static let lost = NetworkError.transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true)
  private static let offline = NetworkError.transport(.offline, phase: .connecting, mayHaveReachedServer: false)

  private static func status(_ code: Int, _ headers: HTTPHeaders = [:], body: String = "") -> NetworkError {
    .status(.init(code: code, headers: headers, body: Data(body.utf8), url: URL(string: "https://a.test/x?token=abc")))
  }

  @Test(
    "Each error says what to do",
    arguments: [
      (.invalidRequest(.method("")), .reportBug, false), (offline, .waitForNetwork, true),
      (.transport(.dns, phase: .resolving, mayHaveReachedServer: false), .waitForNetwork, true),
      (.transport(.refused, phase: .connecting, mayHaveReachedServer: false), .retry(after: nil), true),
      (lost, .retry(after: nil), true),
      (.transport(.tls(.expired), phase: .securing, mayHaveReachedServer: false), .showMessage, false),
      (.transport(.badServerResponse, phase: .receiving, mayHaveReachedServer: true), .showMessage, false),
      (.transport(.tooManyRedirects, phase: .waiting, mayHaveReachedServer: true), .reportBug, false),
      (.transport(.other(code: 7), phase: .waiting, mayHaveReachedServer: true), .showMessage, false),
      (.timedOut(.idle, mayHaveReachedServer: true), .retry(after: nil), true),
      (.timedOut(.total, mayHaveReachedServer: false), .retry(after: nil), true), (.cancelled, .ignore, false),
      (status(304), .reportBug, false), (status(400), .showMessage, false), (status(401), .logIn, false),
      (status(404), .showMessage, false), (status(408), .retry(after: nil), true),
      (status(429, ["retry-after": "7"]), .retry(after: .seconds(7)), true), (status(500), .retry(after: nil), true),
      (status(501), .showMessage, false), (status(502), .retry(after: nil), true),
      (status(503), .retry(after: nil), true), (status(504), .retry(after: nil), true),
      (.undecodable(.init(reason: "", type: "Airport")), .reportBug, false),
      (.authentication(.missing), .logIn, false), (.authentication(.refreshRejected), .logIn, false),
      (.authentication(.tooManyRefreshes), .logIn, false), (.authentication(.refreshFailed(nil)), .logIn, false),
      (.authentication(.refreshFailed(offline)), .waitForNetwork, true),
      (.authentication(.refreshFailed(status(400))), .logIn, false),
    ] as [(NetworkError, NetworkError.Advice, Bool)])
  func advice(error: NetworkError, advice: NetworkError.Advice, isRetryable: Bool) {
    #expect(error.advice == advice)
    #expect(error.isRetryable == isRetryable)
    #expect(!error.userMessage(in: .english).isEmpty)
    #expect(error.userMessage(in: .korean).unicodeScalars.contains { (0xAC00...0xD7A3).contains($0.value) })
    #expect(!error.debugDescription.isEmpty)
  }

  @Test(
    "Retry-After is read as seconds and as a date, never negative",
    arguments: [
      (["Retry-After": "120"], .seconds(120)), (["Retry-After": " 0 "], .seconds(0)),
      (["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT"], .seconds(37)),
      (["Retry-After": "Sun, 06 Nov 1994 08:49:37 GMT", "Date": "Sun, 06 Nov 1994 08:48:37 GMT"], .seconds(60)),
      (["Retry-After": "Sun, 06 Nov 1994 08:00:00 GMT"], .zero), (["Retry-After": "-5"], nil),
      (["Retry-After": "soon"], nil), (["Retry-After": ""], nil), ([:], nil),
    ] as [(HTTPHeaders, Duration?)])
  func retryAfter(headers: HTTPHeaders, expected: Duration?) {
    let now = Date(timeIntervalSince1970: 784_111_740)
    #expect(Self.status(503, headers).retryAfter(now: now) == expected)
  }

  @Test("errorDescription is a String, and localizedDescription prints the same")
  func localizedDescription() {
    let error = Self.status(404)
    let text: String = error.errorDescription
    let erased: any Error = error
    #expect(text == "The server answered 404 to GET https://a.test/x?token=<redacted>.")
    #expect(erased.localizedDescription == text)
    #expect(error.localizedDescription == text)
    #expect((erased as? any LocalizedError)?.errorDescription == text)
    #expect("\(error)" == text)
    if let optional = error.errorDescription as String? { #expect(optional == text) }
  }

  @Test("The body of an error answer is kept, and decodes as the caller's type")
  func errorBody() {
    struct Problem: Decodable, Equatable { var message: String }
    let error = Self.status(400, body: #"{"message":"wrong"}"#)
    #expect(error.body == Data(#"{"message":"wrong"}"#.utf8))
    #expect(error.decodeBody(as: Problem.self) == Problem(message: "wrong"))
    #expect(error.decodeBody(as: [Int].self) == nil)
    #expect(NetworkError.cancelled.decodeBody(as: Problem.self) == nil)
    #expect(error.responseCode == 400)
    #expect(error.statusCode == 400)
    #expect(Self.lost.statusCode == nil)
  }

  @Test("A debug description names method, address, status, key path and body, and no secret")
  func debugDescription() {
    let status = Self.status(401, body: #"{"password":"hunter2","why":"expired"}"#)
    #expect(
      status.debugDescription
        == #"NetworkError.status 401 GET https://a.test/x?token=<redacted> attempts=1 "#
        + #"body(38)={"password":"<redacted>","why":"expired"}"#)
    let shape = NetworkError.undecodable(
      .init(
        codingPath: "[3].airport.code", reason: "is not a String", type: "Airport", status: 200,
        body: Data(String(repeating: "x", count: 1000).utf8), url: URL(string: "https://kim:pw@a.test/"), method: .get))
    #expect(shape.debugDescription.contains("[3].airport.code"))
    #expect(shape.debugDescription.contains("status=200 GET https://<redacted>@a.test/ body(1000)=xxx"))
    #expect(shape.debugDescription.count < 450)
    #expect(shape.errorDescription.contains("at [3].airport.code: is not a String."))
  }

  @Test(
    "Foundation's errors are translated, and back to the same code",
    arguments: [
      (.notConnectedToInternet, offline), (.cancelled, .cancelled),
      (.timedOut, .timedOut(.idle, mayHaveReachedServer: true)),
      (.cannotFindHost, .transport(.dns, phase: .resolving, mayHaveReachedServer: false)),
      (.cannotConnectToHost, .transport(.refused, phase: .connecting, mayHaveReachedServer: false)),
      (.networkConnectionLost, .transport(.connectionLost, phase: .waiting, mayHaveReachedServer: true)),
      (
        .serverCertificateHasUnknownRoot,
        .transport(.tls(.unknownAuthority), phase: .securing, mayHaveReachedServer: false)
      ),
      (.serverCertificateHasBadDate, .transport(.tls(.expired), phase: .securing, mayHaveReachedServer: false)),
      (.badServerResponse, .transport(.badServerResponse, phase: .receiving, mayHaveReachedServer: true)),
      (.httpTooManyRedirects, .transport(.tooManyRedirects, phase: .waiting, mayHaveReachedServer: true)),
      (.dataLengthExceedsMaximum, .transport(.other(code: -1103), phase: .waiting, mayHaveReachedServer: true)),
    ] as [(URLError.Code, NetworkError)])
  func urlErrors(code: URLError.Code, expected: NetworkError) {
    #expect(NetworkError(URLError(code)) == expected)
    #expect((expected.underlyingError as? URLError)?.code == code)
  }

  @Test("Any error has a place: ours stays, cancellation is cancelled, the caller's own is quoted")
  func wrapping() {
    struct Mine: Error, CustomStringConvertible { var description: String { "no tail number" } }
    #expect(NetworkError(wrapping: Self.lost) == Self.lost)
    #expect(NetworkError(wrapping: CancellationError()) == .cancelled)
    #expect(NetworkError(wrapping: URLError(.timedOut)) == .timedOut(.idle, mayHaveReachedServer: true))
    #expect(NetworkError(wrapping: Mine()) == .invalidRequest(.other("no tail number")))
  }

  @Test(
    "The locale chooses the language",
    arguments: [
      ("ko", MessageLanguage.korean), ("ko_KR.UTF-8", .korean), ("KO-kr", .korean), ("en_US.UTF-8", .english),
      ("C", .english), ("", .english), ("kok_IN", .english),
    ])
  func language(identifier: String, expected: MessageLanguage) {
    #expect(MessageLanguage(localeIdentifier: identifier) == expected)
  }
}
