public import MiniRx

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension Transport {
  /// The whole answer to a request, collected in memory.
  ///
  /// Cold: each subscription sends the request; disposing it closes the connection. The answer comes on a thread of the
  /// transport. Fails with the `NetworkError` of the end.
  /// - Parameters:
  ///   - request: what to send.
  ///   - observing: called for every event before it is collected, on the transport's thread, for progress.
  public func response(
    for request: URLRequest, observing: (@Sendable (TransportEvent) -> Void)? = nil
  ) -> Single<HTTPResponse> {
    Single.create { single in
      let collector = ResponseCollector(method: HTTPMethod(rawValue: request.httpMethod ?? "GET"))
      return self.send(request) { event in
        observing?(event)
        if let result = collector.take(event) { single(result) }
      }
    }
  }
}

/// Puts the pieces of an answer together. Touched by one event at a time.
final class ResponseCollector: @unchecked Sendable {
  // Sendable by rule: a transport never reports two events at once.
  private let method: HTTPMethod
  private var head: HTTPResponseHead?
  private var body = Data()
  private let start = ContinuousClock.now
  private var metrics = TransferMetrics()

  init(method: HTTPMethod) { self.method = method }

  func take(_ event: TransportEvent) -> Result<HTTPResponse, any Error>? {
    switch event {
    case .sent, .trailers: return nil
    case .metrics(let metrics):
      self.metrics = metrics
      return nil
    case .head(let head):
      self.head = head
      metrics.firstByte = start.duration(to: .now)
      return nil
    case .body(let data):
      if body.isEmpty { body = data } else { body.append(data) }
      return nil
    case .end(let error?): return .failure(error)
    case .end(nil):
      if metrics.total == nil { metrics.total = start.duration(to: .now) }
      guard let head else {
        return .failure(
          NetworkError.transport(.badServerResponse, phase: .waiting, mayHaveReachedServer: true))
      }
      return .success(HTTPResponse(head: head, body: body, method: method, metrics: metrics))
    }
  }
}
