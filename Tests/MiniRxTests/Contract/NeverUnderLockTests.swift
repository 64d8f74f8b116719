import Foundation
import MiniRx
import TestSupport
import Testing

extension RealThreads {
  @Suite("Contract 3: never under a lock")
  struct NeverUnderLockTests {
    /// Subscribes to the meeting's stream with an observer that stays inside its first event until another thread has done
    /// `act`. With a lock around the observer, `act` would never come back.
    private func whileInside(_ meeting: Meeting, _ act: @escaping @Sendable (any Disposable) -> Void) -> Bool {
      let (entered, acted, cameBack) = (Gate(), Gate(), Gate())
      let isArmed = Locked(false)
      let subscription = meeting.stream.subscribe(
        AnyObserver { _ in
          guard
            isArmed.update({ armed in
              defer { armed = false }; return armed
            })
          else { return }
          entered.open()
          if acted.wait() { cameBack.open() }
        })
      meeting.prime()
      isArmed.value = true
      let isOver = returns {
        inParallel(2) { number in
          if number == 0 {
            meeting.trigger(7)
          } else if entered.wait() {
            act(subscription)
            acted.open()
          }
        }
      }
      // The observer may be on a queue's thread.
      let isWhole = isOver && cameBack.wait()
      subscription.dispose()
      return isWhole
    }

    @Test("what another thread sends while an observer runs comes back at once", arguments: MeetingCase.all)
    func sending(meeting: MeetingCase) {
      for index in meeting.make().others.indices {
        let made = meeting.make()
        #expect(whileInside(made) { _ in made.others[index].send() }, "\(made.others[index].name)")
      }
    }

    @Test("a dispose and a new subscription while an observer runs come back at once", arguments: MeetingCase.all)
    func disposing(meeting: MeetingCase) {
      #expect(whileInside(meeting.make()) { $0.dispose() })
      let made = meeting.make()
      #expect(whileInside(made) { _ in made.stream.subscribe().dispose() })
    }

    @Test("threads that hold the app's own lock while they send do not stall", arguments: MeetingCase.all)
    func appLock(meeting: MeetingCase) {
      let made = meeting.make()
      let came = Gate()
      let isOver = returns {
        let lock = NSRecursiveLock()
        let subscription = made.stream.subscribe(
          AnyObserver { event in
            lock.withLock { came.open() }
          })
        made.prime()
        let element = made.others.first { $0.name == "an element" }
        inParallel(2) { number in
          for round in 1...1_000 {
            lock.withLock {
              if number == 0 { made.trigger(round) } else { element?.send() }
            }
          }
        }
        #expect(came.wait())
        subscription.dispose()
      }
      #expect(isOver)
    }

    @Test(
      "what an observer sends from inside an event is delivered after it, first in first out",
      arguments: MeetingCase.atOnce)
    func reentrant(meeting: MeetingCase) {
      let (log, isArmed) = (Locked<[String]>([]), Locked(false))
      let made = meeting.make()
      let subscription = made.stream.subscribe(
        AnyObserver { event in
          guard isArmed.value, let number = event.element else { return }
          log.update { $0.append("<\(number)") }
          if number == 1 {
            made.trigger(2)
            made.trigger(3)
          }
          log.update { $0.append("\(number)>") }
        })
      made.prime()
      isArmed.value = true
      made.trigger(1)
      #expect(log.value == ["<1", "1>", "<2", "2>", "<3", "3>"])
      subscription.dispose()
    }

    @Test("two observers of a subject both hear an event before what the first sends from inside it")
    func reentrantSubjects() {
      let subject = PublishSubject<Int>()
      let log = Locked<[String]>([])
      let subscriptions = ["a", "b"].map { name in
        subject.subscribe(
          AnyObserver { event in
            log.update { $0.append("\(name)\(event.element ?? 0)") }
            if name == "a" && event.element == 1 { subject.onNext(2) }
          })
      }
      subject.onNext(1)
      #expect(log.value == ["a1", "b1", "a2", "b2"])
      for subscription in subscriptions { subscription.dispose() }
    }

    @Test("the current value of a subject is seen at once, also from inside a delivery")
    func currentValue() throws {
      let (subject, seen) = (BehaviorSubject(value: 0), Locked<[Int]>([]))
      let subscription = subject.subscribe(
        AnyObserver { event in
          if event.element == 1 {
            subject.onNext(2)
            seen.value = [(try? subject.value()) ?? -1]
          }
        })
      subject.onNext(1)
      #expect(seen.value == [2])
      subscription.dispose()
    }

    @Test("selectors, factories and dispose actions may take their time while others go on")
    func closures() {
      let (subject, other) = (PublishSubject<Int>(), PublishSubject<Int>())
      let slow: @Sendable (Gate, Gate) -> Void = { entered, acted in
        entered.open()
        #expect(acted.wait())
      }
      let streams: [(String, @Sendable (Gate, Gate) -> Observable<Int>)] = [
        (
          "combineLatest",
          { e, a in
            .combineLatest(subject, other) {
              if $0 == 1 { slow(e, a) }; return $0 + $1
            }
          }
        ),
        (
          "zip",
          { e, a in
            .zip(subject, other) {
              if $0 == 1 { slow(e, a) }; return $0 + $1
            }
          }
        ),
        (
          "flatMap",
          { e, a in
            Observable.merge(subject, other).flatMap {
              if $0 == 1 { slow(e, a) }; return Observable.just($0)
            }
          }
        ),
        (
          "flatMapLatest",
          { e, a in
            Observable.merge(subject, other).flatMapLatest {
              if $0 == 1 { slow(e, a) }; return Observable.just($0)
            }
          }
        ),
        (
          "withLatestFrom",
          { e, a in
            subject.withLatestFrom(other) {
              if $0 == 1 { slow(e, a) }; return $0 + $1
            }
          }
        ),
        (
          "concatMap",
          { e, a in
            Observable.merge(subject, other).concatMap {
              if $0 == 1 { slow(e, a) }; return OperatorCase.general($0)
            }
          }
        ),
        (
          "flatMapFirst",
          { e, a in
            Observable.merge(subject, other).flatMapFirst {
              if $0 == 1 { slow(e, a) }; return OperatorCase.general($0)
            }
          }
        ),
        (
          "combineLatest of a collection",
          { e, a in
            .combineLatest([subject, other]) {
              if $0[0] == 1 { slow(e, a) }; return $0[1]
            }
          }
        ),
        (
          "zip of a collection",
          { e, a in
            .zip([subject, other]) {
              if $0[0] == 1 { slow(e, a) }; return $0[1]
            }
          }
        ),
        (
          "share",
          { e, a in
            Observable.merge(subject, other).map {
              if $0 == 1 { slow(e, a) }; return $0
            }.share(replay: 1)
          }
        ),
        (
          "catch",
          { e, a in
            Observable.merge(subject, other).map {
              if $0 == 1 { throw TestFailure() }; return $0
            }.catch { _ in
              slow(e, a); return .never()
            }
          }
        ),
        ("do", { e, a in Observable.merge(subject, other).do(onNext: { if $0 == 1 { slow(e, a) } }) }),
      ]
      for (name, make) in streams {
        let (entered, acted) = (Gate(), Gate())
        let subscription = make(entered, acted).subscribe()
        other.onNext(0)
        let isOver = returns {
          inParallel(2) { number in
            if number == 0 {
              subject.onNext(1)
            } else if entered.wait() {
              other.onNext(5)
              acted.open()
            }
          }
        }
        #expect(isOver, "\(name)")
        subscription.dispose()
      }
    }

    @Test("a dispose action may take its time while others use what is disposed")
    func disposeActions() {
      let shared = Observable<Int>.never().share(replay: 1)
      let (composite, serial) = (CompositeDisposable(), SerialDisposable())
      let targets: [(String, @Sendable (@escaping @Sendable () -> Void) -> any Disposable, @Sendable () -> Void)] = [
        (
          "composite", { composite.insert(Disposables.create(with: $0)).map { _ in composite } ?? composite },
          { _ = composite.insert(Disposables.create()) }
        ),
        (
          "serial",
          {
            serial.disposable = Disposables.create(with: $0); return serial
          },
          { serial.disposable = Disposables.create() }
        ),
        ("share", { action in shared.do(onDispose: action).subscribe() }, { shared.subscribe().dispose() }),
        (
          "create", { action in Observable<Int>.create { _ in Disposables.create(with: action) }.share().subscribe() },
          {}
        ),
      ]
      for (name, make, use) in targets {
        let (entered, acted) = (Gate(), Gate())
        let disposable = make {
          entered.open()
          #expect(acted.wait(), "\(name)")
        }
        let isOver = returns {
          inParallel(2) { number in
            if number == 0 {
              disposable.dispose()
            } else if entered.wait() {
              use()
              disposable.dispose()
              acted.open()
            }
          }
        }
        #expect(isOver, "\(name)")
      }
    }
  }
}
