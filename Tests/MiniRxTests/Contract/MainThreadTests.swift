import Dispatch
import MiniRx
import TestSupport
import Testing

@Suite("Contract 11: main thread", .leavesNoScope)
@MainActor
struct MainThreadTests {
  @Test("a synchronous source subscribed on the main actor stays synchronous while threads hammer the main scheduler")
  func synchronous() {
    let (stop, ran) = (BooleanDisposable(), Counter())
    let hammering = DispatchGroup()
    for _ in 0..<2 {
      DispatchQueue.global().async(group: hammering) { @Sendable in
        var sent = 0
        while !stop.isDisposed && sent < 20_000 {
          sent += 1
          _ = MainScheduler.instance.schedule(()) {
            ran.add()
            return Disposables.create()
          }
        }
      }
    }
    for _ in 0..<500 {
      var got: [Int] = []
      let subscription = Observable.of(1, 2, 3).observe(on: MainScheduler.instance).subscribe(onNext: { got.append($0) }
      )
      #expect(got == [1, 2, 3])
      subscription.dispose()
    }
    stop.dispose()
    hammering.wait()
  }

  @Test("work for the main scheduler runs at once on the main queue, work for the other instance later")
  func instances() async {
    var log: [String] = []
    let later = Locked(false)
    _ = MainScheduler.asyncInstance.schedule(()) {
      later.value = true
      return Disposables.create()
    }
    let at = Locked(false)
    _ = MainScheduler.instance.schedule(()) {
      at.value = true
      return Disposables.create()
    }
    log.append("\(at.value) \(later.value)")
    #expect(log == ["true false"])
    await untilMainHasRun()
    #expect(later.value)
  }

  @Test("work that is disposed before its hop does not run")
  func disposing() async {
    let ran = Counter()
    let work = MainScheduler.asyncInstance.schedule(()) {
      ran.add()
      return Disposables.create()
    }
    work.dispose()
    await untilMainHasRun()
    #expect(ran.value == 0)
  }

  @Test("the main queue is told apart from another queue, whatever the thread")
  func queues() async {
    MainScheduler.ensureExecutingOnScheduler()
    await #expect(processExitsWith: .failure) {
      onThread { MainScheduler.ensureExecutingOnScheduler(errorMessage: "off the main queue") }
    }
  }
}

/// Comes back when everything that was put on the main queue before has run.
@MainActor
func untilMainHasRun() async {
  await withCheckedContinuation { continuation in
    DispatchQueue.main.async { continuation.resume() }
  }
}
