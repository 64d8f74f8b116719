import Foundation
import MiniRx
import MiniRxTesting
import Testing

@Suite("concat", .leavesNoScope)
struct ConcatTests {
  let scheduler = TestScheduler(initialClock: 0)

  @Test("concat subscribes to the next when the one before has ended")
  func order() {
    let first = scheduler.createColdObservable([Numbers.next(10, 1), .completed(30)])
    let second = scheduler.createColdObservable([Numbers.next(5, 2), .completed(20)])
    let result = scheduler.start { first.concat(second) }
    #expect(result.events == [.next(210, 1), .next(235, 2), .completed(250)])
    #expect(first.subscriptions == [Subscription(200, 230)])
    #expect(second.subscriptions == [Subscription(230, 250)])
  }

  @Test("concat does not subscribe to the next after an error")
  func error() {
    let first = scheduler.createColdObservable([Numbers.error(10, Broken.first)])
    let second = scheduler.createColdObservable([Numbers.next(5, 2)])
    let result = scheduler.start { Observable.concat(first.asObservable(), second.asObservable()) }
    #expect(result.events == [.error(210, Broken.first)])
    #expect(second.subscriptions.isEmpty)
  }

  @Test("concat of a collection keeps its order; of none it is empty")
  func collection() {
    #expect(
      history(Observable.concat([.of(1, 2), .empty(), .just(3)])) == [.next(1), .next(2), .next(3), .completed])
    #expect(history(Observable<Int>.concat([])) == [.completed])
  }

  @Test("dispose between two sources starts no other")
  func dispose() {
    let first = scheduler.createColdObservable([Numbers.completed(30)])
    let second = scheduler.createColdObservable([Numbers.next(5, 2)])
    let result = scheduler.start(disposed: 220) { first.concat(second) }
    #expect(result.events.isEmpty)
    #expect(first.subscriptions == [Subscription(200, 220)])
    #expect(second.subscriptions.isEmpty)
  }

  @Test("a stream that goes on with a copy of itself is flat: 100,000 levels on 512 KiB")
  func recursion() {
    @Sendable func level(_ number: Int) -> Observable<Int> {
      number == 0 ? .just(0) : Observable.just(number).concat(Observable.deferred { level(number - 1) })
    }
    let count = onSmallStack { history(level(100_000)).count }
    #expect(count == 100_002)
  }
}

/// Runs the body on a thread with a stack of 512 KiB.
func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  let box = Box<Result>()
  let thread = Thread {
    box.value = body()
    box.done.signal()
  }
  thread.stackSize = 512 * 1024
  thread.start()
  box.done.wait()
  return box.value!
}

private final class Box<Value>: @unchecked Sendable {
  // Sendable by rule: written before `done` is signalled, read after.
  let done = DispatchSemaphore(value: 0)
  var value: Value?
}
