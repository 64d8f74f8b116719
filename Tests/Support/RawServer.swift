public import Foundation

/// A TCP server on loopback for tests that plays a script, byte for byte.
///
/// The first connection plays the first script, the second the second, and so on; when they are used up, the last one
/// is played again. After its last step a connection is closed. What clients send is remembered, in `received`.
/// Each connection has a thread; all members may be used from any thread; the server stops with its last reference.
///
///     let server = try RawServer([.readRequest, .send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhel"), .reset])
public final class RawServer: Sendable {
  /// What a connection does next.
  public enum Step: Sendable {
    /// Reads until a request is there whole: its head, and its body by Content-Length or chunks.
    case readRequest
    /// Reads until the head of a request is there whole; what follows it stays for the next step.
    case readHead
    /// Reads so many bytes.
    case read(Int)
    /// Sends text as UTF-8, line ends as they are written.
    case send(String)
    /// Sends bytes.
    case sendData(Data)
    /// Sends so many zero bytes, as fast as the client takes them; `sentCount` tells how far it has come.
    case flood(Int)
    /// Waits, for situations that are about time; ends early when the server stops.
    case wait(milliseconds: Int)
    /// Waits until the test opens the gate.
    case waitFor(Gate)
    /// Reads until the client closes or resets.
    case readToEnd
    /// Says that nothing more will be sent (FIN), and goes on.
    case finishSending
    /// Closes, and ends the script.
    case close
    /// Resets (RST), and ends the script.
    case reset
    /// Starts the script over, on the same connection.
    case again
  }

  /// The port that the server listens on.
  public let port: UInt16
  private let isIPv6: Bool
  private let core: RawServerCore

  /// Starts a server that plays the same script on each connection.
  ///
  /// - Throws: `RawSocketError`.
  public convenience init(_ script: [Step]) throws {
    try self.init(connections: [script])
  }

  /// Starts a server that plays one script after the other, on 127.0.0.1 or on `::1`.
  ///
  /// - Throws: `RawSocketError`.
  public init(connections scripts: [[Step]], overIPv6: Bool = false) throws {
    let (socket, port) = try RawSocket.listening(overIPv6: overIPv6)
    isIPv6 = overIPv6
    self.port = port
    core = RawServerCore(socket: socket, port: port, isIPv6: overIPv6, scripts: scripts)
    core.start()
  }

  deinit {
    stop()
  }

  /// Where the server is: `http://127.0.0.1:PORT` or `http://[::1]:PORT`.
  public var baseURL: URL {
    URL(string: "http://\(isIPv6 ? "[::1]" : "127.0.0.1"):\(port)")!
  }

  /// What each connection sent until now, in the order of the connections.
  public var received: [Data] {
    core.received
  }

  /// How many connections were taken until now.
  public var connectionCount: Int {
    core.received.count
  }

  /// How many bytes `flood` has got rid of until now, over all connections.
  public var sentCount: Int {
    core.sentCount
  }

  /// How many connections are open now.
  public var openCount: Int {
    core.openCount
  }

  /// How many connections were open at once at most.
  public var mostOpen: Int {
    core.mostOpen
  }

  /// Blocks until the claim about `received` is true; false if it is not within the seconds.
  public func wait(seconds: Double = 30, until claim: ([Data]) -> Bool) -> Bool {
    core.wait(seconds: seconds, until: claim)
  }

  /// Blocks until so many connections have played their script to the end; false if they have not within the seconds.
  public func waitForEnds(_ count: Int, seconds: Double = 30) -> Bool {
    core.waitForEnds(count, seconds: seconds)
  }

  /// Ends all connections and waits until all threads and sockets are gone. May be called again.
  public func stop() {
    core.stop()
  }
}
