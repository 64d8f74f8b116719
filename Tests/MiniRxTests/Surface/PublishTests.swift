import Dispatch
import MiniRx
import MiniRxTesting
import Synchronization
import Testing

@Suite("publish, connect, refCount", .leavesNoScope)
struct PublishTests {
  let scheduler = TestScheduler(initialClock: 0)

  @Test("publish starts with connect, once, and stops with its dispose")
  func publish() {
    let source = numbers(scheduler)
    let published = source.publish()
    let (first, second) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
    let connection = SerialDisposable()
    let subscriptions = CompositeDisposable()
    scheduler.scheduleAt(200) { _ = subscriptions.insert(published.subscribe(first)) }
    scheduler.scheduleAt(215) { connection.disposable = published.connect() }
    scheduler.scheduleAt(225) {
      _ = subscriptions.insert(published.subscribe(second))
      _ = published.connect()
    }
    scheduler.scheduleAt(235) { connection.dispose() }
    scheduler.start()
    #expect(first.events == [.next(220, 2), .next(230, 3)])
    #expect(second.events == [.next(230, 3)])
    #expect(source.subscriptions == [Subscription(215, 235)])
    subscriptions.dispose()
  }

  @Test("a connection after a dispose feeds those who stayed")
  func reconnect() {
    let source = numbers(scheduler)
    let published = source.publish()
    let observer = scheduler.createObserver(Int.self)
    let connection = SerialDisposable()
    let subscription = published.subscribe(observer)
    scheduler.scheduleAt(205) { connection.disposable = published.connect() }
    scheduler.scheduleAt(215) { connection.disposable = Disposables.create() }
    scheduler.scheduleAt(235) { connection.disposable = published.connect() }
    scheduler.start()
    #expect(observer.events == [.next(210, 1), .next(240, 4), .next(250, 5), .completed(300)])
    subscription.dispose()
  }

  @Test("after the end, connect starts anew for later subscribers")
  func afterEnd() {
    let starts = Atomic(0)
    let published = Observable<Int>.deferred { .just(starts.add(1, ordering: .relaxed).newValue) }.publish()
    let (first, second) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
    let bag = DisposeBag()
    published.subscribe(first).disposed(by: bag)
    published.connect().disposed(by: bag)
    published.subscribe(second).disposed(by: bag)
    published.connect().disposed(by: bag)
    #expect(first.events.map(\.value) == [.next(1), .completed])
    #expect(second.events.map(\.value) == [.next(2), .completed])
  }

  @Test("refCount connects with the first subscriber and disconnects with the last")
  func refCount() {
    let source = numbers(scheduler)
    let shared = source.publish().refCount()
    let (first, second) = (scheduler.createObserver(Int.self), scheduler.createObserver(Int.self))
    let (one, two) = (SerialDisposable(), SerialDisposable())
    scheduler.scheduleAt(205) { one.disposable = shared.subscribe(first) }
    scheduler.scheduleAt(215) { two.disposable = shared.subscribe(second) }
    scheduler.scheduleAt(225) { one.dispose() }
    scheduler.scheduleAt(235) { two.dispose() }
    scheduler.scheduleAt(245) { one.dispose() }
    scheduler.start()
    #expect(first.events == [.next(210, 1), .next(220, 2)])
    #expect(second.events == [.next(220, 2), .next(230, 3)])
    #expect(source.subscriptions == [Subscription(205, 235)])
  }

  @Test("racing first subscribers of refCount start the source once")
  func race() {
    for _ in 0..<2000 {
      let starts = Atomic(0)
      let disposals = Atomic(0)
      let source = Observable<Int>.create { _ in
        starts.add(1, ordering: .relaxed)
        return Disposables.create { disposals.add(1, ordering: .relaxed) }
      }
      let shared = source.publish().refCount()
      let bag = DisposeBag()
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        shared.subscribe(AnyObserver { _ in }).disposed(by: bag)
      }
      #expect(starts.load(ordering: .relaxed) == 1)
      #expect(disposals.load(ordering: .relaxed) == 0)
    }
  }

  @Test("subscribers of refCount that come and go on many threads leave no connection behind")
  func comeAndGo() {
    for _ in 0..<2000 {
      let running = Atomic(0)
      let source = Observable<Int>.create { _ in
        running.add(1, ordering: .relaxed)
        return Disposables.create { running.subtract(1, ordering: .relaxed) }
      }
      let shared = source.publish().refCount()
      DispatchQueue.concurrentPerform(iterations: 4) { _ in
        shared.subscribe(AnyObserver { _ in }).dispose()
      }
      #expect(running.load(ordering: .relaxed) == 0)
    }
  }

  @Test("an endless synchronous source below refCount can be left")
  func endless() {
    let source = Observable<Int>.create { observer in
      while !observer.isDisposed { observer.onNext(1) }
      return Disposables.create()
    }
    #expect(history(source.publish().refCount().take(2)) == [.next(1), .next(1), .completed])
  }
}
