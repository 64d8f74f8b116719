internal import Foundation
internal import MiniRx

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// The URLSession of a transport and its delegate: finds the transfer of each callback.
///
/// It outlives its transport until the last task has ended, and only then lets go of the URLSession.
final class URLSessionCore: NSObject, URLSessionDataDelegate, @unchecked Sendable {
  // Sendable by rule: `transfers` and `isClosed` are guarded by `lock`, `session` is set once, in `init`.
  private let lock = Lock()
  private var transfers: [Int: URLSessionTransfer] = [:]
  private var isClosed = false
  private var session: URLSession!
  private let queue = OperationQueue()

  init(_ configuration: URLSessionConfiguration) {
    super.init()
    queue.maxConcurrentOperationCount = 1
    session = URLSession(configuration: configuration, delegate: self, delegateQueue: queue)
  }

  /// Begins a transfer.
  func start(_ request: URLRequest, for exchange: Exchange) {
    let task = session.dataTask(with: request)
    let transfer = URLSessionTransfer(request, exchange)
    lock.withLock { transfers[task.taskIdentifier] = transfer }
    // Cancelling beside the delegate's callbacks, not within or across them, is the one order that is safe everywhere.
    exchange.begin { [queue] in queue.addOperation { task.cancel() } }
    task.resume()
  }

  /// Lets go of the URLSession when no task is left.
  func close() {
    let isIdle = lock.withLock {
      isClosed = true
      return transfers.isEmpty
    }
    if isIdle { invalidate() }
  }

  private func invalidate() {
    queue.addOperation { [session] in session?.finishTasksAndInvalidate() }
  }

  private func transfer(of task: URLSessionTask) -> URLSessionTransfer? {
    lock.withLock { transfers[task.taskIdentifier] }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    transfer(of: dataTask)?.receive(response)
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    transfer(of: dataTask)?.receive(data)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64, totalBytesSent: Int64,
    totalBytesExpectedToSend: Int64
  ) {
    transfer(of: task)?.exchange.report(
      .sent(totalBytesSent, of: totalBytesExpectedToSend > 0 ? totalBytesExpectedToSend : nil))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, willPerformHTTPRedirection response: HTTPURLResponse,
    newRequest request: URLRequest, completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler: @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    #if canImport(Darwin)
      let isTrust = challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
      completionHandler(isTrust ? .performDefaultHandling : .rejectProtectionSpace, nil)
    #else
      // The whole 401 has been delivered; any other answer than cancelling would leave the task waiting forever.
      transfer(of: task)?.finish(nil)
      completionHandler(.cancelAuthenticationChallenge, nil)
    #endif
  }

  func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
    let (ended, isLast) = lock.withLock {
      let ended = transfers.removeValue(forKey: task.taskIdentifier)
      return (ended, isClosed && transfers.isEmpty)
    }
    // On Linux a redirect without Location is never handed to the delegate; the task has it.
    if error == nil, let response = task.response { ended?.receive(response) }
    ended?.finish(error)
    if isLast { invalidate() }
  }
}
