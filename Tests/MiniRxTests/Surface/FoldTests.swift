import MiniRx
import MiniRxTesting
import Testing

@Suite("scan, reduce, toArray")
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
}
