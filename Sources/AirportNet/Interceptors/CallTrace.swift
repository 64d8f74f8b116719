internal import MiniRx

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#else
  internal import Foundation
#endif

/// What became of all that one call has sent: whether a server may have seen any of it.
final class CallTrace: Sendable {
  private let lock = Lock()
  // Guarded by `lock`.
  nonisolated(unsafe) private var sendings: [Sending] = []

  /// How many requests were sent until now.
  var count: Int { lock.withLock { sendings.count } }

  /// Whether a server may have seen one of those that were sent after so many.
  func mayHaveReachedServer(after count: Int) -> Bool {
    lock.withLock { sendings.dropFirst(count) }.contains { $0.mayHaveReachedServer }
  }

  /// The transport, watched.
  func watching(_ transport: any Transport) -> any Transport { WatchedTransport(base: transport, trace: self) }

  private func add() -> Sending {
    let sending = Sending()
    lock.withLock { sendings.append(sending) }
    return sending
  }

  private struct WatchedTransport: Transport {
    let base: any Transport
    let trace: CallTrace

    func send(_ request: URLRequest, onEvent: @escaping @Sendable (TransportEvent) -> Void) -> any TransportTask {
      let sending = trace.add()
      let task = base.send(request) { event in
        if case .end(let error) = event { sending.end(mayHaveReachedServer: error?.mayHaveReachedServer ?? true) }
        onEvent(event)
      }
      sending.begin(task as? Exchange)
      return task
    }
  }

  /// One request: what its transport knows while it is under way, and what it has said at the end.
  private final class Sending: Sendable {
    private let lock = Lock()
    // Both guarded by `lock`.
    nonisolated(unsafe) private var exchange: Exchange?
    nonisolated(unsafe) private var result: Bool?

    var mayHaveReachedServer: Bool {
      lock.lock()
      let (exchange, result) = (self.exchange, self.result)
      lock.unlock()
      return result ?? exchange?.mayHaveReachedServer ?? true
    }

    func begin(_ exchange: Exchange?) {
      lock.lock()
      defer { lock.unlock() }
      if result == nil { self.exchange = exchange }
    }

    func end(mayHaveReachedServer reached: Bool) {
      lock.lock()
      let gone = exchange
      (exchange, result) = (nil, reached)
      lock.unlock()
      withExtendedLifetime(gone) {}
    }
  }
}
