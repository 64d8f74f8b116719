internal import Foundation

/// Runs the body on a thread of its own with a stack of that many bytes, and waits for it.
public func onThread<Result>(stackSize: Int = 512 << 10, _ body: @escaping () -> Result) -> Result {
  // The calling thread waits until the other has left the body.
  nonisolated(unsafe) let body = body
  nonisolated(unsafe) var outcome: Result?
  let done = DispatchSemaphore(value: 0)
  let thread = Thread {
    outcome = body()
    done.signal()
  }
  thread.stackSize = stackSize
  thread.start()
  done.wait()
  guard let outcome else { fatalError("The thread left without an outcome.") }
  return outcome
}

/// Runs the body on so many threads at once, each given its number, and waits for all.
public func inParallel(_ count: Int, _ body: @escaping @Sendable (Int) -> Void) {
  let (barrier, done) = (SpinBarrier(count), DispatchGroup())
  for number in 0..<count {
    done.enter()
    Thread {
      barrier.wait()
      body(number)
      done.leave()
    }.start()
  }
  done.wait()
}

/// Runs two actions at once, again and again: each round makes a state, has one thread do `first` while another does
/// `second`, and then checks what came of it.
public func race<State>(
  rounds: Int, _ make: (Int) -> State, _ first: (State) -> Void, _ second: @escaping @Sendable (State) -> Void,
  check: (Int, State) -> Void
) {
  let (start, end) = (SpinBarrier(2), SpinBarrier(2))
  // Written by the calling thread between two barriers, read by the other between the next two.
  nonisolated(unsafe) var state: State?
  let other = Thread {
    for _ in 0..<rounds {
      start.wait()
      if let state { second(state) }
      end.wait()
    }
  }
  other.start()
  for round in 0..<rounds {
    let made = make(round)
    state = made
    start.wait()
    first(made)
    end.wait()
    state = nil
    check(round, made)
  }
}
