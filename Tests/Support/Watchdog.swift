internal import Dispatch
internal import Foundation

/// Runs a body that must not hang; if it takes longer than it may, the whole test process ends with a message.
///
/// A hanging test would otherwise block the run until someone looks. The clock runs on a thread of its own, so that it
/// also goes off when every other thread is stuck.
///
/// - Parameters:
///   - seconds: how long the body may take at most; generous, since only a hang should ever reach it.
///   - what: what the body does, for the message.
public func withWatchdog<Result>(
  seconds: Double, _ what: String = "a test", file: StaticString = #filePath, line: UInt = #line,
  _ body: () throws -> Result
) rethrows -> Result {
  let watchdog = Watchdog(seconds: seconds, what: what, file: file, line: line)
  defer { watchdog.cancel() }
  return try body()
}

/// Runs an asynchronous body that must not hang; if it does, the whole test process ends with a message.
///
/// - Parameters:
///   - seconds: how long the body may take at most; generous, since only a hang should ever reach it.
///   - what: what the body does, for the message.
public func withWatchdog<Result>(
  seconds: Double, _ what: String = "a test", file: StaticString = #filePath, line: UInt = #line,
  isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
) async rethrows -> Result {
  let watchdog = Watchdog(seconds: seconds, what: what, file: file, line: line)
  defer { watchdog.cancel() }
  return try await body()
}

private struct Watchdog {
  private let finished = DispatchSemaphore(value: 0)

  init(seconds: Double, what: String, file: StaticString, line: UInt) {
    let thread = Thread { [finished] in
      if finished.wait(timeout: .now() + seconds) == .timedOut {
        fatalError("\(what) did not end within \(seconds) seconds", file: file, line: line)
      }
    }
    thread.name = "watchdog"
    thread.stackSize = 128 * 1024
    thread.start()
  }

  func cancel() {
    finished.signal()
  }
}
