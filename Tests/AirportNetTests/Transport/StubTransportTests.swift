import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("StubTransport")
struct StubTransportTests {
  let time = VirtualTimeScheduler()
  let url = URL(string: "http://host.test/list")!

  private func send(
    _ answer: StubTransport.Answer, timeout: TimeInterval = 60, _ method: String = "GET", body: String? = nil
  ) -> (EventRecorder, StubTransport, any Disposable) {
    let transport = StubTransport(scheduler: time) { _ in answer }
    let recorder = EventRecorder()
    let exchange = recorder.record(transport, URLRequest(url, method, timeout: timeout, body: body))
    return (recorder, transport, exchange)
  }

  @Test("an answer comes piece by piece, at its time")
  func pieces() {
    let answer = StubTransport.Answer.json("abcdef").chunked(size: 4, pause: .seconds(1)).delayed(by: .seconds(2))
    let (recorder, _, exchange) = send(answer)
    time.advance(by: .milliseconds(1999))
    #expect(recorder.events.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(recorder.heads.map(\.statusCode) == [200])
    time.advance(by: .seconds(1))
    #expect(recorder.body == Data("abcd".utf8))
    time.advance(by: .seconds(1))
    #expect(recorder.body == Data("abcdef".utf8))
    #expect(recorder.ends == [nil])
    exchange.dispose()
  }

  @Test("without latency everything comes before send returns")
  func immediate() {
    let (recorder, transport, exchange) = send(.json("1"), "POST", body: "hello")
    #expect(recorder.ends == [nil])
    #expect(transport.sent.map(\.httpBody) == [Data("hello".utf8)])
    guard case .sent(5, of: 5)? = recorder.events.first else { return #expect(Bool(false), "no upload progress") }
    exchange.dispose()
  }

  static let lost = NetworkError.transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true)
  static let lostBefore = NetworkError.transport(.connectionLost, phase: .waiting, mayHaveReachedServer: true)
  static let faults: [(StubTransport.Answer.Fault, String, NetworkError)] = [
    (.reset, "", lostBefore), (.truncated(after: 3), "abc", lost), (.truncated(after: 0), "", lost),
    (.failure(.cancelled), "", .cancelled), (.silence, "", .timedOut(.idle, mayHaveReachedServer: true)),
  ]

  @Test("each fault ends once with its error", arguments: faults)
  func fails(_ fault: StubTransport.Answer.Fault, _ body: String, _ error: NetworkError) {
    let (recorder, _, exchange) = send(StubTransport.Answer.json("abcdef").failing(fault))
    time.start()
    #expect(recorder.ends == [error])
    #expect(recorder.body == Data(body.utf8))
    exchange.dispose()
  }

  @Test("the idle limit counts from the last thing that moved")
  func idle() {
    let answer = StubTransport.Answer.json("abc").chunked(size: 1, pause: .milliseconds(400))
    let (moving, _, one) = send(answer, timeout: 0.5)
    let (stuck, transport, other) = send(answer.delayed(by: .milliseconds(501)), timeout: 0.5)
    time.advance(by: .milliseconds(499))
    #expect(stuck.ends.isEmpty)
    time.advance(by: .milliseconds(1))
    #expect(stuck.ends == [.timedOut(.idle, mayHaveReachedServer: true)])
    #expect(transport.cancelledCount == 1)
    time.start()
    #expect(moving.ends == [nil])
    #expect(stuck.events.count == 1)
    for exchange in [one, other] { exchange.dispose() }
  }

  @Test("dispose silences at once")
  func dispose() {
    let answer = StubTransport.Answer.json("abc").chunked(size: 1, pause: .seconds(1))
    let (recorder, transport, exchange) = send(answer)
    time.advance(by: .seconds(1))
    let count = recorder.events.count
    exchange.dispose()
    exchange.dispose()
    time.start()
    #expect(recorder.events.count == count)
    #expect(transport.cancelledCount == 1)
    #expect(time.isIdle, "no timer is left")
  }

  @Test("the table answers by method and path, by path, or by 404")
  func table() {
    let transport = StubTransport(["POST /a": .status(201), "/a": .status(200)], scheduler: time)
    let statuses = [("POST", "/a"), ("GET", "/a"), ("GET", "/b")].map { method, path in
      let recorder = EventRecorder()
      recorder.record(transport, URLRequest(URL(string: "http://host.test\(path)?q=1")!, method)).dispose()
      return recorder.heads.first?.statusCode
    }
    #expect(statuses == [201, 200, 404])
  }

  @Test("a request that may not be sent is not")
  func invalid() {
    let (recorder, transport, exchange) = send(.json("1"), "GET", body: "x")
    #expect(recorder.ends == [.invalidRequest(.bodyNotAllowed(.get))])
    #expect(transport.sent.isEmpty)
    exchange.dispose()
  }

  @Test("HEAD has no body")
  func head() {
    let (recorder, _, exchange) = send(.json("abc"), "HEAD")
    #expect(recorder.body.isEmpty)
    #expect(recorder.ends == [nil])
    exchange.dispose()
  }
}
