internal import Foundation

/// What a connection does to answer one request: a list of steps, made before the first of them is taken.
struct WirePlan: Equatable {
  enum Step: Equatable {
    case send(Data)
    /// Waits, unless the client goes away.
    case sit(Duration)
    /// Reads and forgets until the client goes away.
    case silence
    /// Resets the connection; nothing comes after it.
    case reset
  }

  var steps: [Step]
  /// Whether the connection goes on to the next request.
  var keepsAlive: Bool

  /// The plan of an answer that goes as it should.
  static func answer(_ response: ServerResponse, to request: LoopbackServer.Request) -> WirePlan {
    let keepAlive = request.wantsKeepAlive
    let (head, body) = ResponseWriter.write(response, to: request, keepAlive: keepAlive)
    return WirePlan(steps: [.send(joined(head, body))] + rest(body), keepsAlive: keepAlive)
  }

  /// A small body goes in the same packet as its head.
  private static func joined(_ head: Data, _ body: [Data]) -> Data {
    fits(body) ? body.reduce(head, +) : head
  }

  private static func rest(_ body: [Data]) -> [Step] {
    fits(body) ? [] : body.map(Step.send)
  }

  private static func fits(_ body: [Data]) -> Bool {
    body.reduce(0) { $0 + $1.count } <= 16_384
  }
}
