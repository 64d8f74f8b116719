import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("MonitorInterceptor")
struct MonitorTests {
  let time = VirtualTimeScheduler()
  let events = Locked<[RequestEvent]>([])

  private var lines: [String] { events.value.map(\.description) }

  private func monitor() -> MonitorInterceptor {
    MonitorInterceptor(scheduler: time) { [events] event in events.update { $0.append(event) } }
  }

  private func session(_ answers: [StubTransport.Answer], _ interceptors: [any Interceptor]) -> Session {
    let rest = Locked(answers)
    let transport = StubTransport(scheduler: time) { _ in
      rest.update { $0.count > 1 ? $0.removeFirst() : $0[0] }
    }
    return Session(transport: transport, interceptors: interceptors, scheduler: ImmediateScheduler.instance)
  }

  private var retry: RetryInterceptor {
    RetryInterceptor(
      RetryPolicy(backOff: .constant(attempts: 3, delay: .seconds(1))), scheduler: time, random: { 1 })
  }

  @Test("innermost, each sending starts and ends once")
  func attempts() {
    let session = session(
      [.status(503), .fault(.reset), StubTransport.Answer.json("1").delayed(by: .milliseconds(31))],
      [retry, monitor()])
    let outcome = Outcome<HTTPResponse>()
    let subscription = outcome.record(session.request("http://host.test/a").singleResponse())
    time.start()
    subscription.dispose()
    let lost = "The connection was lost while waiting for the answer; the server may have seen the request."
    #expect(
      lines == [
        "#1 GET http://host.test/a: started", "#1 GET http://host.test/a: 503, 0 bytes, 0 ms",
        "#2 GET http://host.test/a: started", "#2 GET http://host.test/a: failed, 0 ms: \(lost)",
        "#3 GET http://host.test/a: started", "#3 GET http://host.test/a: 200, 1 bytes, 31 ms",
      ])
  }

  @Test("outermost, it sees the call once, and how often it was sent")
  func calls() {
    let session = session([.status(503), .status(503), .json("1")], [monitor(), retry])
    let outcome = Outcome<HTTPResponse>()
    let subscription = outcome.record(session.request("http://host.test/a").singleResponse())
    time.start()
    subscription.dispose()
    #expect(
      lines == [
        "#1 GET http://host.test/a: started", "#1 GET http://host.test/a: 200, 1 bytes, 2000 ms, 3 attempts",
      ])
  }

  @Test("a disposed request is cancelled, once, and one that has ended is not")
  func cancelled() {
    let session = session([StubTransport.Answer.json("1").delayed(by: .seconds(2)), .json("1")], [monitor()])
    let first = Outcome<HTTPResponse>().record(session.request("http://host.test/a").singleResponse())
    time.advance(by: .milliseconds(250))
    first.dispose()
    first.dispose()
    let second = Outcome<HTTPResponse>().record(session.request("http://host.test/b").singleResponse())
    second.dispose()
    #expect(
      lines == [
        "#1 GET http://host.test/a: started", "#1 GET http://host.test/a: cancelled, 250 ms",
        "#2 GET http://host.test/b: started", "#2 GET http://host.test/b: 200, 1 bytes, 0 ms",
      ])
  }

  @Test("the answer is in the event, metrics included, and it is the caller's too")
  func answer() {
    let session = session([.json("[1]")], [monitor()])
    let outcome = Outcome<HTTPResponse>()
    let subscription = outcome.record(session.request("http://host.test/a").singleResponse())
    guard case .answered(let answer) = events.value.last?.stage else { return #expect(Bool(false), "\(lines)") }
    #expect(answer == outcome.value)
    #expect(answer.metrics?.total != nil)
    subscription.dispose()
  }

  @Test("a description holds no credential, however it is printed")
  func redacts() throws {
    let session = session([.json("1")], [monitor()])
    var request = URLRequest(try #require(URL(string: "http://me:s3cret@host.test/a?access_token=s3cret")))
    request.setValue("Bearer s3cret", forHTTPHeaderField: "Authorization")
    let subscription = Outcome<HTTPResponse>().record(session.request(request).singleResponse())
    var dumped = ""
    for event in events.value {
      dump(event, to: &dumped)
      dumped += "\(event) \(String(reflecting: event))"
    }
    #expect(events.value.count == 2)
    #expect(!dumped.contains("s3cret"))
    subscription.dispose()
  }

  @Test("an answer and a dispose that meet make one end")
  func race() {
    struct State: Sendable {
      let events = Counter()
      let single = Locked<Single<HTTPResponse>.SingleObserver?>(nil)
      let subscription = SerialDisposable()
    }
    withWatchdog(seconds: 120, "an answer that meets a dispose") {
      TestSupport.race(rounds: isSanitized ? 2_000 : 10_000) { _ -> State in
        let state = State()
        let server = TestServer { _ in
          .create { single in
            state.single.value = single
            return Disposables.create()
          }
        }
        let monitor = MonitorInterceptor { event in
          if case .started = event.stage {} else { state.events.add() }
        }
        let session = Session.immediate(StubTransport([:]), monitor, server)
        state.subscription.disposable = session.request("http://host.test/a").singleResponse().subscribe(
          onSuccess: { _ in }, onFailure: { _ in }, isolation: nil)
        return state
      } _: { state in
        state.single.value?(.success(HTTPResponse(statusCode: 200)))
      } _: { state in
        state.subscription.dispose()
      } check: { round, state in
        #expect(state.events.value == 1, "round \(round)")
      }
    }
  }
}

@Suite("LogInterceptor")
struct LogTests {
  let time = VirtualTimeScheduler()
  let texts = Locked<[String]>([])

  private func run(_ answer: StubTransport.Answer, _ level: LogInterceptor.Level, revealing: Bool = false) throws {
    let log = LogInterceptor(level: level, revealingSecrets: revealing, scheduler: time) { [texts] text in
      texts.update { $0.append(text) }
    }
    let session = Session.immediate(StubTransport(scheduler: time) { _ in answer }, log)
    let request = URLRequest(
      try #require(URL(string: "http://host.test/a?token=s3cret")), "POST",
      headers: ["Authorization": "Bearer s3cret", "Content-Type": "application/json"], body: #"{"password":"s3cret"}"#)
    let subscription = Outcome<HTTPResponse>().record(session.request(request).singleResponse())
    time.start()
    subscription.dispose()
  }

  @Test("one line a sending")
  func line() throws {
    try run(StubTransport.Answer.json("[1]").delayed(by: .milliseconds(12)), .line)
    try run(.fault(.failure(.timedOut(.idle, mayHaveReachedServer: false))), .line)
    #expect(
      texts.value == [
        "#1 POST http://host.test/a?token=<redacted>: 200, 3 bytes, 12 ms",
        "#1 POST http://host.test/a?token=<redacted>: failed, 0 ms: Timed out: nothing moved for too long.",
      ])
  }

  static let answer = StubTransport.Answer(statusCode: 404, headers: ["Set-Cookie": "sid=s3cret", "X-Note": "a"])

  @Test("in full, the command that sends the request and the answer's fields, credentials redacted")
  func full() throws {
    try run(Self.answer, .full)
    try #require(texts.value.count == 2)
    #expect(texts.value[0].hasPrefix("#1 curl "))
    #expect(texts.value[0].contains("--header 'Authorization: Bearer <redacted>'"))
    #expect(
      texts.value[1] == """
        #1 POST http://host.test/a?token=<redacted>: 404, 0 bytes, 0 ms
        Set-Cookie: <redacted>
        X-Note: a
        """)
    #expect(!texts.value.joined().contains("s3cret"))
  }

  @Test("credentials are written out for who asks for it")
  func revealing() throws {
    try run(Self.answer, .full, revealing: true)
    #expect(texts.value.joined().components(separatedBy: "s3cret").count == 6)
  }
}
