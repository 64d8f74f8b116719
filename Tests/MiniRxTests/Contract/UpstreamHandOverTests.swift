import MiniRx
import TestSupport
import Testing

/// A source that gives its observers away and counts what runs.
private final class Source: Sendable {
  let (started, running) = (Counter(), Counter())
  private let observers = Locked<[AnyObserver<Int>]>([])
  private let cancelled = Locked<(@Sendable () -> Void)?>(nil)

  /// The observers, one for each subscription, in order.
  var subscriptions: [AnyObserver<Int>] { observers.value }

  var observable: Observable<Int> {
    .create { [self] observer in
      started.add()
      running.add()
      observers.update { $0.append(observer) }
      return Disposables.create { [self] in
        running.add(-1)
        let action = cancelled.value
        cancelled.value = nil
        action?()
      }
    }
  }

  /// Does this when a subscription is next cancelled.
  func onCancel(_ action: @escaping @Sendable () -> Void) { cancelled.value = action }
}

extension RealThreads {
  /// Where subscribers stay while one subscription to the source gives way to the next.
  @Suite("Contract 8: one upstream gives way to the next")
  struct UpstreamHandOverTests {
    private static let kinds: [(Int, SubjectLifetimeScope)] = [
      (0, .whileConnected), (1, .whileConnected), (2, .whileConnected), (0, .forever), (1, .forever), (2, .forever),
    ]

    #if DEBUG
      private static let rounds = 3_000
    #else
      private static let rounds = 20_000
    #endif

    @Test(
      "share: the end of a source that is left meanwhile is not the end of the one started after it", arguments: kinds)
    func endOfShare(replay: Int, scope: SubjectLifetimeScope) {
      let (source, first, second) = (Source(), Recorder<Int>(), Recorder<Int>())
      let shared = source.observable.share(replay: replay, scope: scope)
      let (one, two) = (SerialDisposable(), SerialDisposable())
      one.disposable = shared.subscribe(first)
      source.onCancel {
        one.dispose()
        two.disposable = shared.subscribe(second)
      }
      source.subscriptions[0].onCompleted()
      #expect(source.started.value == 2)
      #expect(source.running.value == 1)
      source.subscriptions[1].onNext(1)
      #expect(second.history == ["1"])
      source.subscriptions[1].onCompleted()
      #expect(second.history == ["1", "|"])
      #expect(first.history.isEmpty)
    }

    @Test("publish: the end of a connection that is disposed meanwhile is not the end of the next")
    func endOfPublish() {
      let (source, recorder) = (Source(), Recorder<Int>())
      let published = source.observable.publish()
      let (connection, subscription) = (SerialDisposable(), published.subscribe(recorder))
      connection.disposable = published.connect()
      source.onCancel {
        connection.disposable = Disposables.create()
        connection.disposable = published.connect()
      }
      source.subscriptions[0].onError(TestFailure())
      #expect(source.started.value == 2)
      source.subscriptions[1].onNext(1)
      source.subscriptions[1].onCompleted()
      #expect(recorder.history == ["1", "|"])
      subscription.dispose()
    }

    @Test("share: nothing of the source before reaches a subscriber that started the next", arguments: kinds)
    func elementsOfShare(replay: Int, scope: SubjectLifetimeScope) {
      withWatchdog(seconds: 240, "elements against a new source") {
        race(
          rounds: Self.rounds,
          { _ in Leaving { $0.share(replay: replay, scope: scope) } },
          { round in for _ in 0..<4 { round.source.subscriptions[0].onNext(1) } },
          { $0.change() },
          check: { number, round in
            // What was kept before the first left may be replayed, once each; nothing may come live.
            let limit = scope == .forever ? replay : 0
            #expect(round.source.started.value == 2, "round \(number)")
            #expect(round.second.elements.count <= limit, "round \(number)")
            let before = round.second.elements.count
            round.source.subscriptions[0].onNext(1)
            round.source.subscriptions[1].onNext(2)
            #expect(round.second.elements.dropFirst(before) == [2], "round \(number)")
            round.finish()
          })
      }
    }

    @Test("refCount: the last to leave races the next to come: one connection runs, and the comer hears it")
    func refCount() {
      withWatchdog(seconds: 240, "leaving against coming") {
        race(
          rounds: Self.rounds,
          { _ in Leaving { $0.publish().refCount() } },
          { $0.leave() },
          { $0.come() },
          check: { number, round in
            #expect(round.source.running.value == 1, "round \(number)")
            round.source.subscriptions.last?.onNext(1)
            #expect(round.second.history == ["1"], "round \(number)")
            round.finish()
            #expect(round.source.running.value == 0, "round \(number)")
          })
      }
    }
  }
}

/// A shared stream with one subscriber, and a second to come.
private final class Leaving: Sendable {
  let source = Source()
  let (first, second) = (Recorder<Int>(), Recorder<Int>())
  private let (one, two) = (SerialDisposable(), SerialDisposable())
  private let shared: Observable<Int>

  init(_ share: (Observable<Int>) -> Observable<Int>) {
    shared = share(source.observable)
    one.disposable = shared.subscribe(first)
  }

  func leave() { one.dispose() }

  func come() { two.disposable = shared.subscribe(second) }

  func change() {
    leave()
    come()
  }

  func finish() {
    leave()
    two.dispose()
  }
}
