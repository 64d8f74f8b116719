import MiniRx
import TestSupport
import Testing

/// An element that does something when it is let go, as a view model does that owns a bag.
private final class Farewell: Sendable {
  private let action: @Sendable () -> Void

  init(_ action: @escaping @Sendable () -> Void) { self.action = action }

  deinit { action() }
}

extension RealThreads {
  @Suite("Contract 3: nothing is released under a lock")
  struct ReleaseUnderLockTests {
    @Test("an element that a relay replaces may use the relay from its deinit")
    func relay() {
      let isOver = returns {
        let relay = BehaviorRelay<Farewell?>(value: nil)
        let subscription = Locked<(any Disposable)?>(relay.subscribe(Recorder<Farewell?>()))
        let looks = Counter()
        relay.accept(
          Farewell { [weak relay] in
            subscription.value?.dispose()
            if relay?.value == nil { looks.add() }
          })
        subscription.value?.dispose()
        relay.accept(nil)
        #expect(looks.value == 1)
      }
      #expect(isOver)
    }

    @Test("an element that a subject drops may use the subject from its deinit", arguments: [0, 1, 2, 3])
    func subjects(size: Int) {
      let isOver = returns {
        let subject = ReplaySubject<Farewell?>.create(bufferSize: size)
        let looks = Counter()
        subject.onNext(Farewell { [weak subject] in if subject?.hasObservers != true { looks.add() } })
        for _ in 0...size { subject.onNext(nil) }
        #expect(looks.value == 1)
      }
      #expect(isOver)
    }

    @Test("an element that the end of a subject drops may use the subject from its deinit")
    func ending() {
      let isOver = returns {
        let looks = Counter()
        for end in [Event<Farewell?>.completed, .error(TestFailure())] {
          let subject = BehaviorSubject<Farewell?>(value: nil)
          subject.onNext(Farewell { [weak subject] in if subject?.hasObservers != true { looks.add() } })
          subject.on(end)
        }
        #expect(looks.value == 2)
      }
      #expect(isOver)
    }

    @Test("elements that wait in concatMap may use the stream's source from their deinit when it is disposed")
    func waiting() {
      let isOver = returns {
        let (subject, looks) = (PublishSubject<Farewell?>(), Counter())
        let subscription = Locked<(any Disposable)?>(
          subject.concatMap { _ in Observable<Int>.never() }.subscribe(Recorder<Int>()))
        subject.onNext(nil)
        subject.onNext(
          Farewell {
            subscription.value?.dispose()
            subject.onNext(nil)
            looks.add()
          })
        subscription.value?.dispose()
        #expect(looks.value == 1)
      }
      #expect(isOver)
    }

    @Test("elements that wait in observe(on:) may use the source from their deinit when it is disposed")
    func observing() {
      let isOver = returns {
        let (subject, looks) = (PublishSubject<Farewell?>(), Counter())
        let subscription = subject.observe(on: VirtualTimeScheduler()).subscribe(Recorder<Farewell?>())
        subject.onNext(
          Farewell {
            subject.onNext(nil)
            looks.add()
          })
        subscription.dispose()
        #expect(looks.value == 1)
      }
      #expect(isOver)
    }

    @Test("elements that wait for the main actor may use the source from their deinit when it is disposed")
    @MainActor
    func mailing() {
      let (subject, looks) = (PublishSubject<Farewell?>(), Counter())
      let subscription = subject.subscribe(onNext: { _ in })
      let isOver = returns {
        subject.onNext(
          Farewell {
            subject.onNext(nil)
            looks.add()
          })
        subscription.dispose()
      }
      #expect(isOver)
      #expect(looks.value == 1)
    }

    @Test("a finished disposable that a bag forgets may use the bag from its deinit")
    func bag() {
      let isOver = returns {
        let (bag, looks) = (DisposeBag(), Counter())
        for _ in 0..<100 {
          Leaving { [weak bag] in
            if let bag { Disposables.create().disposed(by: bag) }
            looks.add()
          }.disposed(by: bag)
        }
        #expect(looks.value > 0)
      }
      #expect(isOver)
    }
  }
}

/// A disposable that has ended, and does something when it is let go.
private final class Leaving: Cancelable {
  private let farewell: Farewell

  init(_ action: @escaping @Sendable () -> Void) { farewell = Farewell(action) }

  var isDisposed: Bool { true }

  func dispose() {}
}
