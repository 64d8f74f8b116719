import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Pages")
struct PagesTests {
  private let time = VirtualTimeScheduler()

  private func session(_ answer: @escaping @Sendable (URLRequest) -> StubTransport.Answer) -> (Session, StubTransport) {
    let transport = StubTransport(scheduler: time, answer: answer)
    return (Session(transport: transport, interceptors: [], scheduler: ImmediateScheduler.instance), transport)
  }

  private func get(_ address: String, _ headers: [String: String] = [:]) throws -> URLRequest {
    URLRequest(try #require(URL(string: address)), headers: headers)
  }

  /// Answers `[number]` for `?page=number`, with a link to the next as long as there is one.
  private static func linked(_ last: Int) -> @Sendable (URLRequest) -> StubTransport.Answer {
    { request in
      let number = Int(request.url?.query?.split(separator: "=").last ?? "1") ?? 1
      var answer = StubTransport.Answer.json("[\(number)]").delayed(by: .seconds(1))
      if number < last { answer.headers.append(name: "Link", value: "<?page=\(number + 1)>; rel=\"next\"") }
      return answer
    }
  }

  private final class Pages<Page: Sendable>: @unchecked Sendable {
    // Sendable by rule: the tests that use it deliver on one thread.
    var pages: [Page] = []
    var ends: [NetworkError?] = []

    func record(_ source: Observable<Page>) -> any Disposable {
      source.subscribe(
        onNext: { self.pages.append($0) }, onError: { self.ends.append(NetworkError(wrapping: $0)) },
        onCompleted: { self.ends.append(nil) }, isolation: nil)
    }
  }

  @Test("links lead from page to page, one request at a time, to the one without a link")
  func links() throws {
    let (session, transport) = session(Self.linked(3))
    let pages = Pages<[Int]>()
    let subscription = pages.record(session.pages(from: try get("http://host.test/a/list"), next: .link()))
    time.advance(by: .milliseconds(999))
    #expect(transport.sent.count == 1)
    time.advance(by: .milliseconds(1))
    #expect(pages.pages == [[1]])
    #expect(transport.sent.count == 2)
    time.start()
    #expect(pages.pages == [[1], [2], [3]])
    #expect(pages.ends == [nil])
    #expect(
      transport.sent.compactMap(\.url?.absoluteString) == [
        "http://host.test/a/list", "http://host.test/a/list?page=2", "http://host.test/a/list?page=3",
      ])
    subscription.dispose()
  }

  @Test("each subscription begins anew; disposing cancels the request and nothing more is sent")
  func coldAndDisposed() throws {
    let (session, transport) = session(Self.linked(5))
    let source = session.pages(of: [Int].self, from: try get("http://host.test/"), next: .link())
    #expect(transport.sent.isEmpty)
    let (first, second) = (Pages<[Int]>(), Pages<[Int]>())
    let subscription = first.record(source)
    time.advance(by: .milliseconds(1500))
    subscription.dispose()
    #expect(transport.cancelledCount == 1)
    time.start()
    #expect(transport.sent.count == 2)
    #expect(first.pages == [[1]] && first.ends.isEmpty)
    let again = second.record(source)
    time.start()
    #expect(second.pages == [[1], [2], [3], [4], [5]])
    again.dispose()
  }

  @Test("a page that nobody wants any more is not asked for")
  func take() throws {
    let (session, transport) = session(Self.linked(5))
    let pages = Pages<[Int]>()
    let subscription = pages.record(session.pages(from: try get("http://host.test/"), next: .link()).take(2))
    time.start()
    #expect(pages.pages == [[1], [2]])
    #expect(transport.sent.count == 2)
    subscription.dispose()
  }

  @Test("credentials do not follow a link to another place")
  func credentials() throws {
    let (session, transport) = session { request in
      guard request.url?.path == "/a" else { return .json("[2]") }
      return StubTransport.Answer(
        headers: ["Link": "<http://other.test/b>; rel=next"], body: [Data("[1]".utf8)])
    }
    let headers = ["Authorization": "Bearer secret", "X-Api-Key": "secret", "Accept": "application/json"]
    let pages = Pages<[Int]>()
    let first = try get("http://host.test/a", headers)
    pages.record(session.pages(from: first, next: .link(privateHeaders: ["X-Api-Key"]))).dispose()
    #expect(pages.pages == [[1], [2]])
    #expect(transport.sent.last?.allHTTPHeaderFields == ["Accept": "application/json"])
  }

  struct Slice: Decodable, Sendable {
    let items: [Int]
    let next: String?
  }

  @Test(
    "a cursor takes its place in the query, whatever characters it has; nil or an empty one ends",
    arguments: ["null", "\"\""])
  func cursors(_ last: String) throws {
    let (session, transport) = session { request in
      let isFirst = request.url?.query?.contains("after") == false
      return .json(isFirst ? "{\"items\":[1],\"next\":\"a+b/=&c%\"}" : "{\"items\":[2],\"next\":\(last)}")
    }
    let pages = Pages<Slice>()
    let first = try get("http://host.test/?limit=5&order=up%2Cdown#x")
    pages.record(session.pages(from: first, next: .cursor("after", \.next))).dispose()
    #expect(pages.pages.map(\.items) == [[1], [2]])
    #expect(pages.ends == [nil])
    #expect(
      transport.sent.last?.url?.absoluteString
        == "http://host.test/?limit=5&order=up%2Cdown&after=a%2Bb/%3D%26c%25#x")
  }

  @Test(
    "numbers count up from the one in the query until a page is empty, which is not delivered",
    arguments: [("", 1), ("?page=3&limit=5", 3), ("?limit=5", 1)])
  func numbers(_ query: String, _ first: Int) throws {
    let (session, transport) = session { request in
      let items = URLComponents(url: request.url ?? URL(fileURLWithPath: "/"), resolvingAgainstBaseURL: true)?
        .queryItems
      let number = items?.first { $0.name == "page" }?.value.flatMap { Int($0) } ?? 1
      return .json(number < 5 ? "[\(number)]" : "[]")
    }
    let pages = Pages<[Int]>()
    pages.record(session.pages(from: try get("http://host.test/" + query), next: .number())).dispose()
    #expect(pages.pages == (first..<5).map { [$0] })
    #expect(pages.ends == [nil])
    #expect(transport.sent.last?.url?.query?.contains("page=5") == true)
    #expect(transport.sent.last?.url?.query?.contains("limit") == query.contains("limit"))
  }

  @Test(
    "an error of a page comes after the pages before: a status, a body that cannot be read, a fault", arguments: 0..<3)
  func errors(_ kind: Int) throws {
    let (session, _) = session { request in
      guard request.url?.query == "page=3" else { return Self.linked(9)(request) }
      return [.status(500), .json("{"), .fault(.reset)][kind]
    }
    let pages = Pages<[Int]>()
    let subscription = pages.record(session.pages(from: try get("http://host.test/"), next: .link()))
    time.start()
    #expect(pages.pages == [[1], [2]])
    #expect(pages.ends.count == 1 && pages.ends.first != .some(nil))
    subscription.dispose()
  }

  @Test(
    "a page that leads back is an error after the pages that there were",
    arguments: ["/a", "/a#x", "/c", "HTTP://HOST.test/b"])
  func loops(_ back: String) throws {
    let links = ["/a": "/b", "/b": "/c", "/c": back]
    let (session, transport) = session { request in
      StubTransport.Answer(
        headers: ["Link": "<\(links[request.url?.path ?? ""] ?? "")>; rel=next"], body: [Data("[1]".utf8)])
    }
    let pages = Pages<[Int]>()
    pages.record(session.pages(from: try get("http://host.test/a"), next: .link())).dispose()
    #expect(pages.pages.count == 3)
    #expect(transport.sent.count == 3)
    guard case .undecodable(let failure)? = pages.ends.first else { return #expect(Bool(false), "\(pages.ends)") }
    #expect(failure.reason.contains("was there before"))
  }

  @Test("a rule of one's own, also with a body, and a rule that throws")
  func custom() throws {
    struct Refusal: Error {}
    let (session, transport) = session { .json("\($0.httpBody?.count ?? 0)") }
    let pages = Pages<Int>()
    var first = try get("http://host.test/")
    first.httpMethod = "POST"
    pages.record(
      session.pages(
        from: first,
        next: NextPage { page, _, request in
          if page == 3 { throw Refusal() }
          var next = request
          next.httpBody = Data(repeating: 0x20, count: page + 1)
          return next
        })
    ).dispose()
    #expect(pages.pages == [0, 1, 2])
    #expect(transport.sent.count == 4)
    #expect(pages.ends.count == 1 && pages.ends.first != .some(nil))
  }

  @Test("a first request that cannot be built is the failure")
  func unbuildable() {
    let (session, transport) = session(Self.linked(1))
    let pages = Pages<[Int]>()
    pages.record(session.pages(from: Broken(), next: .link())).dispose()
    #expect(pages.ends.first == .invalidRequest(.other("Refusal()")))
    #expect(transport.sent.isEmpty)
  }

  private struct Broken: URLRequestConvertible {
    struct Refusal: Error {}
    func asURLRequest() throws -> URLRequest { throw Refusal() }
  }

  @Test("a service checks pages as it checks its answers")
  func service() throws {
    struct Service: HttpService {
      var sessionManager: Session
      func request(_ urlRequest: any URLRequestConvertible) -> DataRequest {
        sessionManager.request(urlRequest).validate(statusCode: [404])
      }
    }
    let (session, _) = session { _ in .json("[]", statusCode: 404) }
    let pages = Pages<[Int]>()
    let service = Service(sessionManager: session)
    pages.record(service.pages(from: try get("http://host.test/"), next: .link())).dispose()
    #expect(pages.pages == [[]])
    #expect(pages.ends == [nil])
  }

  /// A page that counts how many of its kind there are.
  final class Counted: Decodable, Sendable {
    static let alive = Counter()
    let next: Int

    init(from decoder: any Decoder) throws {
      next = try decoder.singleValueContainer().decode(Int.self)
      Self.alive.add()
    }

    deinit { Self.alive.add(-1) }
  }

  @Test("10,000 pages neither deepen the stack nor stay in memory, at once or one by one", arguments: [true, false])
  func many(_ atOnce: Bool) throws {
    let count = isSanitized ? 1_000 : 10_000
    let (session, _) = session { request in
      let number = Int(request.url?.query?.split(separator: "=").last ?? "1") ?? 1
      return StubTransport.Answer.json("\(number)").delayed(by: atOnce ? .zero : .milliseconds(1))
    }
    let source = session.pages(
      of: Counted.self, from: try get("http://host.test/?page=1"), next: .number(isEmpty: { $0.next > count }))
    let (pages, ends, most) = (Counter(), Counter(), Locked(0))
    let time = time
    let subscription = onThread {
      let subscription = source.subscribe(
        onNext: { _ in
          pages.add()
          most.update { $0 = max($0, Counted.alive.value) }
        },
        onCompleted: { ends.add() }, isolation: nil)
      time.start()
      return subscription
    }
    #expect(pages.value == count)
    #expect(ends.value == 1)
    #expect(most.value < 1000, "\(most.value)")
    #expect(Counted.alive.value == 0)
    subscription.dispose()
  }
}
