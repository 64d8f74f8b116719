import Dispatch
import MiniRx
import TestSupport
import Testing

@Suite("Isolation", .leavesNoScope)
struct IsolationTests {
  @Test("100,000 events from background threads reach a main-actor subscriber on the main actor, in order")
  @MainActor
  func events() async {
    let subject = PublishSubject<Int>()
    var (newest, disorders, received) = ([-1, -1], 0, 0)
    let subscription = subject.subscribe(onNext: { element in
      MainActor.preconditionIsolated()
      let (producer, number) = element.quotientAndRemainder(dividingBy: 1_000_000)
      if number != newest[producer] + 1 { disorders += 1 }
      newest[producer] = number
      received += 1
    })
    await withCheckedContinuation { continuation in
      let group = DispatchGroup()
      for producer in 0..<2 {
        DispatchQueue.global().async(group: group) { @Sendable in
          for number in 0..<50_000 { subject.onNext(producer * 1_000_000 + number) }
        }
      }
      group.notify(queue: .global()) { @Sendable in continuation.resume() }
    }
    await untilMainHasRun()
    await untilMainHasRun()
    #expect(received == 100_000)
    #expect(disorders == 0)
    subscription.dispose()
  }

  @Test("nothing is delivered after a dispose on the main actor, however much waits")
  @MainActor
  func disposing() async {
    for _ in 0..<50 {
      let subject = PublishSubject<Int>()
      var (received, disposals) = (0, 0)
      let subscription = subject.subscribe(onNext: { _ in received += 1 }, onDisposed: { disposals += 1 })
      let (started, stop) = (Gate(), BooleanDisposable())
      let thread = DispatchGroup()
      DispatchQueue.global().async(group: thread) { @Sendable in
        for number in 0..<2_000 where !stop.isDisposed {
          subject.onNext(number)
          started.open()
        }
      }
      #expect(started.wait())
      subscription.dispose()
      #expect(disposals == 1)
      let before = received
      await untilMainHasRun()
      stop.dispose()
      thread.wait()
      subject.onNext(-1)
      await untilMainHasRun()
      #expect(received == before)
    }
  }

  @Test("a dispose from inside an event drops what waits behind it")
  @MainActor
  func inside() async {
    let (subject, place) = (PublishSubject<Int>(), SerialDisposable())
    var received: [Int] = []
    place.disposable = subject.subscribe(onNext: { number in
      received.append(number)
      if number == 2 { place.dispose() }
    })
    onThread { for number in 1...5 { subject.onNext(number) } }
    await untilMainHasRun()
    #expect(received == [1, 2])
  }

  @Test("what comes on the main actor waits for what came before it from another thread")
  @MainActor
  func order() async {
    let subject = PublishSubject<Int>()
    var received: [Int] = []
    let subscription = subject.subscribe(onNext: { received.append($0) })
    onThread { subject.onNext(1) }
    subject.onNext(2)
    #expect(received.isEmpty)
    await untilMainHasRun()
    #expect(received == [1, 2])
    subject.onNext(3)
    #expect(received == [1, 2, 3])
    subscription.dispose()
  }

  @Test("an end that hops is delivered once, after the elements, and then onDisposed")
  @MainActor
  func ending() async {
    for ending in [Event<Int>.completed, .error(TestFailure())] {
      let subject = PublishSubject<Int>()
      var log: [String] = []
      let subscription = subject.subscribe(
        onNext: { log.append("\($0)") }, onError: { log.append("#\($0)") }, onCompleted: { log.append("|") },
        onDisposed: { log.append("disposed") })
      onThread {
        subject.onNext(1)
        subject.on(ending)
      }
      #expect(log.isEmpty)
      await untilMainHasRun()
      subscription.dispose()
      #expect(log == ["1", Recorder.text(ending), "disposed"])
    }
  }

  @Test("handlers are let go at the end and at dispose, also where the disposable is kept")
  @MainActor
  func freeing() async {
    let ledger = Ledger()
    for ends in [true, false] {
      let subject = PublishSubject<Ledger.Item>()
      let subscription = { [token = ledger.token()] in
        subject.subscribe(
          onNext: { _ in token.touch() }, onError: { _ in token.touch() }, onCompleted: { token.touch() },
          onDisposed: { token.touch() })
      }()
      onThread {
        subject.onNext(ledger.item(1))
        if ends { subject.onCompleted() }
      }
      if !ends { subscription.dispose() }
      await untilMainHasRun()
      #expect(ledger.live == 0)
      withExtendedLifetime(subscription) {}
    }
  }

  @Test("a synchronous source subscribed to on the main actor is synchronous")
  @MainActor
  func synchronous() {
    var received: [Int] = []
    Observable.of(1, 2).subscribe(onNext: { received.append($0) }).dispose()
    Single.just(3).subscribe(onSuccess: { received.append($0) }).dispose()
    #expect(received == [1, 2, 3])
  }

  @Test("an actor's subscriber runs on the actor, in order, and never after a dispose there")
  func actors() async {
    let (subject, counting) = (PublishSubject<Int>(), CountingActor())
    await counting.listen(to: subject)
    for number in 0..<10_000 { subject.onNext(number) }
    subject.onCompleted()
    await counting.untilEnd()
    #expect(await counting.received == Array(0..<10_000))

    let other = CountingActor()
    let endless = PublishSubject<Int>()
    await other.listen(to: endless)
    endless.onNext(1)
    await other.stop()
    let before = await other.received
    endless.onNext(2)
    #expect(!endless.hasObservers)
    await Task.yield()
    #expect(await other.received == before)
  }

  @Test("a synchronous source subscribed to on an actor is synchronous")
  func actorSynchronous() async {
    #expect(await CountingActor().collect(.of(1, 2, 3)) == [1, 2, 3])
  }

  @Test("a subscriber without an isolation hears events on the emitting thread")
  func nowhere() {
    let subject = PublishSubject<Int>()
    let here = Locked<[Int]>([])
    let subscription = subject.subscribe(onNext: { number in here.update { $0.append(number) } })
    onThread { subject.onNext(1) }
    #expect(here.value == [1])
    subscription.dispose()
  }

  @Test("an element that is not Sendable traps on the wrong thread, with a message that names the subscription")
  func notSendable() async throws {
    let result = try await #require(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      await emitFromElsewhere()
    }
    #if DEBUG
      let message = String(decoding: result.standardErrorContent, as: UTF8.self)
      #expect(message.contains("IsolationTests.swift:"))
      #expect(message.contains("not Sendable"))
    #else
      // A release build traps without a message.
      _ = result
    #endif
  }

  @Test("an actor that keeps its subscriptions is released, and they are disposed with it", .timeLimit(.minutes(1)))
  func actorKeepsItsSubscriptions() async {
    let subject = PublishSubject<Int>()
    let heard = Locked<[Int]>([])
    weak var kept: KeepingActor?
    do {
      let actor = KeepingActor()
      kept = actor
      await actor.listen(to: subject, heard)
      subject.onNext(1)
      while heard.value.isEmpty { await Task.yield() }
    }
    // What hopped to the actor may hold it for a moment.
    while kept != nil { await Task.yield() }
    // The actor is gone for weak references before its fields are; another thread may be at that.
    while subject.hasObservers { await Task.yield() }
    subject.onNext(2)
    #expect(heard.value == [1])
  }

  @Test("an element that is not Sendable is delivered where it comes on the main actor")
  @MainActor
  func notSendableAtHome() {
    let subject = PublishSubject<NotSendable>()
    var received = 0
    let subscription = subject.subscribe(onNext: { received += $0.number })
    subject.onNext(NotSendable(number: 4))
    #expect(received == 4)
    subscription.dispose()
  }
}

private actor KeepingActor {
  private let bag = DisposeBag()

  func listen(to source: Observable<Int>, _ heard: Locked<[Int]>) {
    source.subscribe(onNext: { number in heard.update { $0.append(number) } }).disposed(by: bag)
  }
}

private final class NotSendable {
  let number: Int

  init(number: Int) { self.number = number }
}

@MainActor
private func emitFromElsewhere() {
  let subject = PublishSubject<NotSendable>()
  let subscription = subject.subscribe(onNext: { _ in })
  // The very misuse that must trap.
  nonisolated(unsafe) let shared = subject
  onThread { shared.onNext(NotSendable(number: 1)) }
  subscription.dispose()
}

private actor CountingActor {
  private(set) var received: [Int] = []
  private var subscription: (any Disposable)?
  private var hasEnded = false
  private var waiter: CheckedContinuation<Void, Never>?

  func listen(to source: Observable<Int>) {
    subscription = source.subscribe(
      onNext: { number in
        self.preconditionIsolated()
        self.received.append(number)
      },
      onCompleted: {
        self.hasEnded = true
        self.waiter?.resume()
        self.waiter = nil
      })
  }

  func untilEnd() async {
    if hasEnded { return }
    await withCheckedContinuation { waiter = $0 }
  }

  func stop() { subscription?.dispose() }

  func collect(_ source: Observable<Int>) -> [Int] {
    var collected: [Int] = []
    source.subscribe(onNext: { collected.append($0) }).dispose()
    return collected
  }
}
