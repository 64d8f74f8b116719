import MiniRx
import MiniRxTesting
import Testing

@Suite("Bad input")
struct BadInputTests {
  @Test("negative counts and bounds trap, and say which")
  func negative() async {
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable.just(1).take(-1)
    }.says("take: the count is negative: -1")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable.just(1).takeLast(-2)
    }.says("takeLast: the count is negative: -2")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable.just(1).skip(-1)
    }.says("skip: the count is negative: -1")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable.just(1).element(at: -1)
    }.says("element(at:): the index is negative: -1")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable.just(1).values(buffering: .newest(-1))
    }.says("values: the bound is negative: -1")
  }

  @Test("no attempts, no growth, no concurrency and no period trap, and say which")
  func zero() async {
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable.just(1).retry(0)
    }.says("retry: the number of attempts must be at least 1, not 0")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryBackOff.constant(attempts: 0, delay: .zero)
    }.says("RetryBackOff: the number of attempts must be at least 1, not 0")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = RetryBackOff.exponential(attempts: 1, initial: .seconds(1), multiplier: 0.5)
    }.says("RetryBackOff: the multiplier must be at least 1, not 0.5")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable.just(Observable.just(1)).merge(maxConcurrent: 0)
    }.says("merge: maxConcurrent must be at least 1, not 0")
    await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = Observable<Int>.interval(.zero, scheduler: TestScheduler(initialClock: 0))
    }.says("A timer's period must be positive.")
  }

  @Test("empty collections are empty streams")
  func empty() {
    #expect(history(Observable<Int>.merge([])) == [.completed])
    #expect(history(Observable<Int>.concat([])) == [.completed])
    #expect(history(Observable.zip([Observable<Int>]())) == [.completed])
    #expect(history(Observable.combineLatest([Observable<Int>]())) == [.completed])
    #expect(history(Observable<Int>.from([])) == [.completed])
  }
}

extension ExitTest.Result? {
  /// Expects the message of the trap; a release build traps without one.
  fileprivate func says(_ message: String, at location: SourceLocation = #_sourceLocation) {
    #if DEBUG
      let output = String(decoding: self?.standardErrorContent ?? [], as: UTF8.self)
      #expect(output.contains(message), sourceLocation: location)
    #endif
  }
}
