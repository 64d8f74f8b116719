internal import Foundation

/// Whether the body, run on a thread of its own, comes back within the seconds. One that does not keeps its thread: a
/// deadlock fails a test and leaves the others running.
public func returns(within seconds: Double = 60, _ body: @escaping @Sendable () -> Void) -> Bool {
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    body()
    done.signal()
  }
  thread.start()
  return done.wait(timeout: .now() + seconds) == .success
}
