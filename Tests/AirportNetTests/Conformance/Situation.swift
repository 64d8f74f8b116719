import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

/// What becomes of a request: the end, the status, and the bytes. After an error fewer bytes may have come.
struct Ending: Sendable {
  var status: Int?
  var body = Data()
  var error: NetworkError?
  /// Whether fewer bytes may have come, as after an error.
  var mayBeShort = false

  static func ok(_ body: String = "", status: Int = 200) -> Ending { Ending(status: status, body: Data(body.utf8)) }
  static func ok(_ body: Data, status: Int = 200) -> Ending { Ending(status: status, body: body) }

  /// The connection is lost before the first byte of the answer.
  static let lostBefore = Ending(
    error: .transport(.connectionLost, phase: .waiting, mayHaveReachedServer: true))
  /// The connection is lost within the head.
  static let lostInHead = Ending(
    error: .transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true))
  /// The connection is lost within the body.
  static func lost(_ body: String = "", status: Int = 200) -> Ending {
    Ending(
      status: status, body: Data(body.utf8),
      error: .transport(.connectionLost, phase: .receiving, mayHaveReachedServer: true))
  }
  static func lost(_ body: Data) -> Ending { .lost(String(decoding: body, as: UTF8.self)) }
  /// What comes is damaged, from its first byte on.
  static let bad = Ending(error: .transport(.badServerResponse, phase: .waiting, mayHaveReachedServer: true))
  /// What comes is damaged, within the head.
  static let badHead = Ending(error: .transport(.badServerResponse, phase: .receiving, mayHaveReachedServer: true))
  /// What comes is damaged, within the body.
  static func badBody(_ body: Data = Data(), status: Int = 200) -> Ending {
    Ending(
      status: status, body: body,
      error: .transport(.badServerResponse, phase: .receiving, mayHaveReachedServer: true))
  }
}

/// One thing that a server does to a client, and what the client makes of it.
struct Situation: Sendable {
  var name: String
  var script: [RawServer.Step]
  var ending: Ending
  var method = "GET"
  var target = "/"
  var userInfo = ""
  var headers: [String: String] = [:]
  var body: Data?
  /// Seconds; generous, since the work that Foundation's URLSession makes of a long head is no move.
  var timeout = 60.0
  var maximumBodySize: Int64?
  /// Fields that the answer has, line by line.
  var fields: [String: [String]] = [:]
  var trailers: HTTPHeaders = [:]
  /// Lines, or the end, of what the server saw.
  var seen: [String] = []
  var unseen: [String] = []
  /// What becomes of it in Foundation's URLSession on Linux, where that is something else, and why.
  var foundation: Foundation?

  /// How the URLSession of Foundation on Linux differs.
  enum Foundation: Sendable {
    case ending(Ending)
    /// The whole of what is there, though it is known to be cut.
    case passesShort
    /// The request names another target.
    case target(String)
    /// As the rest, but with these lines in place of those of `fields`, `trailers` and `seen`.
    case lines(fields: [String: [String]] = [:], trailers: HTTPHeaders = [:], seen: [String]? = nil)
    /// The process ends; `FatalSituationTests` sees that it does.
    case dies
  }

  init(_ name: String, _ script: [RawServer.Step], _ ending: Ending) {
    (self.name, self.script, self.ending) = (name, script, ending)
  }

  /// The server reads a request, sends the text, and closes.
  static func answer(_ name: String, _ text: String, _ ending: Ending) -> Situation {
    Situation(name, [.readRequest, .send(text)], ending)
  }

  /// A list of situations, each of which is an expression of its own: the compiler is quicker so.
  static func list(@SituationBuilder _ situations: () -> [Situation]) -> [Situation] { situations() }

  /// The same situation with something else.
  func with(_ change: (inout Situation) -> Void) -> Situation {
    var situation = self
    change(&situation)
    return situation
  }

  /// In Foundation's URLSession on Linux it is something else.
  func foundation(_ difference: Foundation) -> Situation { with { $0.foundation = difference } }

  func request(to base: URL) throws -> URLRequest {
    let text = base.absoluteString.replacing("://", with: "://\(userInfo)")
    var request = URLRequest(
      try #require(URL(string: text + target)), method, timeout: timeout, headers: headers)
    request.httpBody = body
    return request
  }
}

/// Puts situations and lists of them together.
@resultBuilder
enum SituationBuilder {
  static func buildExpression(_ situation: Situation) -> [Situation] { [situation] }
  static func buildExpression(_ situations: [Situation]) -> [Situation] { situations }
  static func buildArray(_ parts: [[Situation]]) -> [Situation] { Array(parts.joined()) }
  static func buildPartialBlock(first: [Situation]) -> [Situation] { first }
  static func buildPartialBlock(accumulated: [Situation], next: [Situation]) -> [Situation] { accumulated + next }
}

/// A situation in a transport.
struct Trial: Sendable, CustomTestStringConvertible {
  var situation: Situation
  var carrier: Carrier

  var testDescription: String { "\(situation.name) (\(carrier.rawValue))" }

  static func all(_ situations: [Situation]) -> [Trial] {
    situations.flatMap { situation in
      Carrier.allCases.compactMap { carrier in
        let trial = Trial(situation: situation, carrier: carrier)
        if case .dies? = trial.difference { return nil }
        return trial
      }
    }
  }

  var difference: Situation.Foundation? {
    #if os(Linux)
      carrier == .urlSession ? situation.foundation : nil
    #else
      nil
    #endif
  }

  /// Plays it.
  func run() throws {
    let server = try RawServer(situation.script)
    let recorder = EventRecorder()
    let transport = carrier.make(maximumBodySize: situation.maximumBodySize)
    let exchange = recorder.record(transport, try situation.request(to: server.baseURL))
    #expect(recorder.waitForEnd(seconds: 120))
    exchange.dispose()
    server.stop()

    var expected = situation.ending
    switch difference {
    case .ending(let ending)?: expected = ending
    case .passesShort?: (expected.error, expected.mayBeShort) = (nil, true)
    default: break
    }
    #expect(recorder.ends == [expected.error], "one end")
    #expect(recorder.heads.map(\.statusCode) == (expected.status.map { [$0] } ?? []))
    if expected.error == nil, !expected.mayBeShort {
      #expect(recorder.body == expected.body)
    } else {
      #expect(expected.body.starts(with: recorder.body), "\(String(decoding: recorder.body, as: UTF8.self))")
    }
    #expect(recorder.overlapCount == 0)
    #expect(recorder.isGrammatical)
    check(lines: recorder, server)
  }

  private func check(lines recorder: EventRecorder, _ server: RawServer) {
    var (fields, trailers, seen) = (situation.fields, situation.trailers, situation.seen)
    if case .lines(let otherFields, let otherTrailers, let otherSeen)? = difference {
      fields.merge(otherFields) { $1 }
      (trailers, seen) = (otherTrailers, otherSeen ?? seen)
    }
    for (name, values) in fields where !recorder.heads.isEmpty {
      #expect(recorder.heads.first?.headers.values(for: name) == values, "\(name)")
    }
    #expect(recorder.trailers == trailers)
    #expect(server.connectionCount == 1)
    let text = String(decoding: server.received.first ?? Data(), as: UTF8.self)
    var target = situation.target
    if case .target(let other)? = difference { target = other }
    #expect(text.hasPrefix("\(situation.method) \(target) HTTP/1.1\r\n"), "\(text.prefix(200))")
    #expect(text.contains("Host: 127.0.0.1:\(server.port)\r\n"))
    #expect(text.components(separatedBy: " HTTP/1.1\r\n").count == 2, "one request")
    for line in seen { #expect(text.contains("\(line)\r\n") || text.hasSuffix(line), "\(line) in \(text.prefix(500))") }
    for part in situation.unseen { #expect(!text.contains(part), "\(part) in \(text.prefix(500))") }
  }
}
