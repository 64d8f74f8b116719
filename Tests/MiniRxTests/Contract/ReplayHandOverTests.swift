import MiniRx
import TestSupport
import Testing

extension RealThreads {
  /// A subscriber is replayed to on its own thread while another thread sends: the sender leaves its elements to the
  /// replay as long as that runs, and goes on by itself afterwards.
  @Suite("Contract 2: a replay gives way to the live elements")
  struct ReplayHandOverTests {
    #if DEBUG
      private static let rounds = 4_000
    #else
      private static let rounds = 20_000
    #endif
    private static let sent = 8

    @Test("in order, whatever is left of the sender's stack", arguments: -2...4)
    func lowStack(frames: Int) {
      withWatchdog(seconds: 240, "a replay against a sender with a low stack") {
        let recorders = (0..<Self.rounds).map { _ in Recorder<Int>() }
        let subjects = recorders.map { _ in ReplaySubject<Int>.create(bufferSize: 2) }
        let (barrier, bag) = (SpinBarrier(2), DisposeBag())
        inParallel(2) { thread in
          if thread == 0 {
            onThread {
              atTheEdge(frames) {
                for subject in subjects {
                  subject.onNext(0)
                  barrier.wait()
                  for number in 1...Self.sent { subject.onNext(number) }
                }
              }
            }
          } else {
            for (subject, recorder) in zip(subjects, recorders) {
              barrier.wait()
              subject.subscribe(recorder).disposed(by: bag)
            }
          }
        }
        for (round, recorder) in recorders.enumerated() {
          let got = recorder.elements
          #expect(got == Array((got.first ?? 0)...Self.sent), "round \(round)")
        }
        withExtendedLifetime(bag) {}
      }
    }
  }
}

/// Runs the body inside a run of the module, as deep in the stack as an element is still delivered at once, and so many
/// frames less.
private func atTheEdge(_ frames: Int, _ body: @escaping @Sendable () -> Void) {
  let (start, probe, heard) = (PublishSubject<Int>(), ReplaySubject<Int>.create(bufferSize: 2), Counter())
  let listening = probe.subscribe(AnyObserver { _ in heard.add() })
  let running = start.subscribe(
    AnyObserver { _ in
      let passed = Counter()
      let tooDeep = descend(0, passed) { _ in
        let before = heard.value
        probe.onNext(0)
        return heard.value > before
      }
      _ = descend(0, passed) { level in
        if level == tooDeep - 1 - frames { body() }
        return level < tooDeep - 1 - frames
      }
    })
  start.onNext(0)
  running.dispose()
  listening.dispose()
}

/// Goes deeper, frame by frame, as long as the step says so; answers the last level.
private func descend(_ level: Int, _ passed: Counter, _ step: (Int) -> Bool) -> Int {
  if !step(level) { return level }
  let last = descend(level + 1, passed, step)
  // Not the last call of the function, so that each level has a frame.
  passed.add()
  return last
}
