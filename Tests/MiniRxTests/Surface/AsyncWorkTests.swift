import MiniRx
import Synchronization
import Testing

@Suite("Single.create with async work, AsyncSequence.asObservable", .leavesNoScope)
struct AsyncWorkTests {
  @Test("async work succeeds, fails, and starts with each subscription", arguments: [false, true])
  func outcomes(detached: Bool) async throws {
    let starts = Atomic(0)
    let single = Single.create(detached: detached) { () async throws -> Int in
      await Task.yield()
      let count = starts.add(1, ordering: .relaxed).newValue
      if count > 2 { throw Broken.first }
      return count
    }
    #expect(starts.load(ordering: .relaxed) == 0)
    #expect(try await single.value == 1)
    #expect(try await single.value == 2)
    await #expect(throws: Broken.first) { try await single.value }
  }

  @Test("dispose cancels the work, and nothing is delivered")
  func disposeCancels() async {
    let started = Flag()
    let cancelled = Flag()
    let answers = Atomic(0)
    let single = Single<Int>.create {
      started.raise()
      while !Task.isCancelled { await Task.yield() }
      cancelled.raise()
      return 1
    }
    let subscription = single.subscribe(onSuccess: { _ in answers.add(1, ordering: .relaxed) })
    #expect(await started.isRaised())
    subscription.dispose()
    #expect(await cancelled.isRaised())
    #expect(answers.load(ordering: .relaxed) == 0)
  }

  @Test("an asynchronous sequence becomes an observable: elements, end, error")
  func sequence() async throws {
    let stream = AsyncStream<Int> { continuation in
      for number in 1...100 { continuation.yield(number) }
      continuation.finish()
    }
    #expect(try await stream.asObservable().toArray().value == Array(1...100))
    let broken = AsyncThrowingStream<Int, any Error> { continuation in
      continuation.yield(1)
      continuation.finish(throwing: Broken.first)
    }
    await #expect(throws: Broken.first) { try await broken.asObservable().toArray().value }
  }

  @Test("dispose cancels the task that iterates, and values of an observable come back as one")
  func disposeSequence() async throws {
    let terminated = Flag()
    let (stream, continuation) = AsyncStream<Int>.makeStream()
    continuation.onTermination = { _ in terminated.raise() }
    let subscription = stream.asObservable().subscribe(AnyObserver { _ in })
    subscription.dispose()
    #expect(await terminated.isRaised())
    #expect(try await Observable.of(1, 2).values.asObservable().toArray().value == [1, 2])
  }
}
