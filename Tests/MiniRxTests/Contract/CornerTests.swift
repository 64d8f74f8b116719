import MiniRx
import TestSupport
import Testing

private struct Fault: Error {}

@Suite("Ends are final in the corners", .leavesNoScope)
struct CornerTests {
  /// Enough to fill more than half of a small stack, not all of it: frames of a debug build are several times larger.
  #if DEBUG
    private static let depth = 450
  #else
    private static let depth = 1_000
  #endif

  @Test("Below a chain that fills a small stack, nothing comes after the end that take gives")
  func takeBelowDeepChain() {
    let heard = Locked<[String]>([])
    onThread {
      var source = Observable.from(1...5)
      for _ in 0..<Self.depth { source = source.do(onNext: { _ in }) }
      _ = source.take(1).subscribe(
        onNext: { element in heard.update { $0.append("\(element)") } },
        onCompleted: { heard.update { $0.append("|") } })
    }
    #expect(heard.value == ["1", "|"])
  }

  /// What goes on for ever unless it hears that nobody listens.
  private enum Endless: CaseIterable {
    case create, generated

    func counting(_ sent: Locked<Int>) -> Observable<Int> {
      switch self {
      case .create:
        .create { observer in
          while !observer.isDisposed {
            sent.update { $0 += 1 }
            observer.onNext(1)
          }
          return Disposables.create()
        }
      case .generated:
        .from(
          Swift.sequence(state: 0) { _ in
            sent.update { $0 += 1 }
            return 1
          })
      }
    }
  }

  /// What a delivery passes on its way down.
  private enum Below: CaseIterable {
    case nothing, flatMap, merge, observer

    func put(on source: Observable<Int>) -> Observable<Int> {
      switch self {
      case .nothing: source
      case .flatMap: source.flatMap { Observable.of($0, $0) }
      case .merge: Observable.merge(source, .never())
      case .observer: source.materialize().dematerialize()
      }
    }
  }

  @Test(
    "Below a chain of any depth, an endless producer soon sees that nobody listens", .timeLimit(.minutes(1)),
    arguments: Endless.allCases, Below.allCases)
  private func producerAboveDeepChain(_ producer: Endless, _ below: Below) {
    for depth in 1...Self.depth {
      let sent = Locked(0)
      onThread {
        var source = producer.counting(sent)
        for _ in 0..<depth { source = source.do(onNext: { _ in }) }
        _ = below.put(on: source).take(3).subscribe(onNext: { _ in })
      }
      if sent.value > 4 { Issue.record("\(depth) operators deep: \(sent.value) elements") }
    }
  }

  @Test("A subscriber that takes longer than the timeout does not make its source late")
  func slowObserverIsNotATimeout() {
    let scheduler = VirtualTimeScheduler()
    let heard = Locked<[String]>([])
    let single = Single<Int>.create { answer in
      answer(.success(1))
      return Disposables.create()
    }
    _ = single.timeout(.milliseconds(50), scheduler: scheduler).subscribe(
      onSuccess: { _ in
        heard.update { $0.append("success") }
        scheduler.advance(by: .milliseconds(100))
      }, onFailure: { _ in heard.update { $0.append("failure") } })
    scheduler.advance(by: .seconds(1))
    #expect(heard.value == ["success"])
    #expect(scheduler.isIdle)
  }

  @Test("A handler that throws after the success does not add a failure")
  func throwingAfterSuccess() {
    let heard = Locked<[String]>([])
    _ = Single.just(1).do(afterSuccess: { _ in throw Fault() }).subscribe(
      onSuccess: { _ in heard.update { $0.append("success") } },
      onFailure: { _ in heard.update { $0.append("failure") } })
    #expect(heard.value == ["success"])
  }

  @Test("A subscriber of refCount that leaves while it subscribes does not disconnect the others")
  func refCountCountsFirst() {
    let log = Locked<[String]>([])
    let upstream = PublishSubject<Int>()
    let counted = upstream.do(
      onSubscribe: { log.update { $0.append("start") } }, onDispose: { log.update { $0.append("cancel") } }
    ).publish().refCount()
    let first = counted.subscribe(onNext: { element in log.update { $0.append("\(element)") } })
    let stop = PublishSubject<Void>()
    let second = Observable.deferred {
      stop.onNext(())
      return counted
    }.take(until: stop).subscribe(onNext: { _ in })
    upstream.onNext(7)
    #expect(log.value == ["start", "7"])
    second.dispose()
    first.dispose()
    #expect(log.value == ["start", "7", "cancel"])
  }

  @Test("A disposed replay subject frees and repeats nothing, also when it had completed before")
  func disposedReplay() {
    for completesFirst in [false, true] {
      let subject = ReplaySubject<Token>.create(bufferSize: 2)
      weak var kept: Token?
      do {
        let token = Token()
        kept = token
        subject.onNext(token)
      }
      #expect(kept != nil)
      if completesFirst { subject.onCompleted() }
      subject.dispose()
      #expect(kept == nil)
      #expect(subject.isDisposed)
      let heard = Locked<[String]>([])
      _ = subject.subscribe(
        onNext: { _ in heard.update { $0.append("next") } }, onError: { _ in heard.update { $0.append("#") } })
      #expect(heard.value == ["#"])
    }
  }

  @Test("A subject that is released frees the closures of its observers, though nobody disposed them")
  func abandonedSubject() {
    weak var kept: Token?
    do {
      let token = Token()
      kept = token
      let subject = PublishSubject<Int>()
      _ = subject.subscribe(onNext: { _ in withExtendedLifetime(token) {} })
      subject.onNext(1)
    }
    #expect(kept == nil)
  }

  @Test("A driver's observable that is subscribed to off the main actor is heard on it")
  func driverOffMain() async {
    let driver = Driver.just(1).map { $0 + 1 }
    let onMain = await withCheckedContinuation { continuation in
      onThread {
        _ = driver.asObservable().subscribe(
          onNext: { _ in
            MainScheduler.ensureExecutingOnScheduler()
            continuation.resume(returning: true)
          }, isolation: nil)
      }
    }
    #expect(onMain)
  }
}

private final class Token: Sendable {}
