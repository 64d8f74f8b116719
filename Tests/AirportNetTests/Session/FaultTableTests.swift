import Foundation
import Testing

@testable import AirportNet

#if os(Linux)
  import CCurl
#endif

/// What each fault is called, and what a program and a person are told of it.
@Suite("Table of faults")
struct FaultTableTests {
  /// One thing that can go wrong.
  struct Fault: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var error: NetworkError
    var name: String
    var advice: NetworkError.Advice
    var isRetryable: Bool
    var message: Message

    init(
      _ description: String, _ error: NetworkError, _ name: String, _ advice: NetworkError.Advice,
      retry isRetryable: Bool = false, _ message: Message
    ) {
      (testDescription, self.error, self.name) = (description, error, name)
      (self.advice, self.isRetryable, self.message) = (advice, isRetryable, message)
    }
  }

  /// What the person is told, in both languages.
  enum Message: Sendable {
    case input, offline, dns, refused, lost, insecure, unreadable, late, cancelled, login, forbidden, notFound, changed
    case tooLarge, tooMany, rejected, broken

    var english: String {
      switch self {
      case .input: "This request cannot be sent. Check what you entered."
      case .offline: "You are offline. Check your connection."
      case .dns: "The server cannot be found. Check your connection and the address."
      case .refused: "The server cannot be reached. Try again later."
      case .lost: "The connection was lost. Try again."
      case .insecure: "No secure connection to the server is possible."
      case .unreadable: "The server's answer could not be read. Try again later."
      case .late: "The server takes too long to answer. Try again."
      case .cancelled: "Cancelled."
      case .login: "Please log in again."
      case .forbidden: "You may not do this."
      case .notFound: "This was not found."
      case .changed: "This was changed elsewhere. Load it again."
      case .tooLarge: "This is too large to send."
      case .tooMany: "Too many requests. Try again in a moment."
      case .rejected: "The server did not accept this. Check what you entered."
      case .broken: "The server has a problem. Try again later."
      }
    }

    var korean: String {
      switch self {
      case .input: "요청을 보낼 수 없습니다. 입력한 내용을 확인해 주세요."
      case .offline: "인터넷에 연결되어 있지 않습니다. 연결을 확인해 주세요."
      case .dns: "서버를 찾을 수 없습니다. 연결과 주소를 확인해 주세요."
      case .refused: "서버에 연결할 수 없습니다. 잠시 후 다시 시도해 주세요."
      case .lost: "연결이 끊어졌습니다. 다시 시도해 주세요."
      case .insecure: "서버와 안전하게 연결할 수 없습니다."
      case .unreadable: "서버의 응답을 읽을 수 없습니다. 잠시 후 다시 시도해 주세요."
      case .late: "서버의 응답이 너무 늦습니다. 다시 시도해 주세요."
      case .cancelled: "취소되었습니다."
      case .login: "다시 로그인해 주세요."
      case .forbidden: "권한이 없습니다."
      case .notFound: "찾을 수 없습니다."
      case .changed: "다른 곳에서 변경되었습니다. 다시 불러와 주세요."
      case .tooLarge: "보내기에 너무 큽니다."
      case .tooMany: "요청이 너무 많습니다. 잠시 후 다시 시도해 주세요."
      case .rejected: "서버가 요청을 받아들이지 않았습니다. 입력한 내용을 확인해 주세요."
      case .broken: "서버에 문제가 있습니다. 잠시 후 다시 시도해 주세요."
      }
    }
  }

  private static func url(_ code: URLError.Code) -> NetworkError { NetworkError(URLError(code)) }

  private static func status(_ code: Int, _ headers: HTTPHeaders = [:]) -> NetworkError {
    fault { try HTTPResponse(statusCode: code, headers: headers, body: Data("{}".utf8)).validate() }
  }

  private static func reading(_ text: String, status: Int = 200) -> NetworkError {
    fault { _ = try HTTPResponse(statusCode: status, body: Data(text.utf8)).decode([Row].self) }
  }

  private static func asking(
    _ address: String, _ method: HTTPMethod = .get, _ parameters: Parameters? = nil, _ headers: HTTPHeaders? = nil,
    body: String? = nil
  ) -> NetworkError {
    fault {
      var request = try URLRequest(url: address, method: method, headers: headers)
      request.httpBody = body.map { Data($0.utf8) }
      _ = try RequestValidation.validated(JSONEncoding.default.encode(request, with: parameters))
    }
  }

  private static func fault(_ body: () throws -> Void) -> NetworkError {
    do { try body() } catch { return NetworkError(wrapping: error) }
    return .invalidRequest(.other("nothing went wrong"))
  }

  private struct Row: Decodable { var code: String }

  private struct Refusal: Error {}

  static let requests: [Fault] = [
    Fault("no address", asking(""), "invalidRequest.url", .reportBug, .input),
    Fault("no scheme", asking("a.test/x"), "invalidRequest.url", .reportBug, .input),
    Fault("ftp", asking("ftp://a.test"), "invalidRequest.url", .reportBug, .input),
    Fault("no host", asking("http://"), "invalidRequest.url", .reportBug, .input),
    Fault("URLError.badURL", url(.badURL), "invalidRequest.url", .reportBug, .input),
    Fault("URLError.unsupportedURL", url(.unsupportedURL), "invalidRequest.url", .reportBug, .input),
    Fault(
      "a method with a space", asking("http://a.test", HTTPMethod(rawValue: "GE T")), "invalidRequest.method",
      .reportBug, .input),
    Fault(
      "a line end in a field", asking("http://a.test", .get, nil, ["X": "a\r\nb"]), "invalidRequest.header",
      .reportBug, .input),
    Fault(
      "a body on GET", asking("http://a.test", .get, body: "x"), "invalidRequest.bodyNotAllowed", .reportBug, .input),
    Fault(
      "NaN in a body", asking("http://a.test", .post, ["x": Double.nan]), "invalidRequest.unencodable", .reportBug,
      .input),
    Fault(
      "a date in a body", asking("http://a.test", .post, ["x": Date()]), "invalidRequest.unencodable", .reportBug,
      .input),
    Fault("the caller's own", fault { throw Refusal() }, "invalidRequest.other", .reportBug, .input),
  ]

  static let transfers: [Fault] = [
    Fault(
      "URLError.notConnectedToInternet", url(.notConnectedToInternet), "transport.offline", .waitForNetwork,
      retry: true, .offline),
    Fault("URLError.dataNotAllowed", url(.dataNotAllowed), "transport.offline", .waitForNetwork, retry: true, .offline),
    Fault(
      "URLError.internationalRoamingOff", url(.internationalRoamingOff), "transport.offline", .waitForNetwork,
      retry: true, .offline),
    Fault("URLError.cannotFindHost", url(.cannotFindHost), "transport.dns", .waitForNetwork, retry: true, .dns),
    Fault("URLError.dnsLookupFailed", url(.dnsLookupFailed), "transport.dns", .waitForNetwork, retry: true, .dns),
    Fault(
      "URLError.cannotConnectToHost", url(.cannotConnectToHost), "transport.refused", .retry(after: nil), retry: true,
      .refused),
    Fault(
      "URLError.networkConnectionLost", url(.networkConnectionLost), "transport.connectionLost", .retry(after: nil),
      retry: true, .lost),
    Fault("URLError.timedOut", url(.timedOut), "timedOut.idle", .retry(after: nil), retry: true, .late),
    Fault("URLError.cancelled", url(.cancelled), "cancelled", .ignore, .cancelled),
    Fault("a cancelled task", fault { throw CancellationError() }, "cancelled", .ignore, .cancelled),
    Fault("URLError.secureConnectionFailed", url(.secureConnectionFailed), "transport.tls", .showMessage, .insecure),
    Fault(
      "URLError.serverCertificateUntrusted", url(.serverCertificateUntrusted), "transport.tls", .showMessage,
      .insecure),
    Fault(
      "URLError.serverCertificateHasBadDate", url(.serverCertificateHasBadDate), "transport.tls", .showMessage,
      .insecure),
    Fault(
      "URLError.clientCertificateRequired", url(.clientCertificateRequired), "transport.tls", .showMessage, .insecure),
    Fault(
      "URLError.badServerResponse", url(.badServerResponse), "transport.badServerResponse", .showMessage, .unreadable),
    Fault(
      "URLError.cannotParseResponse", url(.cannotParseResponse), "transport.badServerResponse", .showMessage,
      .unreadable),
    Fault(
      "URLError.httpTooManyRedirects", url(.httpTooManyRedirects), "transport.tooManyRedirects", .reportBug,
      .unreadable),
    Fault("URLError.fileDoesNotExist", url(.fileDoesNotExist), "transport.other", .showMessage, .unreadable),
    Fault(
      "the total limit", .timedOut(.total, mayHaveReachedServer: true), "timedOut.total", .retry(after: nil),
      retry: true, .late),
  ]

  #if os(Linux)
    private static func curl(
      _ code: CURLcode, sent: Int = 0, errno: Int32 = 0, verdict: Int = 0,
      phase: NetworkError.TransportPhase = .waiting
    ) -> NetworkError {
      var summary = ccurl_summary()
      (summary.request_size, summary.os_error, summary.verify_result) = (sent, Int(errno), verdict)
      return CurlFault(code, text: "", summary: summary, phase: phase).error
    }

    static let curls: [Fault] = [
      Fault(
        "libcurl: no such host", curl(CURLE_COULDNT_RESOLVE_HOST), "transport.dns", .waitForNetwork, retry: true, .dns),
      Fault(
        "libcurl: refused", curl(CURLE_COULDNT_CONNECT, errno: ECONNREFUSED), "transport.refused",
        .retry(after: nil), retry: true, .refused),
      Fault(
        "libcurl: no route", curl(CURLE_COULDNT_CONNECT, errno: ENETUNREACH), "transport.offline", .waitForNetwork,
        retry: true, .offline),
      Fault(
        "libcurl: cut", curl(CURLE_PARTIAL_FILE, sent: 9, phase: .receiving), "transport.connectionLost",
        .retry(after: nil), retry: true, .lost),
      Fault(
        "libcurl: nothing came", curl(CURLE_GOT_NOTHING, sent: 9), "transport.connectionLost", .retry(after: nil),
        retry: true, .lost),
      Fault(
        "libcurl: late", curl(CURLE_OPERATION_TIMEDOUT, sent: 9), "timedOut.idle", .retry(after: nil), retry: true,
        .late),
      Fault(
        "libcurl: not HTTP", curl(CURLE_WEIRD_SERVER_REPLY, sent: 9), "transport.badServerResponse", .showMessage,
        .unreadable),
      Fault(
        "libcurl: expired", curl(CURLE_PEER_FAILED_VERIFICATION, verdict: 10), "transport.tls", .showMessage, .insecure),
      Fault(
        "libcurl: another key", curl(CURLE_SSL_PINNEDPUBKEYNOTMATCH), "transport.tls", .showMessage, .insecure),
    ]
  #else
    static let curls: [Fault] = []
  #endif

  static let answers: [Fault] = [
    Fault("304", status(304), "status", .reportBug, .unreadable),
    Fault("400", status(400), "status", .showMessage, .rejected),
    Fault("401", status(401), "status", .logIn, .login), Fault("403", status(403), "status", .showMessage, .forbidden),
    Fault("404", status(404), "status", .showMessage, .notFound),
    Fault("408", status(408), "status", .retry(after: nil), retry: true, .late),
    Fault("409", status(409), "status", .showMessage, .changed),
    Fault("410", status(410), "status", .showMessage, .notFound),
    Fault("412", status(412), "status", .showMessage, .changed),
    Fault("413", status(413), "status", .showMessage, .tooLarge),
    Fault("418", status(418), "status", .showMessage, .rejected),
    Fault("422", status(422), "status", .showMessage, .rejected),
    Fault("429", status(429), "status", .retry(after: nil), retry: true, .tooMany),
    Fault(
      "429 with a wait", status(429, ["Retry-After": "3"]), "status", .retry(after: .seconds(3)), retry: true,
      .tooMany),
    Fault("500", status(500), "status", .retry(after: nil), retry: true, .broken),
    Fault("501", status(501), "status", .showMessage, .broken),
    Fault("502", status(502), "status", .retry(after: nil), retry: true, .broken),
    Fault("503", status(503), "status", .retry(after: nil), retry: true, .broken),
    Fault("504", status(504), "status", .retry(after: nil), retry: true, .broken),
    Fault("HTML for JSON", reading("<html>"), "undecodable", .reportBug, .unreadable),
    Fault("an empty body", reading(""), "undecodable", .reportBug, .unreadable),
    Fault("204 for a list", reading("", status: 204), "undecodable", .reportBug, .unreadable),
    Fault("null for a list", reading("null"), "undecodable", .reportBug, .unreadable),
    Fault("a missing key", reading("[{}]"), "undecodable", .reportBug, .unreadable),
    Fault("a value of another type", reading(#"[{"code":1}]"#), "undecodable", .reportBug, .unreadable),
    Fault("a document that is cut", reading(#"[{"code":"#), "undecodable", .reportBug, .unreadable),
    Fault(
      "another media type",
      fault {
        let response = HTTPResponse(statusCode: 200, headers: [.contentType("text/html")], body: Data("x".utf8))
        try response.validate(contentType: ["application/json"])
      }, "undecodable", .reportBug, .unreadable),
    Fault(
      "bytes that are no text", fault { _ = try HTTPResponse(statusCode: 200, body: Data([0xC0])).text() },
      "undecodable", .reportBug, .unreadable),
  ]

  static let logins: [Fault] = [
    Fault("nobody logged in", .authentication(.missing), "authentication.missing", .logIn, .login),
    Fault("refresh refused", .authentication(.refreshRejected), "authentication.refreshRejected", .logIn, .login),
    Fault(
      "one refresh after another", .authentication(.tooManyRefreshes), "authentication.tooManyRefreshes", .logIn, .login
    ),
    Fault(
      "refresh failed, why is not known", .authentication(.refreshFailed(nil)), "authentication.refreshFailed",
      .logIn, .login),
    Fault(
      "refresh answered 400", .authentication(.refreshFailed(status(400))), "authentication.refreshFailed", .logIn,
      .login),
    Fault(
      "refresh while offline", .authentication(.refreshFailed(url(.notConnectedToInternet))),
      "authentication.refreshFailed", .waitForNetwork, retry: true, .offline),
    Fault(
      "refresh answered 503", .authentication(.refreshFailed(status(503, ["Retry-After": "9"]))),
      "authentication.refreshFailed", .retry(after: .seconds(9)), retry: true, .broken),
  ]

  @Test(
    "each fault has its case, advice, and message in two languages",
    arguments: requests + transfers + curls + answers + logins)
  func mapped(_ fault: Fault) {
    let error = fault.error
    #expect(Self.name(of: error) == fault.name, "\(error)")
    #expect(error.advice == fault.advice)
    #expect(error.isRetryable == fault.isRetryable)
    #expect(error.userMessage(in: .english) == fault.message.english)
    #expect(error.userMessage(in: .korean) == fault.message.korean)
    #expect(error.errorDescription == error.localizedDescription)
    #expect(error == fault.error)
    if case .retry(let wait) = error.advice { #expect(error.retryAfter == wait) }
  }

  @Test("the table has at least forty faults")
  func size() {
    #expect((Self.requests + Self.transfers + Self.answers + Self.logins).count >= 40)
  }

  private static func name(of error: NetworkError) -> String {
    func first(_ value: Any) -> String { String("\(value)".prefix { $0 != "(" && $0 != ":" }) }
    return switch error {
    case .invalidRequest(let fault): "invalidRequest.\(first(fault))"
    case .transport(let kind, _, _): "transport.\(first(kind))"
    case .timedOut(let deadline, _): "timedOut.\(deadline)"
    case .cancelled: "cancelled"
    case .status: "status"
    case .undecodable: "undecodable"
    case .authentication(let failure): "authentication.\(first(failure))"
    }
  }
}
