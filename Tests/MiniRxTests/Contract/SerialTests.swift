import MiniRx
import TestSupport
import Testing

extension RealThreads {
  @Suite("Contract 2: serial")
  struct SerialTests {
    private static let producers = 4
    private static let count = 2_000

    /// Several threads feed what `make` makes; the observer must never run twice at once, and see each producer's numbers
    /// in order. Elements are numbered: producer × 1,000,000 + number.
    private func feed(
      expectsAll: Bool = true, _ make: (Locked<[@Sendable (Int) -> Void]>) -> Observable<[Int]>,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      withWatchdog(seconds: 120, "feeding from several threads") {
        let inputs = Locked<[@Sendable (Int) -> Void]>([])
        let (inside, overlaps, disorders, received) = (Counter(), Counter(), Counter(), Counter())
        let newest = Locked(Array(repeating: -1, count: SerialTests.producers))
        let subscription = make(inputs).subscribe(
          AnyObserver { event in
            if inside.add() != 1 { overlaps.add() }
            for element in event.element ?? [] where element >= 0 {
              let (producer, number) = element.quotientAndRemainder(dividingBy: 1_000_000)
              let before = newest.update { newest in
                defer { newest[producer] = number }
                return newest[producer]
              }
              // A combination repeats the newest of the other sources.
              if number < before || (expectsAll && number != before + 1) { disorders.add() }
            }
            received.add()
            inside.add(-1)
          })
        let sends = inputs.value
        inParallel(SerialTests.producers) { producer in
          for number in 0..<SerialTests.count { sends[producer % sends.count](producer * 1_000_000 + number) }
        }
        #expect(overlaps.value == 0, sourceLocation: sourceLocation)
        #expect(disorders.value == 0, sourceLocation: sourceLocation)
        if expectsAll {
          let all = SerialTests.producers * SerialTests.count
          #expect(received.value == all, sourceLocation: sourceLocation)
          #expect(newest.value.allSatisfy { $0 == SerialTests.count - 1 }, sourceLocation: sourceLocation)
        } else {
          #expect(received.value > 0, sourceLocation: sourceLocation)
        }
        subscription.dispose()
      }
    }

    private func subjects(_ inputs: Locked<[@Sendable (Int) -> Void]>) -> [Observable<Int>] {
      let subjects = (0..<SerialTests.producers).map { _ in PublishSubject<Int>() }
      inputs.value = subjects.map { subject in { subject.onNext($0) } }
      return subjects.map { $0.asObservable() }
    }

    @Test("many threads into one create")
    func create() {
      feed { inputs in
        Observable<Int>.create { observer in
          inputs.value = [{ observer.onNext($0) }]
          return Disposables.create()
        }
        .map { [$0] }
      }
    }

    @Test("many threads into each kind of subject and relay")
    func subjects() {
      feed { inputs in
        let subject = PublishSubject<Int>()
        inputs.value = [{ subject.onNext($0) }]
        return subject.map { [$0] }
      }
      feed { inputs in
        let subject = BehaviorSubject<Int>(value: -1)
        inputs.value = [{ subject.onNext($0) }]
        return subject.filter { $0 >= 0 }.map { [$0] }
      }
      feed { inputs in
        let subject = ReplaySubject<Int>.create(bufferSize: 3)
        inputs.value = [{ subject.onNext($0) }]
        return subject.map { [$0] }
      }
      feed { inputs in
        let relay = PublishRelay<Int>()
        inputs.value = [{ relay.accept($0) }]
        return relay.map { [$0] }
      }
      feed { inputs in
        let relay = BehaviorRelay<Int>(value: -1)
        inputs.value = [{ relay.accept($0) }]
        return relay.filter { $0 >= 0 }.map { [$0] }
      }
    }

    @Test("merge, and merge of streams")
    func merge() {
      feed { .merge(subjects($0).map { $0.map { [$0] } }) }
      feed { Observable.from(subjects($0)).merge().map { [$0] } }
    }

    @Test("flatMap, whose outer elements come from many threads")
    func flatMap() {
      feed { inputs in
        let subject = PublishSubject<Int>()
        inputs.value = [{ subject.onNext($0) }]
        return subject.flatMap { number in OperatorCase.general(number) }.map { [$0] }
      }
      feed { Observable.from(subjects($0)).flatMap { $0 }.map { [$0] } }
    }

    @Test("concatMap of many threads' elements")
    func concatMap() {
      feed { inputs in
        let subject = PublishSubject<Int>()
        inputs.value = [{ subject.onNext($0) }]
        return subject.concatMap { number in OperatorCase.general(number) }.map { [$0] }
      }
    }

    @Test("combineLatest, of several and of a collection")
    func combineLatest() {
      feed(expectsAll: false) { inputs in
        let sources = subjects(inputs).map { $0.startWith(-1) }
        return .combineLatest(sources[0], sources[1], sources[2], sources[3]) { [$0, $1, $2, $3] }
      }
      feed(expectsAll: false) { .combineLatest(subjects($0).map { $0.startWith(-1) }) }
    }

    @Test("flatMapLatest and flatMapFirst")
    func flatMapLatest() {
      feed(expectsAll: false) { Observable.merge(subjects($0)).flatMapLatest { OperatorCase.general([$0]) } }
      feed(expectsAll: false) { Observable.merge(subjects($0)).flatMapFirst { OperatorCase.general([$0]) } }
    }

    @Test("share, with and without replay")
    func share() {
      for replay in [0, 1, 3] {
        feed { inputs in
          Observable<Int>.create { observer in
            inputs.value = [{ observer.onNext($0) }]
            return Disposables.create()
          }
          .share(replay: replay).map { [$0] }
        }
      }
    }

    @Test("observe(on:) a concurrent queue")
    func observeOn() {
      withWatchdog(seconds: 120, "observe(on:) a concurrent queue") {
        let (inside, overlaps, done) = (Counter(), Counter(), Gate())
        let (subject, elements) = (PublishSubject<Int>(), Locked<[Int]>([]))
        let subscription = subject.observe(on: ConcurrentDispatchQueueScheduler()).subscribe(
          AnyObserver { event in
            if inside.add() != 1 { overlaps.add() }
            if let element = event.element { elements.update { $0.append(element) } } else { done.open() }
            inside.add(-1)
          })
        for number in 0..<20_000 { subject.onNext(number) }
        subject.onCompleted()
        #expect(done.wait(seconds: 100))
        #expect(overlaps.value == 0)
        #expect(elements.value == Array(0..<20_000))
        subscription.dispose()
      }
    }
  }
}
