#if DEBUG
  import MiniRx
  import TestSupport
  import Testing

  /// Counted in a process of their own: the other tests' scopes come and go at the same time.
  @Suite("Contract 5: no scope outlives its stream", .leavesNoScope)
  struct LiveScopeTests {
    @Test("of every operator, after each kind of end, no scope is left", arguments: Ending.allCases)
    func operators(ending: Ending) async {
      await #expect(processExitsWith: .success) { [name = "\(ending)" as String] in
        for operation in OperatorCase.all + OperatorCase.atTheEnd {
          operation.perform { play(operation, name) }
          #expect(LiveScopes.count == 0, "\(operation.testDescription)")
        }
      }
    }

    @Test("a subscription whose disposable is dropped goes with its source")
    func dropped() async {
      await #expect(processExitsWith: .success) {
        do {
          let subject = PublishSubject<Int>()
          _ = subject.flatMap { Observable.just($0) }.subscribe(onNext: { _ in })
          subject.onNext(1)
          #expect(LiveScopes.count > 0)
          subject.onCompleted()
        }
        #expect(LiveScopes.count == 0)
      }
    }

    @Test("streams of many sources that end while they are being subscribed to leave none", arguments: 0..<5)
    func whileSubscribing(kind: Int) async {
      await #expect(processExitsWith: .success) { [kind = kind as Int] in
        race(
          rounds: 20_000,
          { _ in (PublishSubject<Int>(), SerialDisposable()) },
          { stop, place in
            let sources = (0..<8).map { _ in Observable<Int>.never().do(onDispose: {}) }
            let streams: [Observable<Int>] = [
              .combineLatest(sources) { $0[0] }, .zip(sources) { $0[0] },
              .combineLatest(sources[0], sources[1], sources[2], sources[3]) { first, _, _, _ in first },
              .merge(sources), Observable.from(sources).flatMapLatest { $0 },
            ]
            place.disposable = streams[kind].take(until: stop).subscribe(Recorder<Int>())
          },
          { stop, _ in stop.onNext(1) },
          check: { _, state in state.1.dispose() })
        #expect(LiveScopes.count == 0)
      }
    }

    @Test("singles, subjects, drivers and bags leave none either")
    @MainActor
    func others() async {
      await #expect(processExitsWith: .success) { await playOthers() }
    }
  }

  /// One stream through the operator, from its subscription to its end.
  private func play(_ operation: OperatorCase, _ ending: String) {
    let (ledger, scheduler, subject) = (Ledger(), VirtualTimeScheduler(), PublishSubject<Ledger.Item>())
    let subscription = operation.apply(subject, ledger.token(), scheduler).subscribe(
      onNext: { _ in }, onError: { _ in }, onCompleted: {})
    if ending != "disposedEarly" { for number in 1...3 { subject.onNext(ledger.item(number)) } }
    switch ending {
    case "completed": subject.onCompleted()
    case "failed": subject.onError(TestFailure())
    default: break
    }
    scheduler.advance(by: .milliseconds(5))
    subscription.dispose()
    scheduler.advance(by: .milliseconds(5))
  }

  @MainActor
  private func playOthers() {
    do {
      let (relay, bag) = (BehaviorRelay(value: 0), DisposeBag())
      relay.asDriver().map { $0 + 1 }.drive(onNext: { _ in }).disposed(by: bag)
      relay.asObservable().share(replay: 1).subscribe(onNext: { _ in }).disposed(by: bag)
      Single<Int>.create {
        $0(.success(1)); return Disposables.create()
      }.flatMap { .just($0) }.subscribe().disposed(by: bag)
      Single<Int>.never().timeout(.seconds(1), scheduler: VirtualTimeScheduler()).subscribe().disposed(by: bag)
      relay.accept(1)
      #expect(LiveScopes.count > 0)
      withExtendedLifetime(bag) {}
    }
    #expect(LiveScopes.count == 0)
  }
#endif
