import AirportNet
import Foundation
import MiniRx
import Testing

@Suite("Conformance of StubTransport")
struct StubConformanceTests {
  /// The situations that a script of answers can express: not what is wrong with the bytes of a connection.
  static let situations: [Situation] = {
    let all = [
      Situation.statuses, Situation.bodiless, Situation.challenges, Situation.chunks, Situation.lengths,
      Situation.losses, Situation.headerLines,
    ]
    return all.joined().filter { $0.stubAnswer != nil }
  }()

  @Test("what a script says ends as on the wire", arguments: situations)
  func conforms(_ situation: Situation) throws {
    let time = VirtualTimeScheduler()
    let answer = try #require(situation.stubAnswer)
    let transport = StubTransport(scheduler: time) { _ in answer }
    let recorder = EventRecorder()
    let url = try #require(URL(string: "http://host.test"))
    let exchange = recorder.record(transport, try situation.request(to: url))
    time.start()
    #expect(recorder.ends == [situation.ending.error])
    #expect(recorder.heads.map(\.statusCode) == (situation.ending.status.map { [$0] } ?? []))
    #expect(recorder.body == situation.ending.body)
    for (name, values) in situation.fields { #expect(recorder.heads.first?.headers.values(for: name) == values) }
    #expect(recorder.isGrammatical)
    #expect(transport.sent.map { $0.httpMethod } == [situation.method])
    exchange.dispose()
  }
}

extension Situation: CustomTestStringConvertible {
  var testDescription: String { name }

  /// The same as a script; nil where there is none.
  fileprivate var stubAnswer: StubTransport.Answer? {
    guard trailers.isEmpty else { return nil }
    var headers = HTTPHeaders()
    for (name, values) in fields { for value in values { headers.append(name: name, value: value) } }
    let body = ending.body.isEmpty ? [] : [ending.body]
    switch ending.error {
    case nil: return StubTransport.Answer(statusCode: ending.status ?? 200, headers: headers, body: body)
    case Ending.lost().error where ending.status != nil:
      return StubTransport.Answer(statusCode: 200, body: body + [Data(count: 9)])
        .failing(.truncated(after: ending.body.count))
    case Ending.lostBefore.error: return .fault(.reset)
    default: return nil
    }
  }
}
