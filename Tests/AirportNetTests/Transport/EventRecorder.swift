import AirportNet
import Foundation
import MiniRx

/// Remembers what a transport reports, and waits for its end.
final class EventRecorder: @unchecked Sendable {
  // Sendable by rule: everything is guarded by `condition`.
  private let condition = NSCondition()
  private var log: [TransportEvent] = []
  private var inside = 0
  private var overlaps = 0
  private var stopwatch = ContinuousClock.now

  /// Sends a request and records what comes.
  func record(_ transport: any Transport, _ request: URLRequest) -> any TransportTask {
    stopwatch = .now
    return transport.send(request) { self.take($0) }
  }

  func take(_ event: TransportEvent) {
    condition.lock()
    inside += 1
    if inside > 1 { overlaps += 1 }
    log.append(event)
    condition.unlock()
    condition.lock()
    inside -= 1
    condition.broadcast()
    condition.unlock()
  }

  /// Blocks until the claim about the events is true; false if it is not within the seconds.
  func wait(seconds: Double = 30, until claim: ([TransportEvent]) -> Bool) -> Bool {
    let limit = Date(timeIntervalSinceNow: seconds)
    condition.lock()
    defer { condition.unlock() }
    while !claim(log) {
      guard condition.wait(until: limit) else { return claim(log) }
    }
    return true
  }

  /// Blocks until the end has come.
  func waitForEnd(seconds: Double = 30) -> Bool {
    wait(seconds: seconds) { $0.contains { if case .end = $0 { true } else { false } } }
  }

  var events: [TransportEvent] { locked { log } }
  var overlapCount: Int { locked { overlaps } }
  var elapsed: Duration { locked { stopwatch }.duration(to: .now) }

  var heads: [HTTPResponseHead] {
    events.compactMap { if case .head(let head) = $0 { head } else { nil } }
  }

  var body: Data {
    events.reduce(into: Data()) { if case .body(let data) = $1 { $0 += data } }
  }

  var trailers: HTTPHeaders {
    events.reduce(into: [:]) { if case .trailers(let trailers) = $1 { $0 = trailers } }
  }

  /// What was said of the request's body.
  var sent: [(bytes: Int64, total: Int64?)] {
    events.compactMap { if case .sent(let bytes, let total) = $0 { (bytes, total) } else { nil } }
  }

  /// Whether the events come in the order that `TransportEvent` promises.
  var isGrammatical: Bool {
    var (rank, hasHead) = (0, false)
    for event in events {
      let (next, isOnce) =
        switch event {
        case .sent, .head, .body: (0, false)
        case .trailers: (1, true)
        case .metrics: (2, true)
        case .end: (3, true)
        }
      if next < rank || isOnce && next == rank && rank > 0 { return false }
      if case .head = event {
        if hasHead { return false }
        hasHead = true
      }
      if case .body = event, !hasHead { return false }
      rank = next
    }
    return true
  }

  /// The errors of all ends, nil for a good one.
  var ends: [NetworkError?] {
    events.compactMap { if case .end(let error) = $0 { .some(error) } else { nil } }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }
}

extension URLRequest {
  /// A request for tests, with a method, an idle limit in seconds, fields and a body.
  init(
    _ url: URL, _ method: String = "GET", timeout: TimeInterval = 20, headers: [String: String] = [:],
    body: String? = nil
  ) {
    self.init(url: url)
    httpMethod = method
    timeoutInterval = timeout
    allHTTPHeaderFields = headers
    httpBody = body.map { Data($0.utf8) }
  }
}
