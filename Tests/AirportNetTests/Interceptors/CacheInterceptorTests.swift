import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

/// A server, a cache and a clock that a test moves.
final class CacheBench: Sendable {
  let time = VirtualTimeScheduler()
  /// What the server answers, in turn; the last one again and again.
  let answers = Locked<[StubTransport.Answer]>([])
  let transport: StubTransport
  let session: Session
  let cache: HTTPCache
  let owner = Locked<String?>(nil)

  init(
    _ answers: StubTransport.Answer..., policy: CachePolicy = CachePolicy(), outside: [any Interceptor] = [],
    maximumBytes: Int = 1 << 20, folder: URL? = nil
  ) {
    let (log, time, owner) = (self.answers, time, owner)
    log.value = answers
    transport = StubTransport(scheduler: time) { _ in
      log.update { $0.count > 1 ? $0.removeFirst() : $0.first ?? .status(500) }
    }
    cache = HTTPCache(maximumBytes: maximumBytes, folder: folder, scheduler: ImmediateScheduler.instance)
    let interceptor = CacheInterceptor(
      cache, policy: policy, owner: { owner.value },
      now: { Date(timeIntervalSince1970: 784_111_777 + time.now / .seconds(1)) })
    session = Session(
      transport: transport, interceptors: outside + [interceptor], scheduler: ImmediateScheduler.instance)
  }

  /// What a request comes to, once everything has run.
  @discardableResult
  func ask(
    _ path: String = "/a", _ method: HTTPMethod = .get, _ headers: HTTPHeaders = [:], within span: Duration = .zero
  ) -> Outcome<HTTPResponse> {
    let outcome = Outcome<HTTPResponse>()
    let subscription = outcome.record(
      session.request("http://host.test\(path)", method: method, headers: headers).singleResponse())
    time.advance(by: span)
    subscription.dispose()
    return outcome
  }

  var sentCount: Int { transport.sent.count }

  static func answer(_ text: String, _ headers: HTTPHeaders, status: Int = 200) -> StubTransport.Answer {
    StubTransport.Answer(statusCode: status, headers: headers, body: [Data(text.utf8)])
  }
}

extension HTTPResponse {
  var words: String { String(decoding: body, as: UTF8.self) }
}

@Suite("Cache")
struct CacheInterceptorTests {
  private static let minute: HTTPHeaders = ["Cache-Control": "max-age=60"]
  private static let tagged: HTTPHeaders = ["Cache-Control": "max-age=60", "ETag": "\"1\""]

  @Test("what is fresh is answered from the cache, with its age; what is not is asked for again")
  func fresh() {
    let bench = CacheBench(CacheBench.answer("1", Self.minute), CacheBench.answer("2", Self.minute))
    #expect(bench.ask().value?.words == "1")
    bench.time.advance(by: .seconds(59))
    let second = bench.ask().value
    #expect(second?.words == "1")
    #expect(second?.headers["Age"] == "59")
    #expect(bench.sentCount == 1)
    bench.time.advance(by: .seconds(1))
    #expect(bench.ask().value?.words == "2")
    #expect(bench.sentCount == 2)
    #expect(bench.ask("/b").value?.words == "2")
    #expect(bench.sentCount == 3)
  }

  @Test("a 304 serves the kept body under the kept status, and makes it fresh again")
  func revalidates() {
    let bench = CacheBench(
      CacheBench.answer("1", Self.tagged), .status(304, headers: ["Cache-Control": "max-age=30", "X-Note": "new"]))
    bench.ask()
    bench.time.advance(by: .seconds(61))
    let second = bench.ask().value
    #expect(second?.statusCode == 200)
    #expect(second?.words == "1")
    #expect(second?.headers["X-Note"] == "new")
    #expect(bench.transport.sent.last?.value(forHTTPHeaderField: "If-None-Match") == "\"1\"")
    bench.time.advance(by: .seconds(29))
    bench.ask()
    #expect(bench.sentCount == 2)
    bench.time.advance(by: .seconds(1))
    bench.ask()
    #expect(bench.sentCount == 3)
  }

  @Test("a 304 about another answer has the whole one asked for")
  func foreign304() {
    let bench = CacheBench(
      CacheBench.answer("1", Self.tagged), .status(304, headers: ["ETag": "\"9\""]), CacheBench.answer("2", Self.tagged)
    )
    bench.ask()
    bench.time.advance(by: .seconds(61))
    #expect(bench.ask().value?.words == "2")
    #expect(bench.transport.sent.last?.value(forHTTPHeaderField: "If-None-Match") == nil)
    #expect(bench.ask().value?.words == "2")
    #expect(bench.sentCount == 3)
  }

  @Test("a new answer takes the old one's place; one that may not be kept takes it away")
  func replaces() {
    let bench = CacheBench(
      CacheBench.answer("1", Self.tagged), CacheBench.answer("2", ["Cache-Control": "no-store"]),
      CacheBench.answer("3", Self.minute))
    bench.ask()
    bench.time.advance(by: .seconds(61))
    #expect(bench.ask().value?.words == "2")
    #expect(bench.cache.memoryBytes == 0)
    #expect(bench.ask().value?.words == "3")
    #expect(bench.transport.sent.last?.value(forHTTPHeaderField: "If-None-Match") == nil)
    #expect(bench.ask().value?.words == "3")
    #expect(bench.sentCount == 3)
  }

  @Test("the caller's own conditions and ranges go to the server as they are, and their answers are not kept")
  func conditions() {
    let bench = CacheBench(.status(304), CacheBench.answer("p", Self.minute, status: 206), CacheBench.answer("1", [:]))
    #expect(bench.ask("/a", .get, ["If-None-Match": "\"x\""]).value?.statusCode == 304)
    #expect(bench.ask("/a", .get, ["Range": "bytes=0-0"]).value?.statusCode == 206)
    #expect(bench.ask().value?.words == "1")
    #expect(bench.cache.memoryBytes == 0)
  }

  @Test("another credential or owner never gets an answer, the same one does")
  func credentials() {
    let bench = CacheBench(
      CacheBench.answer("a", Self.minute), CacheBench.answer("b", Self.minute), CacheBench.answer("none", Self.minute),
      CacheBench.answer("7", Self.minute), CacheBench.answer("8", Self.minute))
    let (first, second): (HTTPHeaders, HTTPHeaders) = (["Authorization": "Bearer a"], ["Authorization": "Bearer b"])
    #expect(bench.ask("/a", .get, first).value?.words == "a")
    #expect(bench.ask("/a", .get, second).value?.words == "b")
    #expect(bench.ask().value?.words == "none")
    bench.owner.value = "7"
    #expect(bench.ask().value?.words == "7")
    bench.owner.value = "8"
    #expect(bench.ask().value?.words == "8")
    bench.owner.value = "7"
    #expect(bench.ask().value?.words == "7")
    bench.owner.value = nil
    #expect(bench.ask("/a", .get, first).value?.words == "a")
    #expect(bench.sentCount == 5)
  }

  @Test("stale-if-error serves for faults and refusals of the server while it lasts, and keeps the answer")
  func staleIfError() {
    let kept = CacheBench.answer("1", ["Cache-Control": "max-age=60, stale-if-error=60"])
    let bench = CacheBench(kept, .fault(.reset), .status(503), .fault(.reset))
    bench.ask()
    bench.time.advance(by: .seconds(61))
    #expect(bench.ask().value?.words == "1")
    let second = bench.ask().value
    #expect(second?.words == "1")
    #expect(second?.headers["Age"] == "61")
    bench.time.advance(by: .seconds(59))
    #expect(bench.ask().error != nil)
    #expect(bench.sentCount == 4)
  }

  @Test("without leave a failure is a failure, and what was kept stays")
  func failures() {
    let bench = CacheBench(
      CacheBench.answer("1", Self.tagged), .status(503), .fault(.reset), .status(304))
    bench.ask()
    bench.time.advance(by: .seconds(61))
    #expect(bench.ask().value?.statusCode == 503)
    #expect(bench.ask().error != nil)
    #expect(bench.ask().value?.words == "1")
  }

  @Test("stale-while-revalidate answers at once and fetches once, also when the caller is gone")
  func staleWhileRevalidate() {
    let kept = CacheBench.answer("1", ["Cache-Control": "max-age=60, stale-while-revalidate=60"])
    let bench = CacheBench(kept, CacheBench.answer("2", Self.minute).delayed(by: .seconds(5)))
    bench.ask()
    bench.time.advance(by: .seconds(61))
    for _ in 0..<3 { #expect(bench.ask().value?.words == "1") }
    #expect(bench.sentCount == 2)
    bench.time.advance(by: .seconds(5))
    #expect(bench.ask().value?.words == "2")
    #expect(bench.sentCount == 2)
    #expect(bench.transport.cancelledCount == 0)
  }

  @Test("a refresh that fails is tried again by the next one that asks")
  func refreshFails() {
    let kept = CacheBench.answer("1", ["Cache-Control": "max-age=60, stale-while-revalidate=60"])
    let bench = CacheBench(kept, .fault(.reset), CacheBench.answer("2", Self.minute))
    bench.ask()
    bench.time.advance(by: .seconds(61))
    for _ in 0..<2 { #expect(bench.ask().value?.words == "1") }
    #expect(bench.ask().value?.words == "2")
    #expect(bench.sentCount == 3)
  }

  @Test("a change of the address takes what is kept of it away, whoever asked; one that was refused does not")
  func invalidates() {
    let bench = CacheBench(
      CacheBench.answer("1", Self.minute), .status(400), .status(204), CacheBench.answer("2", Self.minute))
    bench.ask()
    bench.ask("/a", .post)
    #expect(bench.ask().value?.words == "1")
    bench.ask("/a#part", .put)
    #expect(bench.ask().value?.words == "2")
    #expect(bench.sentCount == 4)
  }

  @Test("a change that is given up under way may have been made")
  func changeGivenUp() {
    let bench = CacheBench(
      CacheBench.answer("1", Self.minute), .status(204).delayed(by: .seconds(5)), CacheBench.answer("2", Self.minute))
    bench.ask()
    bench.ask("/a", .delete, within: .seconds(1))
    #expect(bench.ask().value?.words == "2")
  }

  @Test("an answer that was asked for before a change and comes after it is not kept")
  func overtaken() {
    let slow = CacheBench.answer("old", Self.minute).delayed(by: .seconds(5))
    let bench = CacheBench(slow, .status(204), CacheBench.answer("new", Self.minute))
    let outcome = Outcome<HTTPResponse>()
    let subscription = outcome.record(bench.session.request("http://host.test/a").singleResponse())
    bench.ask("/a", .delete)
    bench.time.advance(by: .seconds(5))
    #expect(outcome.value?.words == "old")
    #expect(bench.ask().value?.words == "new")
    subscription.dispose()
  }

  @Test("only-if-cached never reaches the server")
  func onlyIfCached() {
    let bench = CacheBench(CacheBench.answer("1", Self.minute))
    #expect(bench.ask("/a", .get, ["Cache-Control": "only-if-cached"]).value?.statusCode == 504)
    bench.ask()
    #expect(bench.ask("/a", .get, ["Cache-Control": "only-if-cached"]).value?.words == "1")
    #expect(bench.sentCount == 1)
  }

  @Test("disposing cancels the request, and nothing is kept or heard")
  func disposed() {
    let bench = CacheBench(CacheBench.answer("1", Self.minute).delayed(by: .seconds(5)))
    let outcome = bench.ask("/a", within: .seconds(1))
    bench.time.advance(by: .seconds(9))
    #expect(outcome.results.isEmpty)
    #expect(bench.transport.cancelledCount == 1)
    #expect(bench.cache.memoryBytes == 0)
  }

  @Test("inside of coalescing, ten that ask at once are one request, and then none")
  func coalesced() {
    let bench = CacheBench(
      CacheBench.answer("1", Self.minute).delayed(by: .seconds(1)), outside: [CoalescingInterceptor()])
    let single = bench.session.request("http://host.test/a").singleResponse()
    let outcomes = (0..<10).map { _ in Outcome<HTTPResponse>() }
    let subscriptions = outcomes.map { $0.record(single) }
    bench.time.advance(by: .seconds(1))
    #expect(outcomes.allSatisfy { $0.results.count == 1 && $0.value?.words == "1" })
    bench.ask()
    #expect(bench.sentCount == 1)
    subscriptions.forEach { $0.dispose() }
  }

  @Test("what was used least recently leaves first, and what is too large never comes in")
  func bounded() {
    let body = String(repeating: "x", count: 10_000)
    let bench = CacheBench(CacheBench.answer(body, Self.minute), maximumBytes: 100_000)
    for number in 1...9 { bench.ask("/\(number)") }
    #expect(bench.cache.memoryBytes > 90_000 && bench.cache.memoryBytes <= 100_000)
    bench.ask("/1")
    #expect(bench.sentCount == 9)
    bench.ask("/10")
    #expect(bench.cache.memoryBytes <= 100_000)
    bench.ask("/1")
    #expect(bench.sentCount == 10)
    bench.ask("/2")
    #expect(bench.sentCount == 11)
    bench.answers.value = [CacheBench.answer(String(repeating: "x", count: 12_500), Self.minute)]
    let before = bench.cache.memoryBytes
    bench.ask("/large")
    #expect(bench.cache.memoryBytes == before)
    bench.cache.removeAll()
    #expect(bench.cache.memoryBytes == 0)
  }
}
