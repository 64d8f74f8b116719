public import Foundation

extension LoopbackServer {
  /// How a server behaves. All but `port`, `accounts`, `document` and `maximumConnections` can change while it runs.
  public struct Configuration: Sendable {
    /// The port to listen on; 0 lets the system pick a free one.
    public var port: UInt16 = 0
    /// The wait before each answer; `?latency=` in milliseconds wins over it.
    public var latency = Duration.zero
    /// What goes wrong with each answer; `?fault=` wins over it.
    public var fault: Fault?
    /// How long the fault `slow` takes.
    public var slowness = Duration.seconds(3)
    /// How long a connection may stay open without a request.
    public var keepAliveTimeout = Duration.seconds(30)
    /// The most connections at once; one more is answered with 503 and closed.
    public var maximumConnections = 512
    /// The most requests that `requests` remembers; older ones are forgotten.
    public var requestMemory = 10_000
    /// The passwords of the people who may log in, by email.
    public var accounts = [exampleEmail: examplePassword]
    /// The airports document to hand out; nil for the bundled one.
    public var document: Data?

    /// A configuration without faults, with the bundled airports, on a free port.
    public init() {}

    /// The email of the account that every server has unless told otherwise.
    public static let exampleEmail = "traveller@example.com"
    /// The password of that account.
    public static let examplePassword = "window-seat-14A"
  }
}
