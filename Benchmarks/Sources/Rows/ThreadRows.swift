import Dispatch
import MiniRx

/// Elements that change threads, or come from two.
enum ThreadRows {
  static let rows = [
    Row(
      "observe(on: serial queue), in bulk", per: "event",
      limit: Limit(nanoseconds: 220, ratio: 0.25, allocations: 1), against: "queue.async", repeats: false
    ) {
      let scheduler = SerialDispatchQueueScheduler()
      let queue = DispatchQueue(label: "benchmarks.plain")
      return Load(
        work: { count in
          let done = DispatchSemaphore(value: 0)
          _ = Observable.range(start: 0, count: count).observe(on: scheduler)
            .subscribe(onNext: { consume($0) }, onCompleted: { done.signal() })
          done.wait()
        },
        baseline: { count in
          for number in 0..<count { queue.async { consume(number) } }
          queue.sync {}
        })
    },
    Row(
      "two threads into one subject", per: "event", limit: Limit(nanoseconds: 220), against: "closure under a lock",
      unitsPerStep: 2, repeats: false
    ) {
      let subject = PublishSubject<Int>()
      let subscription = subject.subscribe(onNext: { consume($0) })
      return load(subscription) { _ in subject }
    },
    Row(
      "two threads into merge", per: "event", limit: Limit(nanoseconds: 220), against: "closure under a lock",
      unitsPerStep: 2, repeats: false
    ) {
      let subjects = [PublishSubject<Int>(), PublishSubject<Int>()]
      let subscription = Observable.merge(subjects.map { $0.asObservable() }).subscribe(onNext: { consume($0) })
      return load(subscription) { subjects[$0] }
    },
  ]

  private static func load(
    _ subscription: any Disposable, _ subject: @escaping @Sendable (_ thread: Int) -> PublishSubject<Int>
  ) -> Load {
    let threads = TwoThreads()
    let lock = PlainLock()
    return Load(
      work: { count in
        threads.run { thread in
          let subject = subject(thread)
          for number in 0..<count { subject.onNext(number) }
        }
        withExtendedLifetime(subscription) {}
      },
      baseline: { count in
        threads.run { _ in
          for number in 0..<count { lock.withLock { consume(number) } }
        }
      })
  }
}
