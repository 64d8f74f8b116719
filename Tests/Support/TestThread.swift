internal import Foundation
internal import Synchronization

/// Runs the body on a thread of its own with a stack of that many bytes, and waits for it. The thread has let go of the body
/// and its outcome by then.
public func onThread<Result>(stackSize: Int = 512 << 10, _ body: @escaping () -> Result) -> Result {
  // The calling thread waits until the other has left the body.
  nonisolated(unsafe) var work: (() -> Result)? = body
  nonisolated(unsafe) var outcome: Result?
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    outcome = work?()
    work = nil
    done.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  done.wait()
  defer { outcome = nil }
  guard let result = outcome else { fatalError("The thread left without an outcome.") }
  return result
}

/// Runs the body on so many threads at once, each given its number, and waits for all. They have let go of the body by then.
public func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let (barrier, done) = (SpinBarrier(count), DispatchGroup())
  for number in 0..<count {
    done.enter()
    // Touched by the one thread.
    nonisolated(unsafe) var work: (@Sendable (Int) -> Void)? = body
    Thread {
      barrier.wait()
      work?(number)
      work = nil
      done.leave()
    }.start()
  }
  done.wait()
}

/// Runs two actions at once, again and again: each round makes a state, has one thread do `first` while another does
/// `second`, and then checks what came of it.
///
/// Both start at an agreed time, since one leaves a barrier a microsecond before the other; and from round to round one
/// starts a little later, by other spans of nanoseconds, so that every moment of the one meets every moment of the other.
public func race<State>(
  rounds: Int, _ make: (Int) -> State, _ first: (State) -> Void, _ second: @escaping @Sendable (State) -> Void,
  check: (Int, State) -> Void
) {
  let (start, end, time) = (SpinBarrier(2), SpinBarrier(2), StartTime())
  // Written by the calling thread between two barriers, read by the other between the next two.
  nonisolated(unsafe) var state: State?
  let other = Thread {
    for round in 0..<rounds {
      start.wait()
      time.wait(later: round / 64 % 32)
      if let state { second(state) }
      end.wait()
    }
  }
  other.start()
  for round in 0..<rounds {
    let made = make(round)
    state = made
    time.set()
    start.wait()
    // The other has what this one made still to fetch.
    time.wait(later: round % 64 * 3)
    first(made)
    end.wait()
    state = nil
    check(round, made)
  }
}

/// When the two threads of a race start.
private final class StartTime: Sendable {
  private let nanoseconds = Atomic<UInt64>(0)

  /// In a few microseconds, which is when both will have left the barrier.
  func set() {
    nanoseconds.store(DispatchTime.now().uptimeNanoseconds + 4_000, ordering: .relaxed)
  }

  /// Waits for the time, and then so many times ten nanoseconds, about.
  func wait(later steps: Int) {
    let time = nanoseconds.load(ordering: .relaxed)
    while DispatchTime.now().uptimeNanoseconds < time {}
    let counter = Counter()
    for _ in 0..<steps { counter.add() }
  }
}
