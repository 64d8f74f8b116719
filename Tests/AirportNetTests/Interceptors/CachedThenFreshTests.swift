import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Cached, then fresh")
struct CachedThenFreshTests {
  private final class Log: @unchecked Sendable {
    // Sendable by rule: the tests that use it deliver on one thread.
    var events: [String] = []

    func record(_ source: Observable<Int>) -> any Disposable {
      source.subscribe(
        onNext: { self.events.append("\($0)") }, onError: { self.events.append("# \(NetworkError(wrapping: $0))") },
        onCompleted: { self.events.append("|") }, isolation: nil)
    }
  }

  private func ask(_ bench: CacheBench, _ method: HTTPMethod = .get, seconds: Int = 9) -> [String] {
    let log = Log()
    let request = bench.session.request("http://host.test/a", method: method).validate()
    let subscription = log.record(request.cachedThenFresh(of: Int.self))
    bench.time.advance(by: .seconds(seconds))
    subscription.dispose()
    return log.events
  }

  private static func answer(_ text: String, _ seconds: Int = 60, tag: String? = nil) -> StubTransport.Answer {
    CacheBench.answer(text, HTTPHeaders(["Cache-Control": "max-age=\(seconds)", "ETag": tag].compactMapValues { $0 }))
  }

  @Test("nothing kept: the server's value; kept and fresh: that alone; kept before: both, in that order")
  func order() {
    let bench = CacheBench(Self.answer("1"), Self.answer("2").delayed(by: .seconds(1)))
    #expect(ask(bench, seconds: 0) == ["1", "|"])
    #expect(ask(bench, seconds: 0) == ["1", "|"])
    #expect(bench.sentCount == 1)
    bench.time.advance(by: .seconds(61))
    #expect(ask(bench, seconds: 0) == ["1"])
    #expect(bench.transport.cancelledCount == 1)
    bench.answers.value = [Self.answer("3").delayed(by: .seconds(1))]
    #expect(ask(bench, seconds: 1) == ["1", "3", "|"])
    #expect(bench.sentCount == 3)
  }

  @Test("the server is asked whether the old one holds; if so it comes again")
  func holds() {
    let bench = CacheBench(Self.answer("1", tag: "\"1\""), .status(304))
    #expect(ask(bench) == ["1", "|"])
    bench.time.advance(by: .seconds(61))
    #expect(ask(bench) == ["1", "1", "|"])
    #expect(bench.transport.sent.last?.value(forHTTPHeaderField: "If-None-Match") == "\"1\"")
  }

  @Test("an error comes after the old value, also where stale-if-error would serve it again")
  func errors() {
    let kept = CacheBench.answer("1", ["Cache-Control": "max-age=60, stale-if-error=600"])
    let bench = CacheBench(kept, .status(503), .fault(.reset), .json("x"))
    #expect(ask(bench) == ["1", "|"])
    bench.time.advance(by: .seconds(61))
    for _ in 0..<3 {
      let events = ask(bench)
      #expect(events.count == 2)
      #expect(events.first == "1")
      #expect(events.last?.hasPrefix("#") == true)
    }
  }

  @Test("what is kept and can no longer be read, or is not valid, is passed over")
  func unreadable() {
    let bench = CacheBench(Self.answer("{}"), Self.answer("2"))
    bench.ask()
    #expect(ask(bench) == ["2", "|"])
    let other = CacheBench(CacheBench.answer("1", ["Cache-Control": "max-age=60"], status: 404), Self.answer("2"))
    other.ask()
    #expect(ask(other) == ["2", "|"])
  }

  @Test("what must be asked about first does not come first")
  func mustRevalidate() {
    let bench = CacheBench(
      CacheBench.answer("1", ["Cache-Control": "max-age=60, must-revalidate"]), Self.answer("2"))
    #expect(ask(bench) == ["1", "|"])
    bench.time.advance(by: .seconds(61))
    #expect(ask(bench) == ["2", "|"])
  }

  @Test("without a cache, and for a method that changes something, one request is sent")
  func plain() {
    let transport = StubTransport(scheduler: VirtualTimeScheduler()) { _ in .json("1") }
    let session = Session(transport: transport, interceptors: [], scheduler: ImmediateScheduler.instance)
    let log = Log()
    log.record(session.request("http://host.test/a").cachedThenFresh(of: Int.self)).dispose()
    #expect(log.events == ["1", "|"])
    #expect(transport.sent.count == 1)
    #expect(transport.sent.first?.value(forHTTPHeaderField: "Cache-Control") == nil)
    let bench = CacheBench(.json("1"))
    #expect(ask(bench, .post) == ["1", "|"])
    #expect(bench.sentCount == 1)
  }

  @Test("a router's call through a service has it too")
  func router() {
    struct Router: HttpRouter {
      var baseUrlString: String { "http://host.test" }
      var path: String { "a" }
      var method: HTTPMethod { .get }
    }
    struct Service: HttpService {
      var sessionManager: Session
      func request(_ urlRequest: any URLRequestConvertible) -> DataRequest { sessionManager.request(urlRequest) }
    }
    let bench = CacheBench(Self.answer("1", 0, tag: "\"1\""), Self.answer("2"))
    let log = Log()
    let source = Router().cachedThenFresh(of: Int.self, usingHttpService: Service(sessionManager: bench.session))
    for _ in 0..<2 { log.record(source).dispose() }
    #expect(log.events == ["1", "|", "1", "2", "|"])
  }
}
