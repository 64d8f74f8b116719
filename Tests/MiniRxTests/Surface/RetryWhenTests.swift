import MiniRx
import MiniRxTesting
import Synchronization
import Testing

@Suite("retry(when:), retry with back-off", .leavesNoScope)
struct RetryWhenTests {
  let scheduler = TestScheduler(initialClock: 0)

  private var failing: TestableObservable<Int> {
    scheduler.createColdObservable([.next(10, 1), .error(20, Broken.first)])
  }

  @Test("retry(when:) starts again when the trigger has an element")
  func retryWhen() {
    let source = failing
    let result = scheduler.start(disposed: 300) { [scheduler] in
      source.retry(when: { $0.delay(.seconds(15), scheduler: scheduler) })
    }
    #expect(result.events == [.next(210, 1), .next(245, 1), .next(280, 1)])
    #expect(source.subscriptions == [Subscription(200, 220), Subscription(235, 255), Subscription(270, 290)])
  }

  @Test("retry(when:) ends with the trigger's error, and with its good end at the next failure")
  func triggerEnds() {
    let source = failing
    let failed = scheduler.start {
      source.retry(when: { errors in
        errors.enumerated().flatMap { count, error -> Observable<Int> in
          count < 1 ? .just(count) : .error(Broken.second)
        }
      })
    }
    #expect(failed.events == [.next(210, 1), .next(230, 1), .error(240, Broken.second)])
    let ended = history(Observable<Int>.error(Broken.first).retry(when: { $0.take(2) }))
    #expect(ended == [.completed])
  }

  @Test("retry(when:) passes a good end and asks the handler once for each subscription")
  func handlerOnce() {
    let calls = Atomic(0)
    let source = Observable.of(1).retry(when: { errors in
      calls.add(1, ordering: .relaxed)
      return errors
    })
    #expect(history(source) == [.next(1), .completed])
    #expect(history(source) == [.next(1), .completed])
    #expect(calls.load(ordering: .relaxed) == 2)
  }

  @Test("retry(when:) disposes source and trigger")
  func disposed() {
    let trigger = scheduler.createHotObservable([Numbers]())
    let source = failing
    _ = scheduler.start(disposed: 215) { source.retry(when: { _ in trigger }) }
    #expect(source.subscriptions == [Subscription(200, 215)])
    #expect(trigger.subscriptions == [Subscription(200, 215)])
  }

  @Test("retry(when:) of a source that fails at once is flat: 100,000 attempts on 512 KiB")
  func flat() {
    let attempts = onSmallStack {
      let count = Atomic(0)
      let source = Observable<Int>.deferred {
        count.add(1, ordering: .relaxed)
        return count.load(ordering: .relaxed) < 100_000 ? .error(Broken.first) : .just(1)
      }
      let events = history(source.retry(when: { $0 }))
      return events == [.next(1), .completed] ? count.load(ordering: .relaxed) : -1
    }
    #expect(attempts == 100_000)
  }

  @Test("an endless synchronous source below retry(when:) can be left")
  func endless() {
    let source = Observable<Int>.create { observer in
      while !observer.isDisposed { observer.onNext(1) }
      return Disposables.create()
    }
    let failsFirst = Observable<Int>.error(Broken.first)
    let attempts = Atomic(0)
    let either = Observable<Int>.deferred {
      attempts.add(1, ordering: .relaxed).newValue == 1 ? failsFirst : source
    }
    #expect(history(either.retry(when: { $0 }).take(2)) == [.next(1), .next(1), .completed])
  }

  @Test("exponential back-off doubles the wait up to its maximum; the last error passes")
  func exponential() {
    let source = failing
    let result = scheduler.start { [scheduler] in
      source.retry(
        .exponential(attempts: 5, initial: .seconds(10), maximum: .seconds(35)), scheduler: scheduler)
    }
    #expect(source.subscriptions.map(\.subscribe) == [200, 230, 270, 325, 380])
    #expect(result.events.last == .error(400, Broken.first))
    #expect(result.elements == [1, 1, 1, 1, 1])
  }

  @Test("constant and custom waits, and an error that is not worth another attempt")
  func otherPolicies() {
    let source = failing
    _ = scheduler.start { [scheduler] in
      source.retry(.constant(attempts: 3, delay: .seconds(5)), scheduler: scheduler)
    }
    #expect(source.subscriptions.map(\.subscribe) == [200, 225, 250])

    let other = TestScheduler(initialClock: 0)
    let again = other.createColdObservable([Numbers.error(10, Broken.first)])
    _ = other.start { again.retry(.custom(attempts: 3) { .seconds($0 * 100) }, scheduler: other) }
    #expect(again.subscriptions.map(\.subscribe) == [200, 310, 520])

    let third = TestScheduler(initialClock: 0)
    let hopeless = third.createColdObservable([Numbers.error(10, Broken.second)])
    let result = third.start {
      hopeless.retry(
        .constant(attempts: 3, delay: .zero), scheduler: third, shouldRetry: { $0 as? Broken != .second })
    }
    #expect(result.events == [.error(210, Broken.second)])
  }

  @Test("dispose while waiting drops the timer and starts nothing")
  func disposeWhileWaiting() {
    let source = failing
    _ = scheduler.start(disposed: 225) { [scheduler] in
      source.retry(.constant(attempts: 3, delay: .seconds(10)), scheduler: scheduler)
    }
    #expect(source.subscriptions == [Subscription(200, 220)])
    #expect(scheduler.isIdle)
  }

  @Test("a huge multiplier stays at the maximum")
  func hugeMultiplier() {
    let source = scheduler.createColdObservable([Numbers.error(1, Broken.first)])
    _ = scheduler.start { [scheduler] in
      source.retry(
        .exponential(attempts: 3, initial: .seconds(1), multiplier: 1e300, maximum: .seconds(10)),
        scheduler: scheduler)
    }
    #expect(source.subscriptions.map(\.subscribe) == [200, 202, 213])
  }
}
