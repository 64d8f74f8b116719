import AirportNet
import Foundation
import MiniRx
import Testing

/// What a single came to, in virtual time.
final class Outcome<Value: Sendable>: @unchecked Sendable {
  // Sendable by rule: the tests that use it deliver on one thread.
  private(set) var results: [Result<Value, NetworkError>] = []

  func record(_ single: Single<Value>) -> any Disposable {
    single.subscribe(
      onSuccess: { self.results.append(.success($0)) },
      onFailure: { self.results.append(.failure(NetworkError(wrapping: $0))) }, isolation: nil)
  }

  var value: Value? { try? results.first?.get() }
  var error: NetworkError? { if case .failure(let error)? = results.first { error } else { nil } }
}

@Suite("Interceptors")
struct InterceptorTests {
  let time = VirtualTimeScheduler()

  private func session(
    _ table: [String: StubTransport.Answer], _ interceptors: [any Interceptor]
  ) -> (Session, StubTransport) {
    let transport = StubTransport(table, scheduler: time)
    return (
      Session(transport: transport, interceptors: interceptors, scheduler: ImmediateScheduler.instance), transport
    )
  }

  private func redirect(_ location: String, _ status: Int = 302) -> StubTransport.Answer {
    .status(status, headers: ["Location": location])
  }

  @Test("redirects are followed to the answer")
  func follows() {
    let (session, transport) = session(
      ["/a": redirect("/b"), "/b": redirect("c", 307), "/c": .json("1")], [RedirectInterceptor()])
    let outcome = Outcome<HTTPResponse>()
    let subscription = outcome.record(session.request("http://host.test/a").singleResponse())
    time.start()
    #expect(outcome.value?.statusCode == 200)
    #expect(outcome.value?.url?.absoluteString == "http://host.test/c")
    #expect(transport.sent.compactMap(\.url?.path) == ["/a", "/b", "/c"])
    subscription.dispose()
  }

  @Test("a loop ends", arguments: [["/a": "/a"], ["/a": "/b", "/b": "/a"]])
  func loops(_ places: [String: String]) {
    let (session, transport) = session(places.mapValues { redirect($0) }, [RedirectInterceptor()])
    let outcome = Outcome<HTTPResponse>()
    let subscription = outcome.record(session.request("http://host.test/a").singleResponse())
    time.start()
    #expect(outcome.error == .transport(.tooManyRedirects, phase: .receiving, mayHaveReachedServer: true))
    #expect(transport.sent.count == places.count + 1)
    subscription.dispose()
  }

  @Test("a place that sets a cookie and sends back to itself is no loop")
  func cookieRoundTrip() {
    let time = time
    let visits = Outcome<Int>()
    let transport = StubTransport(scheduler: time) { _ in
      _ = visits.record(.just(1))
      guard visits.results.count < 3 else { return .json("1") }
      return .status(302, headers: ["Location": "/a", "Set-Cookie": "a=\(visits.results.count)"])
    }
    let session = Session(transport: transport, scheduler: ImmediateScheduler.instance)
    let outcome = Outcome<HTTPResponse>()
    let subscription = outcome.record(session.request("http://host.test/a").singleResponse())
    time.start()
    #expect(outcome.value?.statusCode == 200)
    subscription.dispose()
  }

  @Test("beyond the limit a redirect is a failure, at the limit it is not", arguments: [(3, true), (2, false)])
  func limit(_ limit: Int, _ arrives: Bool) {
    let (session, _) = session(
      ["/a": redirect("/b"), "/b": redirect("/c"), "/c": redirect("/d"), "/d": .json("1")],
      [RedirectInterceptor(RedirectPolicy(limit: limit))])
    let outcome = Outcome<HTTPResponse>()
    let subscription = outcome.record(session.request("http://host.test/a").singleResponse())
    time.start()
    #expect((outcome.value?.statusCode == 200) == arrives)
    #expect((outcome.error == .transport(.tooManyRedirects, phase: .receiving, mayHaveReachedServer: true)) == !arrives)
    subscription.dispose()
  }

  @Test("the total limit ends a call that keeps moving, at its very time")
  func total() {
    let slow = StubTransport.Answer.json("[1,2,3,4,5,6,7,8]").chunked(size: 1, pause: .milliseconds(100))
    let (session, transport) = session(
      ["/a": slow], [TimeoutInterceptor(total: .milliseconds(250), scheduler: time)])
    let outcome = Outcome<HTTPResponse>()
    let subscription = outcome.record(session.request("http://host.test/a").singleResponse())
    time.advance(by: .milliseconds(249))
    #expect(outcome.results.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(outcome.error == .timedOut(.total, mayHaveReachedServer: true))
    #expect(transport.cancelledCount == 1)
    time.start()
    #expect(outcome.results.count == 1)
    subscription.dispose()
  }

  @Test("the total limit spans redirects")
  func totalSpansRedirects() {
    let (session, _) = session(
      ["/a": redirect("/b").delayed(by: .seconds(2)), "/b": StubTransport.Answer.json("1").delayed(by: .seconds(2))],
      [TimeoutInterceptor(total: .seconds(3), scheduler: time), RedirectInterceptor()])
    let outcome = Outcome<HTTPResponse>()
    let subscription = outcome.record(session.request("http://host.test/a").singleResponse())
    time.advance(by: .seconds(3))
    #expect(outcome.error == .timedOut(.total, mayHaveReachedServer: true))
    subscription.dispose()
  }

  private struct Mark: Interceptor {
    let name: String

    func intercept(
      _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
    ) -> Single<HTTPResponse> {
      var request = request
      request.setValue((request.value(forHTTPHeaderField: "X-Way") ?? "") + name, forHTTPHeaderField: "X-Way")
      return next(request).map { response in
        var response = response
        response.head.headers["X-Back"] = (response.headers["X-Back"] ?? "") + name
        return response
      }
    }
  }

  @Test("the first interceptor is the outermost, and a request's own is outside of the session's")
  func order() {
    let (session, transport) = session(["/a": .json("1")], [Mark(name: "1"), Mark(name: "2")])
    let outcome = Outcome<HTTPResponse>()
    let request = session.request("http://host.test/a", interceptor: Mark(name: "0"))
    let subscription = outcome.record(request.singleResponse())
    #expect(transport.sent.first?.value(forHTTPHeaderField: "X-Way") == "012")
    #expect(outcome.value?.headers["X-Back"] == "210")
    subscription.dispose()
  }

  @Test("an error of an interceptor's own reaches the caller as NetworkError")
  func foreignError() {
    struct Refusing: Interceptor {
      struct Refusal: Error {}
      func intercept(
        _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
      ) -> Single<HTTPResponse> { .error(Refusal()) }
    }
    let (session, transport) = session([:], [Refusing()])
    let outcome = Outcome<Data>()
    let subscription = outcome.record(session.request("http://host.test/a").singleData())
    #expect(outcome.error == .invalidRequest(.other("Refusal()")))
    #expect(transport.sent.isEmpty)
    subscription.dispose()
  }
}
