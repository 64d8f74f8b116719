import Dispatch
import MiniRx
import Synchronization
import TestSupport
import Testing

@Suite("Single.value", .leavesNoScope)
struct AsyncValueTests {
  @Test("value gives the element, or throws the single's error")
  func outcomes() async throws {
    #expect(try await Single.just(1).value == 1)
    await #expect(throws: Broken.first) { try await Single<Int>.error(Broken.first).value }
    let later = Single<Int>.create { answer in
      DispatchQueue.global().async { answer(.success(2)) }
      return Disposables.create()
    }
    #expect(try await later.value == 2)
  }

  @MainActor
  @Test("value can be awaited from a main-actor type, and starts the work there")
  func mainActor() async throws {
    let single = Single<Bool>.create { answer in
      answer(.success(DispatchQueue.isMain))
      return Disposables.create()
    }
    #expect(try await single.value)
  }

  @Test("cancelling the task disposes the work and throws CancellationError")
  func cancel() async {
    let started = Flag()
    let disposed = Flag()
    let task = Task {
      try await Single<Int>.create { _ in
        started.raise()
        return Disposables.create { disposed.raise() }
      }.value
    }
    #expect(await started.isRaised())
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(await disposed.isRaised())
  }

  @Test("a cancelled task does not start the work")
  func cancelledBefore() async {
    let starts = Atomic(0)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await Single<Int>.create { _ in
        starts.add(1, ordering: .relaxed)
        return Disposables.create()
      }.value
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(starts.load(ordering: .relaxed) == 0)
  }

  @Test("every task ends when success races cancellation, 100,000 times")
  func race() async {
    await withWatchdog(seconds: 600, "the race of value and cancel") {
      var outcomes = [0, 0]
      for round in 0..<100_000 {
        let subject = PublishSubject<Int>()
        let task = Task { try await subject.take(1).asSingle().value }
        let sender = Task {
          if round.isMultiple(of: 2) { await Task.yield() }
          subject.onNext(1)
          subject.onCompleted()
        }
        if round.isMultiple(of: 3) { await Task.yield() }
        task.cancel()
        await sender.value
        switch await task.result {
        case .success(let value): outcomes[0] += value
        case .failure(let error):
          outcomes[1] += error is CancellationError || error as? RxError == .noElements ? 1 : 0
        }
      }
      #expect(outcomes[0] + outcomes[1] == 100_000)
    }
  }
}

extension DispatchQueue {
  /// Whether this runs on the main queue.
  static var isMain: Bool {
    dispatchPrecondition(condition: .onQueue(.main))
    return true
  }
}
