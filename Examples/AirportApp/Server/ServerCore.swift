internal import Foundation

/// What the threads of a server share: its settings, what the routes keep, the open connections.
///
/// The server's public face is not known here, so that its end can stop the threads.
final class ServerCore: Sendable {
  struct Shared {
    var configuration: LoopbackServer.Configuration
    var state: ServerState
    var requests: [LoopbackServer.Request] = []
    var requestCount = 0
    var faultCounts: [String: Int] = [:]
    var open: [Int: ServerSocket] = [:]
    var connectionCount = 0
    var isStopped = false
    var isClosed = false
  }

  let shared: Guarded<Shared>
  let listener: ServerListener
  private let threads = DispatchGroup()

  init(_ configuration: LoopbackServer.Configuration) throws(LoopbackServerError) {
    let document: ServedDocument
    do {
      document =
        try configuration.document.map { ServedDocument($0) }
        ?? ServedDocument(AirportsDocument.data(), gzip: AirportsDocument.gzip())
    } catch {
      throw .documentMissing("\(error)")
    }
    listener = try ServerListener(port: configuration.port)
    shared = Guarded(
      Shared(
        configuration: configuration, state: ServerState(document: document, accounts: configuration.accounts)))
  }

  var keepAliveTimeout: Duration {
    shared.withLock { $0.configuration.keepAliveTimeout }
  }

  func start() {
    startThread("loopback-server") { core in
      core.listener.run { core.serve($0) }
    }
  }

  /// Ends the listener and all connections and waits for their threads. May be called again.
  func stop() {
    shared.withLock { shared in
      shared.isStopped = true
      // The sockets are open as long as they are in the table: a thread takes its own out before it closes it.
      for socket in shared.open.values { socket.shutdown() }
      if !shared.isClosed { listener.wake() }
    }
    threads.wait()
    let isFirst = shared.withLock { shared in
      defer { shared.isClosed = true }
      return !shared.isClosed
    }
    if isFirst { listener.close() }
  }

  /// The whole way of a request from the bytes it came in to the steps that answer it.
  func plan(for request: LoopbackServer.Request) -> WirePlan {
    let configuration = remember(request)
    let options: RequestOptions
    do {
      options = try RequestOptions(request)
    } catch {
      return .answer(.refusal(400, error.message), to: request)
    }
    let asked = fault(for: request, options, configuration)
    let seen = asked == nil ? request : request.withoutConditions
    var response = shared.withLock { ServerRouter.standard.answer(seen, &$0.state) }
    response.headers += options.headers
    if options.gzip && response.header("Content-Encoding") == nil {
      response.setHeader("Content-Encoding", "gzip")
      response.body = .bytes(GzipEncoder.store(response.bodyData))
    }
    if let size = options.chunked { response.body = .chunks(response.bodyData.pieces(of: size)) }
    var plan = WirePlan.answer(response, to: request)
    if let fault = asked ?? response.fault {
      plan = FaultInjection(request: request, options: options, slowness: configuration.slowness).plan(fault, response)
    }
    let latency = options.latency ?? configuration.latency
    if latency > .zero { plan.steps.insert(.sit(latency), at: 0) }
    return plan
  }

  private func remember(_ request: LoopbackServer.Request) -> LoopbackServer.Configuration {
    shared.withLock { shared in
      shared.requests.append(request)
      shared.requestCount += 1
      let memory = max(shared.configuration.requestMemory, 0)
      if shared.requests.count > 2 * memory { shared.requests.removeFirst(shared.requests.count - memory) }
      return shared.configuration
    }
  }

  private func fault(
    for request: LoopbackServer.Request, _ options: RequestOptions, _ configuration: LoopbackServer.Configuration
  ) -> LoopbackServer.Fault? {
    guard let fault = options.fault else { return configuration.fault }
    guard let times = options.times else { return fault }
    let earlier = shared.withLock { shared in
      defer { shared.faultCounts[request.target, default: 0] += 1 }
      return shared.faultCounts[request.target, default: 0]
    }
    return earlier < times ? fault : nil
  }

  private func serve(_ socket: ServerSocket) {
    let number = shared.withLock { shared -> Int? in
      guard !shared.isStopped, shared.open.count < shared.configuration.maximumConnections else { return nil }
      shared.connectionCount += 1
      shared.open[shared.connectionCount] = socket
      return shared.connectionCount
    }
    guard let number else {
      let full = ServerResponse(status: 503, headers: [("Content-Length", "0"), ("Connection", "close")])
      _ = socket.send(ResponseWriter.head(full.status, full.headers))
      return socket.close()
    }
    startThread("loopback-connection") { core in
      ServerConnection(number: number, socket: socket, core: core).serve()
      core.shared.withLock { $0.open[number] = nil }
      socket.close()
    }
  }

  private func startThread(_ name: String, _ body: @escaping @Sendable (ServerCore) -> Void) {
    threads.enter()
    let thread = Thread { [self] in
      body(self)
      threads.leave()
    }
    thread.name = name
    thread.stackSize = 512 * 1024
    thread.start()
  }
}

extension LoopbackServer.Request {
  /// The request without what would change the form of its answer: a fault is about the whole, plain answer.
  fileprivate var withoutConditions: LoopbackServer.Request {
    let conditions: Set = ["accept-encoding", "if-none-match", "if-range", "range"]
    var request = self
    request.headers.removeAll { conditions.contains($0.name.lowercased()) }
    return request
  }
}

extension Data {
  fileprivate func pieces(of size: Int) -> [Data] {
    stride(from: 0, to: count, by: size).map { subdata(in: startIndex + $0..<startIndex + Swift.min($0 + size, count)) }
  }
}
