import MiniRx
import MiniRxTesting
import Testing

@Suite("zip", .leavesNoScope)
struct ZipTests {
  let scheduler = TestScheduler(initialClock: 0)

  @Test("zip pairs first with first, and ends when a side is done and drained")
  func pairs() {
    let left = scheduler.createHotObservable([
      Numbers.next(210, 1), .next(220, 2), .next(230, 3), .completed(240),
    ])
    let right = scheduler.createHotObservable([.next(215, "a"), .next(250, "b"), .next(260, "c"), .next(270, "d")])
    let result = scheduler.start { Observable.zip(left, right) { "\($0)\($1)" } }
    #expect(result.events == [.next(215, "1a"), .next(250, "2b"), .next(260, "3c"), .completed(260)])
    #expect(left.subscriptions == [Subscription(200, 240)])
    #expect(right.subscriptions == [Subscription(200, 260)])
  }

  @Test("zip ends at once where a side ends with nothing waiting")
  func endsEmpty() {
    let left = scheduler.createHotObservable([Numbers.next(210, 1), .next(220, 2)])
    let right = scheduler.createHotObservable([Numbers.next(215, 3), .completed(230)])
    let result = scheduler.start { Observable.zip(left, right, resultSelector: +) }
    #expect(result.events == [.next(215, 4), .completed(230)])
  }

  @Test("an error of one side ends zip at once and leaves the other")
  func error() {
    let left = scheduler.createHotObservable([Numbers.next(210, 1), .next(220, 2), .next(230, 3)])
    let right = scheduler.createHotObservable([Numbers.error(225, Broken.first)])
    let result = scheduler.start { Observable.zip(left, right, resultSelector: +) }
    #expect(result.events == [.error(225, Broken.first)])
    #expect(left.subscriptions == [Subscription(200, 225)])
  }

  @Test("a selector that throws ends zip")
  func selectorThrows() {
    let zipped = Observable<Int>.zip(Observable.of(1, 2), Observable.of(3, 4)) { _, _ in throw Broken.first }
    #expect(history(zipped) == [.error(Broken.first)])
  }

  @Test("zip takes from two to eight sources of different types, and makes tuples")
  func tuples() {
    let two = history(Observable.zip(Observable.just(1), Observable.just("a")).map { "\($0)\($1)" })
    #expect(two == [.next("1a"), .completed])
    let eight = Observable.zip(
      Observable.just(1), Observable.just("b"), Observable.just(3), Observable.just("d"), Observable.just(5),
      Observable.just("f"), Observable.just(7), Observable.just("h"))
    let joined = eight.map { one, two, three, four, five, six, seven, eight in
      "\(one)\(two)\(three)\(four)\(five)\(six)\(seven)\(eight)"
    }
    #expect(history(joined) == [.next("1b3d5f7h"), .completed])
  }

  @Test("zip over a collection keeps its order; of none it is empty")
  func collection() {
    let sources = [Observable.of(1, 2), Observable.of(3, 4), Observable.of(5)]
    #expect(history(Observable.zip(sources)) == [.next([1, 3, 5]), .completed])
    #expect(history(Observable.zip(sources) { $0.reduce(0, +) }) == [.next(9), .completed])
    #expect(history(Observable.zip([Observable<Int>]())) == [.completed])
  }

  @Test("zip keeps optional elements apart from missing ones")
  func optionals() {
    let zipped = Observable.zip(Observable<Int?>.of(nil, 1), Observable<Int?>.of(2, nil)).map { "\($0 ?? 0)\($1 ?? 0)" }
    #expect(history(zipped) == [.next("02"), .next("10"), .completed])
  }

  @Test("elements that wait for their partners are all kept, in order")
  func backlog() {
    let left = PublishSubject<Int>()
    let right = PublishSubject<Int>()
    let observer = scheduler.createObserver(Int.self)
    let subscription = Observable.zip(left, right, resultSelector: { $0 - $1 }).subscribe(observer)
    for number in 0..<1000 { left.onNext(number) }
    for number in 0..<1000 { right.onNext(number) }
    #expect(observer.elements == Array(repeating: 0, count: 1000))
    subscription.dispose()
    #expect(!left.hasObservers && !right.hasObservers)
  }
}
