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
          subject.dispose()
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

    @Test("an error that the dispose of a subject drops may use the subject from its deinit")
    func errorOfSubject() {
      let isOver = returns {
        let looks = Counter()
        let subjects: [any Failing] = [
          PublishSubject<Int>(), BehaviorSubject(value: 0), ReplaySubject<Int>.create(bufferSize: 2),
        ]
        for subject in subjects {
          subject.fail(FarewellError { [weak subject] in if subject?.isDisposed == true { looks.add() } })
          subject.dispose()
        }
        #expect(looks.value == 3)
      }
      #expect(isOver)
    }

    @Test("an error that a cancelled reader of values drops may use the reader from its deinit")
    func errorOfValues() async {
      let cameBack = Locked(false)
      let again = Locked<(@Sendable () -> Task<Void, Never>)?>(nil)
      let source = Observable<Int>.create { observer in
        observer.onError(
          FarewellError {
            let done = Gate()
            let reading = again.value?()
            Task {
              await reading?.value
              done.open()
            }
            cameBack.value = done.wait(seconds: 30)
          })
        return Disposables.create()
      }
      // One call at a time: the second is made from inside the first.
      nonisolated(unsafe) let iterator = source.values.makeAsyncIterator()
      let readCancelled: @Sendable () -> Task<Void, Never> = {
        Task {
          withUnsafeCurrentTask { $0?.cancel() }
          var copy = iterator
          _ = try? await copy.next()
        }
      }
      again.value = readCancelled
      await readCancelled().value
      #expect(cameBack.value)
      again.value = nil
    }

    @Test("a timer's last run, let go for the next one, may dispose the timer from its deinit")
    func periodic() {
      let isOver = returns {
        let (subscription, looks) = (SerialDisposable(), Counter())
        let scheduler = LeavingScheduler {
          subscription.dispose()
          looks.add()
        }
        subscription.disposable = Observable<Int>.interval(.seconds(1), scheduler: scheduler).subscribe()
        scheduler.clock.advance(by: .seconds(3))
        #expect(looks.value > 0)
      }
      #expect(isOver)
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

/// An error that does something when it is let go.
private final class FarewellError: Error {
  private let farewell: Farewell

  init(_ action: @escaping @Sendable () -> Void) { farewell = Farewell(action) }
}

/// A subject of any kind, to be failed.
private protocol Failing: AnyObject, Sendable {
  var isDisposed: Bool { get }
  func fail(_ error: any Error)
  func dispose()
}

extension PublishSubject: Failing where Element == Int {
  fileprivate func fail(_ error: any Error) { onError(error) }
}

extension BehaviorSubject: Failing where Element == Int {
  fileprivate func fail(_ error: any Error) { onError(error) }
}

extension ReplaySubject: Failing where Element == Int {
  fileprivate func fail(_ error: any Error) { onError(error) }
}

/// A scheduler of a user's own, whose disposables do something when they are let go.
private final class LeavingScheduler: SchedulerType {
  let clock = VirtualTimeScheduler()
  private let farewell: @Sendable () -> Void

  init(_ farewell: @escaping @Sendable () -> Void) { self.farewell = farewell }

  var now: Duration { clock.now }

  func schedule<State: Sendable>(
    _ state: State, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    clock.schedule(state, action: action)
  }

  func scheduleRelative<State: Sendable>(
    _ state: State, dueTime: RxTimeInterval, action: @escaping @Sendable (State) -> any Disposable
  ) -> any Disposable {
    Run(clock.scheduleRelative(state, dueTime: dueTime, action: action), Farewell(farewell))
  }

  private final class Run: Disposable {
    private let run: any Disposable
    private let farewell: Farewell

    init(_ run: any Disposable, _ farewell: Farewell) {
      self.run = run
      self.farewell = farewell
    }

    func dispose() { run.dispose() }
  }
}
