#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// One thing that happened to one sending of a request, as a `MonitorInterceptor` sees it.
///
/// Each sending has two: `started`, then one of the others. The description is one line with credentials redacted.
public struct RequestEvent: Sendable {
  /// What happened.
  public enum Stage: Sendable {
    /// The request was sent on.
    case started
    /// It was answered, with whatever status; metrics and the number of attempts are in the answer.
    case answered(HTTPResponse)
    /// It failed.
    case failed(NetworkError)
    /// It was disposed before it was answered.
    case cancelled
  }

  /// The number of the sending, which its two events share; unique within one interceptor.
  public let id: Int
  /// The request as it was sent on.
  public let request: URLRequest
  /// What happened.
  public let stage: Stage
  /// The time since `started`.
  public let elapsed: Duration
}

extension RequestEvent: CustomStringConvertible, CustomReflectable {
  /// One line, such as `#3 GET http://host.test/a: 200, 512 bytes, 31 ms`.
  public var description: String { line(revealingSecrets: false) }

  /// What `dump` prints: the description.
  public var customMirror: Mirror { Mirror(self, children: []) }

  func line(revealingSecrets: Bool) -> String {
    let address = request.url?.absoluteString ?? ""
    let place = revealingSecrets ? address : Redaction.url(address)
    let head = "#\(id) \(request.httpMethod ?? "GET") \(place): "
    let time = "\(Int64(elapsed / .milliseconds(1))) ms"
    switch stage {
    case .started: return head + "started"
    case .answered(let response):
      let attempts = response.attempts > 1 ? ", \(response.attempts) attempts" : ""
      return head + "\(response.statusCode), \(response.body.count) bytes, \(time)\(attempts)"
    case .failed(let error): return head + "failed, \(time): \(error.summary)"
    case .cancelled: return head + "cancelled, \(time)"
    }
  }
}
