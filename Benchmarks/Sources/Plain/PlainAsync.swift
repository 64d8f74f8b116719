import Dispatch

/// What a single is by hand: an async function, its answer through a continuation.
enum PlainAsync {
  @inline(never)
  static func fetch(_ number: Int) async -> Int {
    await withCheckedContinuation { $0.resume(returning: number) }
  }

  @inline(never)
  static func doubled(_ number: Int) async -> Int { number &* 2 }

  /// Runs the body in a task, and waits for its end.
  static func runAndWait(_ body: @escaping @Sendable () async -> Void) {
    let done = DispatchSemaphore(value: 0)
    Task.detached {
      await body()
      done.signal()
    }
    done.wait()
  }
}
