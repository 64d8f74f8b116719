public import Foundation

/// A small HTTP/1.1 server on 127.0.0.1, inside the process: airports, login, posts, and faults on request.
///
/// It is for the example app and for tests. It keeps connections alive, answers pipelined requests in order, in
/// chunks, compressed, in ranges and with entity tags; it remembers what it saw.
///
/// Any request can ask in its query for an answer that is slow, broken or missing, such as
/// `/airports.json?fault=truncate&latency=200`:
/// - `fault=NAME`: one of `Fault`; `times=N`: only for the first N requests with this target
/// - `latency=MS`: waits before the answer
/// - `chunked=N`: answers in chunks of N bytes; `gzip=1`: answers with `Content-Encoding: gzip`
/// - `header=NAME:VALUE`: adds a header line; may be repeated
/// - `piece=N`, `interval=MS`: the steps of the fault `trickle`
///
/// Each connection has a thread of its own. All members may be used from any thread; none runs code of the caller.
/// The server stops with `stop()` or with its last reference.
///
///     let server = LoopbackServer()
///     try server.start()
///     print(server.baseURL)        // http://127.0.0.1:49152
///     server.stop()
public final class LoopbackServer: Sendable {
  private let initial: Configuration
  private let core = Guarded<ServerCore?>(nil)

  /// A server that is not yet started.
  public init(configuration: Configuration = Configuration()) {
    initial = configuration
  }

  deinit {
    stop()
  }

  /// Starts to listen; from here on clients can connect.
  ///
  /// - Throws: `LoopbackServerError`. A server starts once.
  public func start() throws(LoopbackServerError) {
    guard running == nil else { throw .alreadyStarted }
    let started = try ServerCore(initial)
    let isFirst = core.withLock { core in
      guard core == nil else { return false }
      core = started
      return true
    }
    started.start()
    guard isFirst else {
      started.stop()
      throw .alreadyStarted
    }
  }

  /// Ends all connections, in flight or not, and waits until all threads and sockets are gone. May be called again.
  public func stop() {
    running?.stop()
  }

  /// The port that the server listens on; 0 before `start()`.
  public var port: UInt16 {
    running?.listener.port ?? 0
  }

  /// Where the server is: `http://127.0.0.1:PORT`, without a slash at the end.
  public var baseURL: URL {
    URL(string: "http://127.0.0.1:\(port)")!
  }

  /// How the server behaves, from the next request on. Before `start()` a change has no effect.
  public var configuration: Configuration {
    get { running?.shared.withLock { $0.configuration } ?? initial }
    set { running?.shared.withLock { $0.configuration = newValue } }
  }

  /// The requests that the server read whole, in their order, also those that it then failed on purpose.
  public var requests: [Request] {
    running?.shared.withLock { Array($0.requests.suffix(max($0.configuration.requestMemory, 0))) } ?? []
  }

  /// How many connections the server took since its start.
  public var connectionCount: Int {
    running?.shared.withLock { $0.connectionCount } ?? 0
  }

  /// How many connections are open now.
  public var openConnectionCount: Int {
    running?.shared.withLock { $0.open.count } ?? 0
  }

  /// Blocks until the server has read this many requests since its start; false if it has not within the time.
  public func waitForRequests(_ count: Int, timeout: Duration = .seconds(10)) -> Bool {
    running?.shared.wait(timeout) { $0.requestCount >= count } ?? false
  }

  /// Blocks until at most this many connections are open; false if more are still open when the time is over.
  public func waitForOpenConnections(atMost count: Int, timeout: Duration = .seconds(10)) -> Bool {
    running?.shared.wait(timeout) { $0.open.count <= count } ?? (count >= 0)
  }

  /// Hands out another document at `/airports.json` from now on, with another entity tag.
  public func replaceDocument(with bytes: Data) {
    let document = ServedDocument(bytes)
    running?.shared.withLock { $0.state.document = document }
  }

  /// Makes every access token invalid, so that the next use of one is answered with 401.
  public func expireTokens() {
    running?.shared.withLock { $0.state.tokens.expire() }
  }

  private var running: ServerCore? {
    core.withLock { $0 }
  }
}
