internal import MiniRx

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// How bytes travel: the only place that touches a socket.
///
/// A transport sends one request once and reports what comes back. It follows no redirect, retries nothing, validates no
/// status and keeps no cache; interceptors do that.
public protocol Transport: Sendable {
  /// Sends the request.
  ///
  /// Nothing happens for longer than `request.timeoutInterval`, which may be a fraction of a second, without the
  /// request ending with `timedOut(.idle)`; 0 or less stands for 60 seconds.
  /// - Parameters:
  ///   - request: what to send; one that may not be sent ends with `invalidRequest` before anything is.
  ///   - onEvent: called on a thread of the transport, never twice at once, in order, with exactly one `.end`; perhaps
  ///     before `send` returns.
  /// - Returns: disposing it closes the connection. Nothing is reported after `dispose` has returned, but for an event
  ///   that another thread is delivering at that moment.
  func send(_ request: URLRequest, onEvent: @escaping @Sendable (TransportEvent) -> Void) -> any TransportTask
}
