internal import Foundation
internal import MiniRx

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

extension Transport {
  /// The answer to a request, a good body written to the file, any other in memory up to a limit. Cold.
  ///
  /// After a cut the rest is asked for, as the file's plan says. The transport waits while the disk is slow.
  func download(
    _ request: URLRequest, into file: DownloadFile, observing: @escaping @Sendable (TransportEvent) -> Void
  ) -> Single<HTTPResponse> {
    .create { single in
      let receiver = DownloadReceiver(self, request, file, observing, single)
      file.queue.async { receiver.send() }
      return receiver
    }
  }
}

/// One passing of a request through the innermost step of a download; perhaps several sendings.
private final class DownloadReceiver: Disposable, @unchecked Sendable {
  // Sendable by rule: `flow` and `isOver` are guarded by `lock`, all else is touched on the queue of the file.
  private let transport: any Transport
  private let request: URLRequest
  private let file: DownloadFile
  private let observing: @Sendable (TransportEvent) -> Void
  private let single: Single<HTTPResponse>.SingleObserver
  private let lock = Lock()
  private var flow: TransferFlow?
  private var isOver = false

  private var collector: ResponseCollector
  private var step = DownloadPlan.Step.hold
  private var held = 0
  private var sendings = 0

  /// How much of an error answer is kept.
  private static let limit = 1_024 * 1_024

  init(
    _ transport: any Transport, _ request: URLRequest, _ file: DownloadFile,
    _ observing: @escaping @Sendable (TransportEvent) -> Void, _ single: @escaping Single<HTTPResponse>.SingleObserver
  ) {
    (self.transport, self.request, self.file) = (transport, request, file)
    (self.observing, self.single) = (observing, single)
    collector = ResponseCollector(method: request.method ?? .get)
  }

  func dispose() { replaceFlow(nil)?.dispose() }

  /// Sends the request, for the rest of the file where something of it is there.
  func send() {
    let flow = TransferFlow()
    guard lock.withLock({ !isOver }) else { return }
    replaceFlow(flow)?.dispose()
    (collector, step, held) = (ResponseCollector(method: request.method ?? .get), .hold, 0)
    sendings += 1
    let task = transport.send(file.plan.prepare(request)) { [self] event in
      if case .body(let data) = event { flow.add(data.count) }
      file.queue.async { self.take(event, of: flow) }
    }
    flow.attach(task)
  }

  /// Nil ends it.
  private func replaceFlow(_ new: TransferFlow?) -> TransferFlow? {
    lock.withLock {
      defer { (flow, isOver) = (isOver ? nil : new, isOver || new == nil) }
      return flow
    }
  }

  private func take(_ event: TransportEvent, of flow: TransferFlow) {
    guard lock.withLock({ self.flow === flow }) else { return }
    do throws(NetworkError) {
      switch event {
      case .head(let head): try take(head)
      case .body(let data):
        defer { flow.add(-data.count) }
        observing(event)
        if step != .hold { return try file.append(data) }
        _ = collector.take(.body(data.prefix(Self.limit - held)))
        held += data.count
        if held >= Self.limit { end(collector.take(.end(nil))) }
      case .end(let error):
        try end(error)
      case .sent, .trailers, .metrics:
        _ = collector.take(event)
        observing(event)
      }
    } catch {
      end(.failure(error))
    }
  }

  private func take(_ head: HTTPResponseHead) throws(NetworkError) {
    step = file.plan.step(after: head)
    switch step {
    case .askAgain: return send()
    case .append:
      // The whole answer is the one that the first part belongs to, and so is the progress.
      _ = collector.take(.head(file.head ?? head))
      return
    case .begin: try file.begin(head)
    case .hold: break
    }
    _ = collector.take(.head(head))
    observing(.head(head))
  }

  private func end(_ error: NetworkError?) throws(NetworkError) {
    let error = error ?? (step == .append ? file.plan.shortfall : nil)
    if let error, file.plan.resumes(after: error) { return send() }
    observing(.end(error))
    end(collector.take(.end(error)))
  }

  private func end(_ result: Result<HTTPResponse, any Error>?) {
    dispose()
    guard let result else { return }
    single(
      result.map { response in
        var response = response
        response.attempts = sendings
        if step != .hold { response.file = file.place }
        return response
      })
  }
}
