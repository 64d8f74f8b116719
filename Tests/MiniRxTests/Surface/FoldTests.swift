import MiniRx
import MiniRxTesting
import Testing

@Suite("scan, reduce, toArray", .leavesNoScope)
struct FoldTests {
  @Test("scan delivers the fold after each element, anew for each subscription")
  func scan() {
    let sums = Observable.of(1, 2, 3).scan(10, accumulator: +)
    #expect(history(sums) == [.next(11), .next(13), .next(16), .completed])
    #expect(history(sums) == [.next(11), .next(13), .next(16), .completed])
  }

  @Test("scan(into:) folds in place, and what was delivered stays what it was")
  func scanInto() {
    let lists = Observable.of(1, 2, 3).scan(into: [Int]()) { $0.append($1) }
    #expect(history(lists) == [.next([1]), .next([1, 2]), .next([1, 2, 3]), .completed])
    #expect(history(lists) == [.next([1]), .next([1, 2]), .next([1, 2, 3]), .completed])
  }

  @Test("an accumulator that throws ends the stream with its error")
  func scanThrows() {
    let sums = Observable.of(1, 2, 3).scan(0) { sum, next in
      if next == 2 { throw Broken.first }
      return sum + next
    }
    #expect(history(sums) == [.next(1), .error(Broken.first)])
  }

  @Test("reduce delivers the fold at the end, the seed of no elements")
  func reduce() {
    let scheduler = TestScheduler(initialClock: 0)
    let source = numbers(scheduler)
    #expect(scheduler.start { source.reduce(0, accumulator: +) }.events == [.next(300, 15), .completed(300)])
    #expect(history(Observable<Int>.empty().reduce(7, accumulator: +)) == [.next(7), .completed])
    #expect(
      history(Observable.of(1, 2).reduce(0, accumulator: +, mapResult: { "\($0)" })) == [.next("3"), .completed])
  }

  @Test("reduce passes errors: the source's, the accumulator's, the mapping's")
  func reduceFails() {
    let source = Observable.of(1, 2)
    #expect(history(Observable<Int>.error(Broken.first).reduce(0, accumulator: +)) == [.error(Broken.first)])
    #expect(history(source.reduce(0) { _, _ in throw Broken.first }) == [.error(Broken.first)])
    let mapped: Observable<Int> = source.reduce(0, accumulator: +, mapResult: { _ in throw Broken.second })
    #expect(history(mapped) == [.error(Broken.second)])
  }

  @Test("toArray delivers all elements at the end, anew for each subscription")
  func toArray() {
    let all = Observable.of(1, 2, 3).toArray()
    #expect(history(all) == [.next([1, 2, 3]), .completed])
    #expect(history(all) == [.next([1, 2, 3]), .completed])
    #expect(history(Observable<Int>.empty().toArray()) == [.next([]), .completed])
    #expect(history(Observable<Int>.error(Broken.first).toArray()) == [.error(Broken.first)])
  }
}
