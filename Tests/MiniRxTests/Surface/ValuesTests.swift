import Dispatch
import MiniRx
import Synchronization
import TestSupport
import Testing

@Suite("values", .leavesNoScope)
struct ValuesTests {
  @Test("values gives every element in order, then ends")
  func all() async throws {
    var read: [Int] = []
    for try await number in Observable.range(start: 1, count: 1000).values { read.append(number) }
    #expect(read == Array(1...1000))
  }

  @Test("values loses nothing that comes between the call and the loop, or while the reader is slow")
  func losesNothing() async throws {
    let subject = PublishSubject<Int>()
    let values = subject.values
    subject.onNext(1)
    let sender = Task.detached {
      for number in 2...5000 { subject.onNext(number) }
      subject.onCompleted()
    }
    var read: [Int] = []
    for try await number in values {
      if number.isMultiple(of: 100) { await Task.yield() }
      read.append(number)
    }
    await sender.value
    #expect(read == Array(1...5000))
  }

  @Test("the stream's error is thrown once, after the elements; then the sequence is at its end")
  func error() async throws {
    var iterator = Observable.of(1).concat(.error(Broken.first)).values.makeAsyncIterator()
    #expect(try await iterator.next() == 1)
    await #expect(throws: Broken.first) { try await iterator.next() }
    #expect(try await iterator.next() == nil)
  }

  @Test("leaving the loop disposes upstream, once")
  func breaking() async throws {
    let disposals = Atomic(0)
    let source = Observable<Int>.create { observer in
      observer.onNext(1)
      observer.onNext(2)
      return Disposables.create { disposals.add(1, ordering: .relaxed) }
    }
    let values = source.values
    for try await number in values where number == 1 { break }
    #expect(disposals.load(ordering: .relaxed) == 1)
    for try await number in values where number == 2 { break }
    #expect(disposals.load(ordering: .relaxed) == 2)
  }

  @Test("a sequence that is dropped unread disposes upstream")
  func dropped() {
    let subject = PublishSubject<Int>()
    do {
      let values = subject.values
      #expect(subject.hasObservers)
      withExtendedLifetime(values) {}
    }
    #expect(!subject.hasObservers)
  }

  @Test("cancelling the task ends the loop and disposes upstream")
  func cancelled() async throws {
    let subject = PublishSubject<Int>()
    let waiting = Flag()
    let task = Task {
      var read: [Int] = []
      for try await number in subject.values {
        read.append(number)
        waiting.raise()
      }
      return read
    }
    while !subject.hasObservers { await Task.yield() }
    subject.onNext(1)
    #expect(await waiting.isRaised())
    task.cancel()
    #expect(try await task.value == [1])
    #expect(!subject.hasObservers)
  }

  @Test(
    "a bounded buffer keeps its bound, the newest or the oldest",
    arguments: [
      (ValuesBuffering.newest(3), [8, 9, 10]), (.oldest(3), [1, 2, 3]), (.newest(1), [10]), (.newest(0), []),
      (.oldest(0), []), (.unbounded, Array(1...10)),
    ])
  func bounded(buffering: ValuesBuffering, expected: [Int]) async throws {
    let subject = PublishSubject<Int>()
    let values = subject.values(buffering: buffering)
    for number in 1...10 { subject.onNext(number) }
    subject.onCompleted()
    var read: [Int] = []
    for try await number in values { read.append(number) }
    #expect(read == expected)
  }

  @Test("a reader that is not there holds no more than the bound alive")
  func boundedMemory() async throws {
    let alive = Counter()
    let subject = PublishSubject<Counted>()
    let values = subject.values(buffering: .newest(16))
    for _ in 0..<10_000 {
      subject.onNext(Counted(alive))
      #expect(alive.count <= 17)
    }
    #expect(alive.count == 16)
    withExtendedLifetime(values) {}
  }

  @MainActor
  @Test("values can be read from a main-actor type")
  func mainActor() async throws {
    var sum = 0
    for try await number in Observable.of(1, 2, 3).observe(on: SerialDispatchQueueScheduler()).values {
      MainActor.assertIsolated()
      sum += number
    }
    #expect(sum == 6)
  }

  #if DEBUG
    private static let rounds = 5_000
  #else
    private static let rounds = 100_000
  #endif

  @Test("every reader ends when elements, the end and cancellation race")
  func race() async {
    await withWatchdog(seconds: 600, "the race of values and cancel") {
      for round in 0..<Self.rounds {
        let subject = PublishSubject<Int>()
        let task = Task {
          var read: [Int] = []
          for try await number in subject.values(buffering: .newest(2)) { read.append(number) }
          return read
        }
        let sender = Task {
          if round.isMultiple(of: 2) { await Task.yield() }
          subject.onNext(1)
          subject.onNext(2)
          subject.onCompleted()
        }
        if round.isMultiple(of: 3) { await Task.yield() }
        task.cancel()
        await sender.value
        let read = try? await task.value
        #expect([[], [1], [1, 2], [2]].contains(read), "round \(round): \(String(describing: read))")
        #expect(!subject.hasObservers)
      }
    }
  }
}

private final class Counter: Sendable {
  private let value = Atomic(0)

  var count: Int { value.load(ordering: .relaxed) }

  func change(by step: Int) { value.add(step, ordering: .relaxed) }
}

private final class Counted: Sendable {
  private let alive: Counter

  init(_ alive: Counter) {
    self.alive = alive
    alive.change(by: 1)
  }

  deinit { alive.change(by: -1) }
}
