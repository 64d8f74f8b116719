import Dispatch

/// Two threads that work at the same time.
struct TwoThreads {
  private let queues = [DispatchQueue(label: "benchmarks.first"), DispatchQueue(label: "benchmarks.second")]

  /// Runs the body on both, and waits for their end.
  func run(_ body: @escaping @Sendable (_ thread: Int) -> Void) {
    let group = DispatchGroup()
    for (number, queue) in queues.enumerated() { queue.async(group: group) { body(number) } }
    group.wait()
  }
}
