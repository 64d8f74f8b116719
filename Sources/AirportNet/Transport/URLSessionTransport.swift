public import MiniRx

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Sends requests through Foundation's URLSession, kept to what behaves the same on every platform.
///
/// One URLSession with a delegate and no cache, no cookies unless asked for, no credential storage. Redirects are answers
/// like others; so is a 401 with a challenge. The idle deadline is the transport's own, exact to the millisecond, and
/// counts from `send`, so it also runs while a request waits for one of the connections. The length of a body is compared
/// with its Content-Length. Events come on one serial queue of the transport.
///
/// What cannot be prevented on Linux, where URLSession stands on libcurl (Foundation of Swift 6.3):
/// - A server can end the process: by a chunked answer with trailer fields, or by closing inside the header block. Talk to
///   servers that you trust.
/// - A POST on a kept connection that dies at that moment may reach the server twice; give it an Idempotency-Key.
/// - An encoded body that is cut inside a frame which is whole (a Content-Length that fits) passes as a success; gzip of
///   several members and an encoding that is not known fail.
/// - The body of a redirect without Location is lost. Several Set-Cookie lines come joined, and of other repeated fields
///   the last one comes alone. Trailers are lost where they do not end the process.
/// - IPv6 literals, header lines without a space after the colon, in Latin-1 or without CR and status lines without a
///   reason fail.
/// - Lengths that differ pass, the last one counts. Dots in a path are resolved before it is sent.
/// - A streamed body with a Content-Length goes out in chunks too, and the failure of a stream is taken for its end. Files
///   and multipart forms go out in chunks alone; where they fail the request fails, but the server sees a whole body.
/// - While its reader pauses, a request reads on, and what it has read waits in memory. No body is too large.
/// - TLS failures are told apart by libcurl's text only; no authority can be added.
public final class URLSessionTransport: Transport {
  private let core: URLSessionCore
  private let scheduler: any SchedulerType

  /// Makes a transport with a URLSession of its own.
  ///
  /// - Parameters:
  ///   - maximumConnectionsPerHost: how many connections to one host are open at once, at least 1; more requests wait.
  ///   - storesCookies: whether cookies are kept in the process's shared storage and sent.
  ///   - scheduler: runs the idle deadlines.
  public init(
    maximumConnectionsPerHost: Int = 6, storesCookies: Bool = false,
    scheduler: any SchedulerType = ConcurrentDispatchQueueScheduler()
  ) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.urlCache = nil
    configuration.urlCredentialStorage = nil
    configuration.httpCookieStorage = storesCookies ? .shared : nil
    configuration.httpShouldSetCookies = storesCookies
    configuration.httpCookieAcceptPolicy = storesCookies ? .onlyFromMainDocumentDomain : .never
    configuration.requestCachePolicy = .reloadIgnoringLocalCacheData
    configuration.httpMaximumConnectionsPerHost = max(1, maximumConnectionsPerHost)
    core = URLSessionCore(configuration)
    self.scheduler = scheduler
  }

  deinit { core.close() }

  /// Sends the request; see `Transport`.
  public func send(
    _ request: URLRequest, onEvent: @escaping @Sendable (TransportEvent) -> Void
  ) -> any TransportTask {
    let exchange = Exchange(timeoutInterval: request.timeoutInterval, scheduler: scheduler, onEvent: onEvent)
    guard let valid = exchange.admit(request) else { return exchange }
    core.start(Self.prepared(valid), for: exchange)
    return exchange
  }

  /// The request with a limit of URLSession's own that never comes before ours.
  private static func prepared(_ request: URLRequest) -> URLRequest {
    var request = request
    let interval = request.timeoutInterval
    request.timeoutInterval = interval > 0 && interval < 31_536_000 ? interval.rounded(.up) + 60 : 31_536_000
    request.cachePolicy = .reloadIgnoringLocalCacheData
    // Framing is URLSession's own; a wrong length would make the server wait.
    request.setValue(nil, forHTTPHeaderField: "Transfer-Encoding")
    if let body = request.httpBodyStream as? BodyStream {
      // On Linux it would go out beside chunks, which no server may accept.
      #if canImport(Darwin)
        request.setValue(body.length.map(String.init), forHTTPHeaderField: "Content-Length")
      #else
        if body.length != nil { request.setValue(nil, forHTTPHeaderField: "Content-Length") }
      #endif
    } else if request.httpBodyStream == nil {
      request.setValue(nil, forHTTPHeaderField: "Content-Length")
    }
    return request
  }
}
