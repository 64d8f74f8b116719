import MiniRx
import MiniRxTesting
import Testing

@Suite("Single.zip", .leavesNoScope)
struct SingleZipTests {
  let scheduler = TestScheduler(initialClock: 0)

  @Test("Single.zip combines when all have come, and fails with the first error")
  func zip() {
    let (left, right) = (PublishSubject<Int>(), PublishSubject<String>())
    let observer = scheduler.createObserver(String.self)
    let zipped = Single.zip(left.take(1).asSingle(), right.take(1).asSingle()) { "\($0)\($1)" }
    let subscription = zipped.asObservable().subscribe(observer)
    left.onNext(1)
    #expect(observer.events.isEmpty && right.hasObservers)
    right.onNext("a")
    #expect(observer.events.map(\.value) == [.next("1a"), .completed])
    subscription.dispose()
    #expect(history(Single.zip(.just(1), Single<Int>.error(Broken.first), resultSelector: +)) == [.error(Broken.first)])
  }

  @Test("Single.zip makes tuples")
  func tuples() {
    let three = Single.zip(Single.just(1), Single.just("b"), Single.just(3.5)).map { "\($0)\($1)\($2)" }
    #expect(history(three) == [.next("1b3.5"), .completed])
  }

  @Test("Single.zip over a collection keeps its order; of none it succeeds at once")
  func collection() {
    #expect(history(Single.zip([Single.just(1), .just(2)])) == [.next([1, 2]), .completed])
    #expect(history(Single.zip([Single.just(1), .just(2)]) { $0.reduce(0, +) }) == [.next(3), .completed])
    #expect(history(Single.zip([Single<Int>]())) == [.next([]), .completed])
    #expect(history(Single.zip([Single<Int>]()) { "\($0.count)" }) == [.next("0"), .completed])
  }
}
