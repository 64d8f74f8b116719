internal import Foundation
internal import Synchronization

/// Where so many threads wait for each other and go on within nanoseconds, which a blocking barrier would not give.
public final class SpinBarrier: Sendable {
  private let count: Int
  private let arrived = Atomic<Int>(0)
  private let generation = Atomic<Int>(0)

  /// A barrier for so many threads, to be used again and again.
  public init(_ count: Int) { self.count = count }

  /// Waits until all have come.
  public func wait() {
    let mine = generation.load(ordering: .acquiring)
    if arrived.add(1, ordering: .acquiringAndReleasing).newValue == count {
      arrived.store(0, ordering: .relaxed)
      generation.add(1, ordering: .acquiringAndReleasing)
      return
    }
    var looks = 0
    while generation.load(ordering: .acquiring) == mine {
      looks += 1
      if looks > 2_000 { sched_yield() }
    }
  }
}
