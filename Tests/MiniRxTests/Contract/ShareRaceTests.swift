import MiniRx
import TestSupport
import Testing

extension RealThreads {
  @Suite("Contract 8: share")
  struct ShareRaceTests {
    /// A source that counts its subscriptions, those that run and those that were cancelled.
    private final class Upstream: Sendable {
      let (started, running) = (Counter(), Counter())
      let subject = PublishSubject<Int>()

      var observable: Observable<Int> {
        .create { [self] observer in
          started.add()
          running.add()
          let subscription = subject.subscribe(observer)
          return Disposables.create { [self] in
            running.add(-1)
            subscription.dispose()
          }
        }
      }
    }

    private struct Round: Sendable {
      let upstream = Upstream()
      let stream: Observable<Int>
      let first = Recorder<Int>()
      let second = Recorder<Int>()
      let subscriptions = CompositeDisposable()

      init(_ replay: Int, _ scope: SubjectLifetimeScope) {
        stream = upstream.observable.share(replay: replay, scope: scope)
      }

      func subscribe(_ recorder: Recorder<Int>) { _ = subscriptions.insert(stream.subscribe(recorder)) }
    }

    /// For each kind of sharing; of all kinds together a hundred thousand in a release build.
    #if DEBUG
      private static let rounds = 1_000
    #else
      private static let rounds = 17_000
    #endif

    private static let kinds: [(Int, SubjectLifetimeScope)] = [
      (0, .whileConnected), (1, .whileConnected), (2, .whileConnected), (0, .forever), (1, .forever), (2, .forever),
    ]

    @Test("concurrent first subscribers make exactly one subscription upstream", arguments: kinds)
    func first(replay: Int, scope: SubjectLifetimeScope) {
      withWatchdog(seconds: 300, "first subscribers") {
        race(
          rounds: Self.rounds,
          { _ in Round(replay, scope) },
          { $0.subscribe($0.first) },
          { $0.subscribe($0.second) },
          check: { number, round in
            #expect(round.upstream.started.value == 1, "round \(number)")
            round.upstream.subject.onNext(1)
            round.upstream.subject.onCompleted()
            #expect(round.first.history == ["1", "|"], "round \(number)")
            #expect(round.second.history == ["1", "|"], "round \(number)")
            #expect(round.upstream.running.value == 0, "round \(number)")
            round.subscriptions.dispose()
          })
      }
    }

    @Test(
      "the last to leave races the next to come: one subscription upstream runs, and the comer hears it",
      arguments: kinds
    )
    func leaving(replay: Int, scope: SubjectLifetimeScope) {
      let bag = DisposeBag()
      withWatchdog(seconds: 300, "leaving against coming") {
        race(
          rounds: Self.rounds,
          { _ in
            let round = Round(replay, scope)
            round.subscribe(round.first)
            return round
          },
          { $0.subscriptions.dispose() },
          { round in round.stream.subscribe(round.second).disposed(by: bag) },
          check: { number, round in
            #expect(round.upstream.running.value == 1, "round \(number)")
            round.upstream.subject.onNext(1)
            round.upstream.subject.onCompleted()
            #expect(round.second.history == ["1", "|"], "round \(number)")
            #expect(round.first.history.isEmpty, "round \(number)")
            #expect(round.upstream.running.value == 0, "round \(number)")
          })
      }
    }

    @Test("an end races a new subscriber: it hears the end, or starts the source anew", arguments: kinds)
    func ending(replay: Int, scope: SubjectLifetimeScope) {
      withWatchdog(seconds: 300, "the end against a subscriber") {
        race(
          rounds: Self.rounds,
          { _ in
            let round = Round(replay, scope)
            round.subscribe(round.first)
            return round
          },
          { $0.upstream.subject.onCompleted() },
          { $0.subscribe($0.second) },
          check: { number, round in
            #expect(round.first.history == ["|"], "round \(number)")
            // The source is a completed subject: starting anew ends at once.
            #expect(round.second.history == ["|"], "round \(number)")
            #expect(round.upstream.running.value == 0, "round \(number)")
            round.subscriptions.dispose()
          })
      }
    }

    @Test("elements race a subscriber: it gets each once, in order, without a gap", arguments: [0, 1, 3])
    func elements(replay: Int) {
      withWatchdog(seconds: 300, "elements against a subscriber") {
        race(
          rounds: Self.rounds,
          { _ in
            let round = Round(replay, .whileConnected)
            round.subscribe(round.first)
            return round
          },
          { round in for number in 0..<20 { round.upstream.subject.onNext(number) } },
          { $0.subscribe($0.second) },
          check: { number, round in
            let got = round.second.elements
            #expect(got == Array((got.first ?? 20)..<20), "round \(number)")
            #expect(got.count >= replay, "round \(number)")
            #expect(round.first.elements == Array(0..<20), "round \(number)")
            round.subscriptions.dispose()
          })
      }
    }

    @Test("for ever: a subscriber that leaves while it is replayed to, and comes back at once, starts the source once")
    func comingBack() {
      let upstream = Upstream()
      let stream = upstream.observable.share(replay: 1, scope: .forever)
      let first = stream.subscribe(Recorder<Int>())
      upstream.subject.onNext(1)
      first.dispose()
      #expect(upstream.running.value == 0)
      let recorder = Recorder<Int>()
      // The replayed element makes the map throw, which leaves; the handler comes back inside the same call.
      let subscription = stream.map { _ in throw TestFailure() }.catch { _ in stream }.subscribe(recorder)
      #expect(upstream.running.value == 1)
      #expect(upstream.started.value == 2)
      upstream.subject.onNext(2)
      #expect(recorder.history == ["1", "2"])
      subscription.dispose()
      #expect(upstream.running.value == 0)
    }

    @Test("share(replay: n) takes memory as elements come, not up front")
    func memory() {
      // A buffer allocated up front would need 8 exabytes.
      let subject = PublishSubject<Int>()
      let stream = subject.share(replay: 1 << 60)
      let (first, late) = (Recorder<Int>(), Recorder<Int>())
      let subscription = stream.subscribe(first)
      subject.onNext(1)
      stream.subscribe(late).dispose()
      #expect(late.history == ["1"])
      subscription.dispose()
    }
  }
}
