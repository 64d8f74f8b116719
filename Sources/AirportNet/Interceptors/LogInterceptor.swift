public import MiniRx

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#else
  public import Foundation
#endif

/// Writes what happens to each request that passes to a closure, one line a sending, with credentials redacted.
///
///     LogInterceptor { print($0) }        // #3 GET http://host.test/a: 200, 512 bytes, 31 ms
///
/// Where it stands says what a sending is: see `MonitorInterceptor`.
public struct LogInterceptor: Interceptor {
  /// How much is written.
  public enum Level: Sendable {
    /// One line when a request has ended.
    case line
    /// The request as a cURL command when it starts, and the answer's header fields below the line.
    case full
  }

  private let monitor: MonitorInterceptor

  /// Takes where to write to.
  ///
  /// - Parameters:
  ///   - level: how much is written.
  ///   - revealingSecrets: whether credentials and passwords are written out.
  ///   - scheduler: the clock that times are measured by.
  ///   - sink: called with each text, which has several lines at level `full`; on any thread, also several times at once.
  public init(
    level: Level = .line, revealingSecrets: Bool = false,
    scheduler: any SchedulerType = ConcurrentDispatchQueueScheduler(), sink: @escaping @Sendable (String) -> Void
  ) {
    monitor = MonitorInterceptor(scheduler: scheduler) { event in
      if let text = Self.text(event, level, revealingSecrets: revealingSecrets) { sink(text) }
    }
  }

  /// The answer as it comes.
  public func intercept(
    _ request: URLRequest, next: @escaping @Sendable (URLRequest) -> Single<HTTPResponse>
  ) -> Single<HTTPResponse> {
    monitor.intercept(request, next: next)
  }

  private static func text(_ event: RequestEvent, _ level: Level, revealingSecrets: Bool) -> String? {
    let line = event.line(revealingSecrets: revealingSecrets)
    switch (event.stage, level) {
    case (.started, .line): return nil
    case (.started, .full):
      return "#\(event.id) " + CURLText.command(for: event.request, revealingSecrets: revealingSecrets)
    case (.answered(let response), .full) where !response.headers.isEmpty:
      let fields = response.headers.map { revealingSecrets ? "\($0.name): \($0.value)" : $0.description }
      return ([line] + fields).joined(separator: "\n")
    default: return line
    }
  }
}
