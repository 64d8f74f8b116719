import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Elements as they come")
struct ElementsTests {
  struct Row: Decodable, Sendable, Equatable { var name: String }

  /// What came, and when; an end is written as a row of the history too.
  private enum Entry: Equatable {
    case row(String, Duration)
    case end(NetworkError?, Duration)
  }

  private let time = VirtualTimeScheduler()
  private let history = Locked<[Entry]>([])

  private func session(
    _ interceptors: [any Interceptor] = [], _ answer: @escaping @Sendable (URLRequest) -> StubTransport.Answer
  ) -> (Session, StubTransport) {
    let transport = StubTransport(scheduler: time, answer: answer)
    return (
      Session(transport: transport, interceptors: interceptors, scheduler: ImmediateScheduler.instance), transport
    )
  }

  private func record(_ rows: Observable<Row>) -> any Disposable {
    rows.subscribe(
      onNext: { [history, time] row in history.update { $0.append(.row(row.name, time.now)) } },
      onError: { [history, time] error in
        history.update { $0.append(.end(NetworkError(wrapping: error), time.now)) }
      },
      onCompleted: { [history, time] in history.update { $0.append(.end(nil, time.now)) } }, isolation: nil)
  }

  private var rows: [String] { history.value.compactMap { if case .row(let name, _) = $0 { name } else { nil } } }
  private var ends: [NetworkError?] {
    history.value.compactMap { if case .end(let end, _) = $0 { .some(end) } else { nil } }
  }

  private static func pieces(_ texts: String..., fault: StubTransport.Answer.Fault? = nil) -> StubTransport.Answer {
    StubTransport.Answer(
      headers: ["Content-Type": "application/json"], body: texts.map { Data($0.utf8) }, pause: .seconds(1), fault: fault
    )
  }

  private static let lost = NetworkError.transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true)

  @Test("An element comes with its last byte, before those that follow are sent; the end comes with the answer's")
  func eachInTurn() {
    let (session, transport) = session { _ in
      Self.pieces(#"[{"name":"a"#, #""}, {"name":"b"},{"name":"c"}"#, ",", #"{"name":"d"}"#, "]")
    }
    let source = session.request("http://host.test/").elements(of: Row.self)
    #expect(transport.sent.isEmpty, "cold")
    let subscription = record(source)
    time.start()
    #expect(
      history.value == [
        .row("a", .seconds(2)), .row("b", .seconds(2)), .row("c", .seconds(2)), .row("d", .seconds(4)),
        .end(nil, .seconds(5)),
      ])
    #expect(transport.cancelledCount == 0)
    subscription.dispose()
  }

  @Test("Any cut of the answer gives the same elements", arguments: [1, 2, 3, 7, 50])
  func cuts(_ size: Int) {
    let (session, _) = session { _ in .json(#"[{"name":"인천"},{"name":"\\\""},{"name":"c"}]"#).chunked(size: size) }
    _ = record(session.request("http://host.test/").elements())
    time.start()
    #expect(rows == ["인천", "\\\"", "c"])
    #expect(ends == [nil])
  }

  @Test(
    "A damaged document ends with its place, after the elements before it",
    arguments: [
      (#"[{"name":"a"},{"name":1}]"#, 1, "[1].name", "line 1, column 23, byte 22"),
      (#"[{"name":"a"},{}]"#, 1, "[1].name", "the key is missing"), ("[null]", 0, "[0]", "byte 1"),
      (#"[{"name":"a"},{"name":"#, 1, "[1]", "ends too early"), (#"[{"name":"a"},]"#, 1, "[1]", "a value is expected"),
      (#"[{"name":"a"}] x"#, 1, "", "the end of the document"), (#"[{"name":"a"},{"name"}]"#, 1, "[1].name", "byte 21"),
      (#"{"name":"a"}"#, 0, "", "an array is expected, and not {"), ("", 0, "", "empty"), ("null", 0, "", "an array"),
    ])
  func damage(_ text: String, _ count: Int, _ place: String, _ reason: String) throws {
    for size in [1, 1_000] {
      history.value = []
      let (session, transport) = session([RetryInterceptor(scheduler: time)]) { _ in
        text.isEmpty ? .status(200) : .json(text).chunked(size: size)
      }
      _ = record(session.request("http://host.test/a").validate().elements())
      time.start()
      #expect(rows.count == count)
      #expect(ends.count == 1)
      guard case .undecodable(let failure)?? = ends.first else { return #expect(Bool(false), "\(ends)") }
      #expect(failure.codingPath == place)
      #expect(failure.reason.contains(reason), "\(failure.reason)")
      #expect(failure.type == "Array<Row>" && failure.status == 200)
      #expect(failure.url?.absoluteString == "http://host.test/a")
      if place.hasSuffix(".name") { #expect(String(decoding: failure.body, as: UTF8.self).hasPrefix("{")) }
      #expect(transport.sent.count == 1)
    }
  }

  @Test("An answer that validation refuses has no elements, and its whole body is in the error")
  func refused() {
    let wrongStatus = StubTransport.Answer.json(#"[{"name":"a"}]"#, statusCode: 404).chunked(size: 4)
    let wrongType = StubTransport.Answer.body(Data(#"[{"name":"a"}]"#.utf8), contentType: "text/html").chunked(size: 4)
    for (answer, status) in [(wrongStatus, 404), (wrongType, 200)] {
      history.value = []
      let (session, _) = session { _ in answer }
      _ = record(session.request("http://host.test/", headers: ["Accept": "application/json"]).validate().elements())
      time.start()
      #expect(rows.isEmpty)
      #expect(ends.map { $0?.statusCode } == [status])
      #expect(ends.map { $0?.body } == [Data(#"[{"name":"a"}]"#.utf8)])
    }
  }

  @Test("Without a condition the elements of an error answer are elements, as with single(of:)")
  func unconditional() {
    let (session, _) = session { _ in .json(#"[{"name":"a"}]"#, statusCode: 404).chunked(size: 4) }
    _ = record(session.request("http://host.test/").elements())
    time.start()
    #expect(rows == ["a"])
    #expect(ends == [nil])
  }

  @Test("A request is sent again until it has brought an element, and never after that")
  func retried() {
    let answers = [
      StubTransport.Answer.status(503), .fault(.reset), Self.pieces("[", fault: .truncated(after: 1)),
      Self.pieces(#"[{"name":"a"},"#, #"{"name":"b"},"#, fault: .truncated(after: 20)),
    ]
    let sent = Locked(0)
    let policy = RetryPolicy(backOff: .exponential(attempts: 9, initial: .seconds(1), maximum: .seconds(9)))
    let retry = RetryInterceptor(policy, scheduler: time, random: { 1 })
    let (session, transport) = session([retry]) { _ in
      sent.update { count in
        defer { count += 1 }
        return answers[min(count, 3)]
      }
    }
    _ = record(session.request("http://host.test/").validate().elements())
    time.start()
    #expect(rows == ["a"])
    #expect(ends == [Self.lost])
    #expect(transport.sent.count == 4)
    if case .row(_, let first)? = history.value.first, case .end(_, let last)? = history.value.last {
      #expect(last - first == .seconds(1), "the failure is told when it happens")
    }
  }

  @Test("Redirects and renewed credentials are on the way; only the last answer has elements")
  func onTheWay() {
    struct LogIn: Interceptor {
      func intercept(
        _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
      ) -> Single<HTTPResponse> {
        next(request).flatMap { response in
          guard response.statusCode == 401 else { return .just(response) }
          var request = request
          request.setValue("Bearer new", forHTTPHeaderField: "Authorization")
          return next(request)
        }
      }
    }
    let (session, transport) = session([LogIn(), RedirectInterceptor()]) { request in
      if request.url?.path == "/old" {
        var moved = StubTransport.Answer.json(#"[{"name":"moved"}]"#, statusCode: 301)
        moved.headers.append(name: "Location", value: "/new")
        return moved
      }
      let isKnown = request.value(forHTTPHeaderField: "Authorization") != nil
      return isKnown ? Self.pieces(#"[{"name":"a"}"#, "]") : .json(#"[{"name":"401"}]"#, statusCode: 401)
    }
    _ = record(session.request("http://host.test/old").validate().elements())
    time.start()
    #expect(rows == ["a"])
    #expect(ends == [nil])
    #expect(transport.sent.map { $0.url?.path } == ["/old", "/new", "/old", "/new"])
  }

  @Test("An interceptor that sends again after the elements were told gets a failure that says so")
  func sentAgain() {
    struct Twice: Interceptor {
      func intercept(
        _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
      ) -> Single<HTTPResponse> { next(request).flatMap { _ in next(request) } }
    }
    let (session, transport) = session([Twice()]) { _ in .json(#"[{"name":"a"}]"#) }
    _ = record(session.request("http://host.test/").elements())
    time.start()
    #expect(rows == ["a"])
    guard case .invalidRequest(.other)?? = ends.first else { return #expect(Bool(false), "\(ends)") }
    #expect(ends.count == 1 && transport.sent.count == 1)
  }

  @Test("An answer that an interceptor made is taken apart too; one that shares bodies is passed by")
  func made() {
    struct Making: Interceptor {
      func intercept(
        _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
      ) -> Single<HTTPResponse> { .just(HTTPResponse(statusCode: 200, body: Data(#"{"items":[{"name":"a"}]}"#.utf8))) }
    }
    struct Sharing: BodySharingInterceptor {
      func intercept(
        _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
      ) -> Single<HTTPResponse> { .just(HTTPResponse(statusCode: 500)) }
    }
    let (session, _) = session([Sharing(), Making()]) { _ in .status(404) }
    _ = record(session.request("http://host.test/").elements(at: ["items"]))
    #expect(rows == ["a"])
    #expect(ends == [nil])
  }

  @Test("The array may lie under keys; what lies beside it must be JSON")
  func underKeys() {
    let text = #"{"page":{"number":1},"data":{"items":[{"name":"a"},{"name":"b"}]},"next":null}"#
    for (text, end) in [(text, true), (text.replacingOccurrences(of: "null", with: "nil"), false)] {
      history.value = []
      let (session, _) = session { _ in .json(text).chunked(size: 5, pause: .seconds(1)) }
      _ = record(session.request("http://host.test/").elements(at: ["data", "items"]))
      time.start()
      #expect(rows == ["a", "b"])
      #expect(ends.map { $0 == nil } == [end])
    }
    history.value = []
    let (session, _) = session { _ in .json(#"{"items":[{"name":"a"},{"name":[]}]}"#) }
    _ = record(session.request("http://host.test/").elements(at: ["items"]))
    time.start()
    guard case .undecodable(let failure)?? = ends.first else { return #expect(Bool(false), "\(ends)") }
    #expect(failure.codingPath == "items[1].name")
  }

  @Test("null is an element where that may be nil")
  func optional() async throws {
    let (session, _) = session { _ in .json("[1,null,3]") }
    var seen: [Int?] = []
    for try await element in session.request("http://host.test/").elements(of: Int?.self).values {
      seen.append(element)
    }
    #expect(seen == [1, nil, 3])
  }

  @Test("Who has enough closes the connection, and hears no more")
  func enough() {
    let (session, transport) = session { _ in Self.pieces(#"[{"name":"a"},{"name":"b"}"#, ",", "]") }
    _ = record(session.request("http://host.test/").elements().take(1))
    time.start()
    #expect(history.value == [.row("a", .seconds(1)), .end(nil, .seconds(1))])
    #expect(transport.cancelledCount == 1)
  }

  @Test("The limit of the whole call counts until the last element")
  func total() {
    let (session, transport) = session([TimeoutInterceptor(total: .seconds(3), scheduler: time)]) { _ in
      Self.pieces(#"[{"name":"a"}"#, ",", #"{"name":"b"}"#, "]")
    }
    _ = record(session.request("http://host.test/").elements())
    time.advance(by: .milliseconds(2_500))
    #expect(rows == ["a"])
    time.start()
    #expect(ends == [.timedOut(.total, mayHaveReachedServer: true)])
    #expect(transport.cancelledCount == 1)
  }

  /// A transport that a test plays, and that remembers whether it waits.
  private final class Played: Transport, TransportTask, @unchecked Sendable {
    // Sendable by rule: the test that uses it does all on one thread.
    var report: (@Sendable (TransportEvent) -> Void)?
    private(set) var calls: [String] = []
    private(set) var isDisposed = false

    func send(_ request: URLRequest, onEvent: @escaping @Sendable (TransportEvent) -> Void) -> any TransportTask {
      report = onEvent
      return self
    }
    func pause() { calls.append("pause") }
    func resume() { calls.append("resume") }
    func dispose() { isDisposed = true }
  }

  @Test("The transport waits while much is not read yet, and goes on when it is")
  func backPressure() {
    let transport = Played()
    let session = Session(transport: transport, interceptors: [], scheduler: time)
    let subscription = record(session.request("http://host.test/").elements())
    let piece = Data(#"{"name":"a"},"#.utf8) + Data(repeating: 0x20, count: 300_000)
    transport.report?(.head(HTTPResponseHead(statusCode: 200)))
    transport.report?(.body(Data("[".utf8)))
    for _ in 0..<3 { transport.report?(.body(piece)) }
    #expect(transport.calls.isEmpty)
    transport.report?(.body(piece))
    #expect(transport.calls == ["pause"])
    #expect(rows.isEmpty)
    time.start()
    #expect(transport.calls == ["pause", "resume"])
    #expect(rows.count == 4)
    transport.report?(.body(Data(#"{"name":"b"}]"#.utf8)))
    transport.report?(.end(nil))
    time.start()
    #expect(rows.last == "b")
    #expect(ends == [nil])
    subscription.dispose()
  }

  @Test("A dispose between two elements of one piece is the end of it")
  func disposeWithin() {
    let transport = Played()
    let session = Session(transport: transport, interceptors: [], scheduler: ImmediateScheduler.instance)
    let subscription = SerialDisposable()
    let seen = Locked<[String]>([])
    subscription.disposable = session.request("http://host.test/").elements(of: Row.self).subscribe(
      onNext: { row in
        seen.update { $0.append(row.name) }
        subscription.dispose()
      }, isolation: nil)
    transport.report?(.head(HTTPResponseHead(statusCode: 200)))
    transport.report?(.body(Data(#"[{"name":"a"},{"name":"b"}]"#.utf8)))
    #expect(seen.value == ["a"])
    #expect(transport.isDisposed)
  }

  private struct Route: HttpRouter {
    var baseUrlString: String { "http://host.test" }
    var path: String { "rows" }
    var method: HTTPMethod { .get }
  }

  private struct Endpoint: RequestConvertible {
    var baseUrl: String { "http://host.test" }
    var method: HTTPMethod { .get }
    var paths: [String] { ["rows"] }
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

  @Test("Requests, routers, endpoints and providers give them; each subscription is a request")
  func faces() async throws {
    let (session, transport) = session { _ in .json(#"[{"name":"a"},{"name":"b"}]"#).chunked(size: 9) }
    let service = Service(sessionManager: session)
    let streams = [
      session.request("http://host.test/rows").elements(of: Row.self),
      Route().elements(of: Row.self, usingHttpService: service), Endpoint().elements(of: Row.self, session: session),
      NetworkProvider<[Row]>(session: session).elements(endpoint: Endpoint()),
    ]
    #expect(transport.sent.isEmpty)
    for stream in streams {
      var seen: [String] = []
      for try await row in stream.values { seen.append(row.name) }
      #expect(seen == ["a", "b"])
    }
    #expect(transport.sent.map { $0.url?.path } == ["/rows", "/rows", "/rows", "/rows"])
  }

  @Test("Progress is told as the elements come")
  func progress() {
    let (session, _) = session { _ in
      var answer = Self.pieces(#"[{"name":"a"}"#, #",{"name":"b"}]"#)
      answer.headers.append(name: "Content-Length", value: "27")
      return answer
    }
    let queue = DispatchQueue(label: "progress")
    let seen = Locked<[Int64]>([])
    let request = session.request("http://host.test/").downloadProgress(queue: queue) { progress in
      seen.update { $0.append(progress.completedUnitCount) }
    }
    _ = record(request.elements())
    time.start()
    queue.sync {}
    #expect(seen.value == [13, 27])
  }

  @Test(
    "Over a socket the first element is there while the server holds the last bytes back", .timeLimit(.minutes(2)),
    arguments: Carrier.allCases)
  func socket(_ carrier: Carrier) throws {
    let gate = Gate()
    let server = try RawServer([
      .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 29\r\n\r\n"),
      .send(#"[{"name":"a"},{"name":"#), .waitFor(gate), .send(#""b"}]  "#), .close,
    ])
    let log = Awaited<String>()
    let request = Session(transport: carrier.make()).request(URLRequest(server.baseURL, timeout: 60))
    let subscription = request.elements(of: Row.self).subscribe(
      onNext: { log.take($0.name) }, onError: { log.take("\($0)") }, onCompleted: { log.take("end") }, isolation: nil)
    #expect(log.wait())
    #expect(log.values == ["a"])
    gate.open()
    #expect(log.wait(3))
    #expect(log.values == ["a", "b", "end"])
    subscription.dispose()
  }

  @Test(
    "A dispose after the first element closes the connection", .timeLimit(.minutes(2)), arguments: Carrier.allCases)
  func disposeOverSocket(_ carrier: Carrier) throws {
    let server = try RawServer([
      .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n[{\"name\":\"a\"},"), .readToEnd,
    ])
    let log = Awaited<String>()
    let request = Session(transport: carrier.make()).request(URLRequest(server.baseURL, timeout: 60))
    let subscription = request.elements(of: Row.self).subscribe(
      onNext: { log.take($0.name) }, onError: { log.take("\($0)") }, onCompleted: { log.take("end") }, isolation: nil)
    #expect(log.wait())
    subscription.dispose()
    #expect(server.waitForEnds(1), "the server sees the connection close")
    #expect(log.values == ["a"])
  }

  @Test("A connection that is lost mid-way is the end, after the elements that came", .timeLimit(.minutes(2)))
  func lostOverSocket() throws {
    let server = try RawServer([
      .readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 9000\r\n\r\n[{\"name\":\"a\"},{\"na"), .close,
    ])
    let log = Awaited<String>()
    let session = Session(transport: Carrier.allCases[0].make(), interceptors: [RetryInterceptor()])
    let subscription = session.request(URLRequest(server.baseURL, timeout: 60)).elements(of: Row.self).subscribe(
      onNext: { log.take($0.name) }, onError: { log.take("\(NetworkError(wrapping: $0) == Self.lost)") },
      onCompleted: { log.take("end") }, isolation: nil)
    #expect(log.wait(2))
    #expect(log.values == ["a", "true"])
    #expect(server.connectionCount == 1)
    subscription.dispose()
  }
}
