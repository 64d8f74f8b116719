import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Progress")
struct ProgressTests {
  private struct Route: HttpRouter {
    var baseUrlString: String { "http://host.test" }
    var path: String { "items" }
    var method: HTTPMethod { .get }
  }

  private struct Items: RequestConvertible {
    var baseUrl: String { "http://host.test" }
    var method: HTTPMethod { .get }
    var paths: [String] { ["items"] }
    var parameters: [String: Any]? { nil }
    var body: [String: Any]? { nil }
    var headers: [String: String]? { nil }
  }

  private struct Service: HttpService {
    var sessionManager: Session
    func request(_ urlRequest: any URLRequestConvertible) -> DataRequest {
      sessionManager.request(urlRequest).validate()
    }
  }

  /// Sends a failed request again, at once.
  private struct Again: Interceptor {
    func intercept(
      _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
    ) -> Single<HTTPResponse> {
      next(request).retry(3)
    }
  }

  /// What comes of the answers, one after the other, to one request.
  private func fractions(_ answers: [StubTransport.Answer]) -> [Double?] {
    let sent = Locked(0)
    let transport = StubTransport { _ in
      sent.update { count in
        defer { count += 1 }
        return answers[min(count, answers.count - 1)]
      }
    }
    let session = Session(transport: transport, interceptors: [Again()])
    let log = Awaited<TransferProgress?>()
    let subscription = session.request("http://host.test/").progress().subscribe(
      onNext: { log.take($0) }, onError: { _ in log.take(nil) }, onCompleted: { log.take(nil) }, isolation: nil)
    let isEnded = log.waitForLast { $0 == nil }
    #expect(isEnded)
    subscription.dispose()
    return log.values.dropLast().map { $0?.fractionCompleted }
  }

  private static func answer(
    _ length: Int, in size: Int, headers: HTTPHeaders = [:], fault: StubTransport.Answer.Fault? = nil
  ) -> StubTransport.Answer {
    var answer = StubTransport.Answer.body(Data(repeating: 7, count: length)).chunked(size: size)
    for header in headers { answer.headers.add(header) }
    answer.fault = fault
    return answer
  }

  private static func known(_ length: Int) -> HTTPHeaders { ["Content-Length": "\(length)"] }

  static let rules: [(String, [StubTransport.Answer], [Double?])] = [
    ("known", [answer(100, in: 50, headers: known(100))], [0.5, 1]),
    ("unknown: nil, and 1 at the end", [answer(100, in: 50)], [nil, nil, 1]),
    (
      "encoded: nil, and 1 at the end",
      [answer(100, in: 50, headers: ["Content-Length": "10", "Content-Encoding": "gzip"])], [nil, nil, 1]
    ),
    (
      "identity is no encoding",
      [answer(100, in: 50, headers: ["Content-Length": "100", "Content-Encoding": "Identity"])], [0.5, 1]
    ),
    ("more than was said: never above 1", [answer(100, in: 50, headers: known(60))], [50.0 / 60, 1]),
    ("empty", [answer(0, in: 1, headers: known(0))], [1]),
    ("no body", [.status(204)], [1]),
    (
      "sent twice: never falls",
      [
        answer(100, in: 20, headers: known(100), fault: .truncated(after: 60)),
        answer(100, in: 20, headers: known(100)),
      ],
      [0.2, 0.4, 0.6, 0.8, 1]
    ),
    (
      "sent twice, and longer: never falls",
      [
        answer(100, in: 20, headers: known(100), fault: .truncated(after: 60)),
        answer(200, in: 50, headers: known(200)),
      ],
      [0.2, 0.4, 0.6, 0.75, 1]
    ),
    (
      "sent twice, and shorter: ends at 1",
      [answer(100, in: 20, headers: known(100), fault: .truncated(after: 60)), answer(40, in: 20, headers: known(40))],
      [0.2, 0.4, 0.6, 1]
    ),
    ("a refusal is no progress", [.json("12345", statusCode: 404)], []),
  ]

  @Test("a fraction is nil or in 0...1, never falls, and a good answer ends at 1", arguments: rules)
  func rule(_ name: String, _ answers: [StubTransport.Answer], _ expected: [Double?]) {
    #expect(fractions(answers) == expected)
  }

  @Test("requests, routers and endpoints tell of their progress and then their value; each subscription is a request")
  func faces() async throws {
    let body = Self.answer(8, in: 4, headers: ["Content-Length": "8"])
    let transport = StubTransport { _ in
      var answer = body
      answer.body = [Data("[1,2".utf8), Data(",33]".utf8)]
      return answer
    }
    let session = Session(transport: transport)
    let service = Service(sessionManager: session)
    let steps = [
      session.request("http://host.test/items").progress(of: [Int].self),
      Route().progress(of: [Int].self, usingHttpService: service), Items().progress(of: [Int].self, session: session),
    ]
    let progress = [
      session.request("http://host.test/items").progress(), Route().progress(usingHttpService: service),
      Items().progress(session: session),
    ]
    #expect(transport.sent.isEmpty)
    for stream in steps {
      var seen: [TransferStep<[Int]>] = []
      for try await step in stream.values { seen.append(step) }
      let half = TransferProgress(completedUnitCount: 4, totalUnitCount: 8)
      let whole = TransferProgress(completedUnitCount: 8, totalUnitCount: 8)
      #expect(seen == [.downloading(half), .downloading(whole), .value([1, 2, 33])])
    }
    for stream in progress {
      var seen: [Double?] = []
      for try await step in stream.values { seen.append(step.fractionCompleted) }
      #expect(seen == [0.5, 1])
    }
    #expect(transport.sent.count == 6)
  }

  @Test("an upload is told of before the value")
  func upload() async throws {
    let request = Session(transport: StubTransport { _ in .status(204) })
      .request("http://host.test/", method: .post, parameters: ["a": 1])
    var seen: [TransferStep<Empty>] = []
    for try await step in request.progress(of: Empty.self).values { seen.append(step) }
    let whole = TransferProgress(completedUnitCount: 3, totalUnitCount: 3)
    #expect(seen.first == .uploading(whole) && seen.last == .value(.value))
  }

  @Test("a refusal, and a value that cannot be read, end the stream with the error", arguments: [404, 200])
  func failure(_ status: Int) async {
    let request = Session(transport: StubTransport { _ in .json("{}", statusCode: status) })
      .request("http://host.test/").validate()
    await #expect {
      for try await _ in request.progress(of: [Int].self).values {}
    } throws: {
      $0.asAFError?.statusCode == status
    }
  }

  @Test("dispose closes the connection", .timeLimit(.minutes(2)))
  func dispose() throws {
    let server = try RawServer([.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n["), .readToEnd])
    let log = Awaited<TransferProgress>()
    let request = Session(transport: URLSessionTransport()).request(URLRequest(server.baseURL, timeout: 60))
    let subscription = request.progress().subscribe(onNext: { log.take($0) }, isolation: nil)
    #expect(log.wait())
    subscription.dispose()
    #expect(server.waitForEnds(1), "the server sees the connection close")
    #expect(log.values.map(\.completedUnitCount) == [1])
  }
}
