internal import Dispatch
internal import MiniRx

/// What is told to whom about the progress of one exchange.
///
/// Only what answers the call counts: the bodies of redirects and refusals do not. What is reported never falls, even
/// where an interceptor sends a request twice, and a good answer ends at 1.
final class ProgressTracker: @unchecked Sendable {
  // Sendable by rule: all state is guarded by the lock of the handlers.
  private let listeners: ProgressListeners
  private var download = TransferProgress()
  private var reported = TransferProgress()
  private var upload = TransferProgress()
  private var isCounting = false

  init(_ listeners: ProgressListeners) { self.listeners = listeners }

  func take(_ event: TransportEvent) {
    guard listeners.observer != nil || !listeners.handlers.isEmpty else { return }
    let news: (ProgressHandlers.Side, TransferProgress)? = listeners.handlers.lock.withLock {
      switch event {
      case .head(let head):
        isCounting = (200..<300).contains(head.statusCode)
        download = TransferProgress()
        let encoding = head.headers["Content-Encoding"]?.lowercased() ?? "identity"
        if encoding == "identity" { download.totalUnitCount = head.contentLength }
        return nil
      case .body(let data):
        download.completedUnitCount += Int64(data.count)
        guard isCounting, rises() else { return nil }
        reported = download
        return (.download, download)
      case .sent(let count, let total):
        guard count > upload.completedUnitCount else { return nil }
        upload = TransferProgress(completedUnitCount: count, totalUnitCount: total)
        return (.upload, upload)
      case .trailers, .metrics: return nil
      case .end(let error):
        guard error == nil, isCounting, !reported.isFinished else { return nil }
        download.totalUnitCount = download.completedUnitCount
        return (.download, download)
      }
    }
    if let (side, progress) = news {
      listeners.observer?(side, progress)
      listeners.handlers.call(side, progress)
    }
  }

  // An answer that is sent a second time begins anew. Under the lock.
  private func rises() -> Bool {
    guard download.completedUnitCount > reported.completedUnitCount else { return false }
    guard let before = reported.fractionCompleted, let now = download.fractionCompleted else { return true }
    return now >= before
  }
}

/// Hears of progress; called on the transport's thread.
typealias ProgressObserver = @Sendable (ProgressHandlers.Side, TransferProgress) -> Void

/// Who is told of the progress of one exchange: the handlers of the request, and perhaps an observer of its own.
struct ProgressListeners: Sendable {
  let handlers: ProgressHandlers
  let observer: ProgressObserver?

  init(_ handlers: ProgressHandlers, _ observer: ProgressObserver?) {
    (self.handlers, self.observer) = (handlers, observer)
  }
}

/// The progress handlers of a request.
final class ProgressHandlers: @unchecked Sendable {
  // Sendable by rule: `list` is guarded by `lock`.
  enum Side {
    case download, upload
  }

  let lock = Lock()
  private var list: [(side: Side, queue: DispatchQueue, call: @Sendable (TransferProgress) -> Void)] = []

  var isEmpty: Bool { lock.withLock { list.isEmpty } }

  func add(_ side: Side, _ queue: DispatchQueue, _ call: @escaping @Sendable (TransferProgress) -> Void) {
    lock.withLock { list.append((side, queue, call)) }
  }

  func call(_ side: Side, _ progress: TransferProgress) {
    for entry in lock.withLock({ list }) where entry.side == side {
      entry.queue.async { [call = entry.call] in call(progress) }
    }
  }
}
