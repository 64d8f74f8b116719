import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

/// Secrets are put in every field that may hold one, and looked for in everything that can be printed.
@Suite("Secrets")
struct SecretFuzzTests {
  /// Numbers that are the same in every run (xorshift64).
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state ^= state << 13
      state ^= state >> 7
      state ^= state << 17
      return state
    }
  }

  /// A secret: two words that are looked for, with something between them that may mislead a reader.
  private struct Secret {
    var words: [String]
    var text: String

    init(_ numbers: inout Numbers) {
      let letters = Array("ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789")
      words = (0..<2).map { _ in String((0..<9).map { _ in letters.randomElement(using: &numbers)! }) }
      let between = [
        "", "?", "/", "&", "=", "#", ";", ",", " ", "%", "+", "@", ":", "\"", "'", "\\", "{", "}", "]", "인",
      ]
      text = words.joined(separator: between.randomElement(using: &numbers)!)
    }
  }

  private static let names = [
    "password", "Password", "new_password", "user[password]", "token", "access_token", "refreshToken", "api_key",
    "apiKey", "client-secret", "sessionId", "pin", "otp", "signature", "passphrase",
  ]

  private static let fields: [(String, @Sendable (String) -> String)] = [
    ("Authorization", { "Bearer \($0)" }), ("authorization", { $0 }), ("AUTHORIZATION", { "Basic \($0)" }),
    ("Proxy-Authorization", { "Basic \($0)" }), ("Cookie", { "sid=\($0); theme=dark" }), ("X-Api-Key", { $0 }),
    ("X-Auth-Token", { $0 }), ("X-Auth", { $0 }), ("X-CSRF-Token", { $0 }), ("X-Amz-Signature", { $0 }),
    ("Referer", { "http://a.test/?token=\(SecretFuzzTests.escaped($0))" }),
  ]

  private static func escaped(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }

  /// The query of a call, whose "?" and "/" the encodings leave as they are.
  private static func escapedInQuery(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics.union(CharacterSet(charactersIn: "?/"))) ?? ""
  }

  private static func request(_ secret: String, _ numbers: inout Numbers) throws -> URLRequest {
    let name = names.randomElement(using: &numbers)!
    let (field, value) = fields.randomElement(using: &numbers)!
    var address = "http://"
    if Bool.random(using: &numbers) { address += "kim:\(escaped(secret))@" }
    address += "a.test/v1?iata=ICN&\(escaped(name))=\(escapedInQuery(secret))&page=2"
    if Bool.random(using: &numbers) { address += "#access_token=\(escaped(secret))" }
    let line = value(secret).replacing("인", with: "x")
    var request = try URLRequest(url: address, method: .post, headers: [field: line, "Accept": "*/*"])
    let parameters: Parameters = ["code": "ICN", name: secret, "list": [["n": 1, name: [secret, secret]]]]
    switch Int.random(in: 0..<3, using: &numbers) {
    case 0: request = try JSONEncoding.default.encode(request, with: parameters)
    case 1: request = try URLEncoding.httpBody.encode(request, with: parameters)
    default:
      let part: (String, String) -> String = {
        "--b0\r\nContent-Disposition: form-data; name=\"\($0)\"\r\n\r\n\($1)\r\n"
      }
      request.httpBody = Data((part("code", "ICN") + part(name, secret) + part("n", "1") + "--b0--\r\n").utf8)
      request.setValue("multipart/form-data; boundary=b0", forHTTPHeaderField: "Content-Type")
    }
    return request
  }

  private static func answer(_ secret: String, _ url: URL?, _ numbers: inout Numbers) throws -> HTTPResponse {
    let name = names.randomElement(using: &numbers)!
    let document: [String: Any] = ["code": "ICN", name: secret, "data": ["list": [[name: secret]]]]
    let body = try JSONSerialization.data(withJSONObject: document)
    var headers: HTTPHeaders = [
      "Content-Type": "application/json", "Location": "/next?token=\(escaped(secret))&page=2",
      "Link": "<http://a.test/?page=2&access_token=\(escaped(secret))>; rel=\"next\"",
    ]
    headers.append(name: "Set-Cookie", value: "sid=\(escaped(secret)); Path=/")
    return HTTPResponse(statusCode: 403, headers: headers, url: url, body: body, method: .post)
  }

  /// Everything that a program can print of a value.
  private static func printed(_ value: some Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    return ["\(value)", String(reflecting: value), dumped, "\([value])", "\(Optional(value) as Any)"]
  }

  private static func printed(_ error: NetworkError) -> [String] {
    var texts = [error.errorDescription, error.localizedDescription, error.debugDescription, error.summary]
    texts += [error.userMessage(in: .english), error.userMessage(in: .korean), "\(error as NSError)"]
    texts += printed(error as Any) + printed(Result<Int, NetworkError>.failure(error))
    texts += printed(NetworkResult<Int>.serverErr(error))
    switch error {
    case .invalidRequest(let fault): texts += printed(fault as Any)
    case .status(let failure): texts += printed(failure as Any)
    case .undecodable(let failure): texts += printed(failure as Any)
    default: break
    }
    return texts
  }

  private static func answers(to request: DataRequest) -> [String] {
    let log = Awaited<[String]>()
    request.responseDecodable(of: [Int].self, queue: .global()) { response in
      log.take(printed(response as Any) + (response.error.map { printed($0) } ?? []))
    }
    #expect(log.wait())
    return log.values.first ?? []
  }

  @Test("neither descriptions, dumps, errors, logs nor cURL text hold one", arguments: 1...16)
  func hidden(_ seed: UInt64) throws {
    var numbers = Numbers(state: seed &* 0x9E37_79B9_7F4A_7C15)
    for _ in 0..<10 {
      let secret = Secret(&numbers)
      let request = try Self.request(secret.text, &numbers)
      let answer = try Self.answer(secret.text, request.url, &numbers)
      let stub = StubTransport { _ in
        StubTransport.Answer(statusCode: 403, headers: answer.headers, body: [answer.body])
      }
      let logged = Locked<[String]>([])
      let session = Session(
        transport: stub,
        interceptors: [
          LogInterceptor(level: .full) { line in logged.update { $0.append(line) } },
          MonitorInterceptor { event in logged.update { $0 += Self.printed(event) } },
        ])
      let (call, valid) = (session.request(request), session.request(request).validate())
      var texts = [call.cURLDescription()] + Self.printed(call) + Self.printed(answer) + Self.printed(answer.head)
      texts += Self.printed(answer.headers) + answer.headers.flatMap { Self.printed($0) }
      texts += Self.answers(to: call) + Self.answers(to: valid)
      #expect(logged.value.count >= 14)
      texts += logged.value
      texts += Self.printed(NetworkError.authentication(.refreshFailed(.status(.init(answer)))))
      texts += Self.printed(TransportEvent.head(answer.head)) + Self.printed(TransportEvent.trailers(answer.headers))
      #expect(call.cURLDescription(revealingSecrets: true).contains(secret.words[0]))
      for text in texts {
        for word in secret.words where Data(text.utf8).range(of: Data(word.utf8)) != nil {
          Issue.record("\(secret.text) in \(text)")
          return
        }
      }
    }
  }

  #if os(Linux)
    @Test("nor does what a transport is told of its proxy and of its certificate")
    func configuration() {
      var configuration = CurlConfiguration()
      configuration.proxy = "http://kim:s3cret@proxy.test:3128"
      let file = URL(filePath: "/client.pem")
      configuration.clientCertificate = .init(certificate: file, privateKey: file, password: "s3cret")
      let texts = Self.printed(configuration)
      #expect(texts.allSatisfy { $0.contains("proxy.test:3128") && !$0.contains("s3cret") }, "\(texts)")
    }
  #endif

  private enum Level: String, Decodable { case low, high }

  private struct Account: Decodable {
    var level: Level?
    var token: Level
  }

  @Test("a value that a decoder quotes is not told of a secret field, and is of another")
  func quoted() {
    func error(_ text: String) -> NetworkError? {
      let response = HTTPResponse(statusCode: 200, body: Data(text.utf8))
      do throws(NetworkError) { _ = try response.decode(Account.self) } catch { return error }
      return nil
    }
    #expect(error(#"{"token":"s3cret"}"#).map { Self.printed($0).contains { $0.contains("s3cret") } } == false)
    #expect(error(#"{"token":"low","level":"l3vel"}"#)?.errorDescription.contains("l3vel") == true)
  }

  @Test(
    "an address that is none shows no password",
    arguments: [
      "kim:s3cret@a.test/x", "http:/kim:s3cret@a.test", "http:///kim:s3cret@a.test/", "ftp://kim:s3cret@a.test/",
      "http:\\\\kim:s3cret@a.test", "//kim:s3cret@a.test/", "http//kim:s3cret@a.test/", "a.test?token=s3cret",
      "/login?token=s3cret&next=http://a.test", "http://kim:s3cret@",
    ])
  func addresses(_ address: String) {
    let request = Session(transport: StubTransport([:])).request(address)
    let log = Awaited<[String]>()
    request.responseData(queue: .global()) { response in
      log.take(Self.printed(response as Any) + (response.error.map { Self.printed($0) } ?? []))
    }
    #expect(log.wait())
    let texts = (log.values.first ?? []) + Self.printed(request) + [request.cURLDescription()]
    #expect(!texts.contains { $0.contains("s3cret") }, "\(texts)")
  }
}
