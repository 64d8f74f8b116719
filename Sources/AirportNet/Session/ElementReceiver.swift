internal import Foundation
internal import MiniRx
internal import Synchronization

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// One passing of a request through the innermost step of a call whose elements are told as they come.
///
/// A good body is taken apart on the call's scheduler, piece by piece, and the transport waits while that is slow. Any
/// other answer is held in memory and goes out as others do.
final class ElementReceiver<Element: Decodable & Sendable>: Disposable, @unchecked Sendable {
  // Sendable by rule: `waiting`, `isReading` and `isOver` are guarded by `lock`; all else is touched by the one reader.
  private enum Body {
    case unknown, told, held
  }

  private let call: ElementCall<Element>
  private let observing: @Sendable (TransportEvent) -> Void
  private let single: Single<HTTPResponse>.SingleObserver
  private let flow = TransferFlow()
  private let lock = Lock()
  private var waiting: [TransportEvent] = []
  private var isReading = false
  private var isOver = false

  private var collector: ResponseCollector
  private let method: HTTPMethod
  private var head: HTTPResponseHead?
  private var body = Body.unknown
  private var splitter: JSONArraySplitter

  init(
    _ call: ElementCall<Element>, _ method: HTTPMethod, _ observing: @escaping @Sendable (TransportEvent) -> Void,
    _ single: @escaping Single<HTTPResponse>.SingleObserver
  ) {
    (self.call, self.method, self.observing, self.single) = (call, method, observing, single)
    collector = ResponseCollector(method: method)
    splitter = JSONArraySplitter(at: call.keys)
  }

  func send(_ request: URLRequest, over transport: any Transport) {
    flow.attach(
      transport.send(request) { [self] event in
        if case .body(let data) = event { flow.add(data.count) }
        take(event)
      })
  }

  func dispose() {
    let gone = lock.withLock {
      defer { (waiting, isOver) = ([], true) }
      return waiting
    }
    withExtendedLifetime(gone) {}
    flow.dispose()
  }

  private var isWanted: Bool { lock.withLock { !isOver } }

  /// On the transport's thread.
  private func take(_ event: TransportEvent) {
    let begins = lock.withLock {
      if isOver { return false }
      waiting.append(event)
      defer { isReading = true }
      return !isReading
    }
    guard begins else { return }
    _ = call.scheduler.schedule(()) { [self] _ in
      while let events = next() {
        for event in events where isWanted { read(event) }
      }
      return Disposables.create()
    }
  }

  private func next() -> [TransportEvent]? {
    lock.withLock {
      isReading = !isOver && !waiting.isEmpty
      defer { waiting = [] }
      return isReading ? waiting : nil
    }
  }

  private func read(_ event: TransportEvent) {
    observing(event)
    do throws(NetworkError) {
      switch event {
      case .body(let data):
        defer { flow.add(-data.count) }
        if try takesApart(data) { return }
      case .head(let head):
        self.head = head
        body = (200..<300).contains(head.statusCode) ? .unknown : .held
      case .end(nil) where body == .told:
        do throws(JSONArraySplitter.Fault) { try splitter.finish() } catch { throw failure(error) }
        call.hasTold()
      case .end, .sent, .trailers, .metrics: break
      }
      if let result = collector.take(event) { end(result) }
    } catch {
      end(.failure(error))
    }
  }

  /// True where the piece belongs to a body that is told.
  private func takesApart(_ data: Data) throws(NetworkError) -> Bool {
    if body == .unknown, !data.isEmpty { body = call.accepts(answer(data)) ? .told : .held }
    guard body == .told else { return false }
    splitter.take(data)
    while isWanted, let part = try nextPart() {
      // Another sending of this call has told something: these are not the elements that follow.
      guard part.index == nil || call.isOwner(self) else {
        dispose()
        return true
      }
      try call.tell(part, of: answer(part.text))
    }
    return true
  }

  private func nextPart() throws(NetworkError) -> JSONArraySplitter.Part? {
    do throws(JSONArraySplitter.Fault) { return try splitter.nextPart() } catch { throw failure(error) }
  }

  private func answer(_ data: Data) -> HTTPResponse {
    HTTPResponse(head: head ?? HTTPResponseHead(statusCode: 200), body: data, method: method)
  }

  private func failure(_ fault: JSONArraySplitter.Fault) -> NetworkError { call.failure(fault, of: answer(Data())) }

  private func end(_ result: Result<HTTPResponse, any Error>) {
    dispose()
    call.end(result, of: self, single)
  }
}
