/// Consecutive numbers.
final class TextbookRange: TextbookObservable<Int> {
  private let count: Int

  init(count: Int) { self.count = count }

  override func subscribe(_ observer: TextbookObserver<Int>) {
    for number in 0..<count { observer.on(.next(number)) }
    observer.on(.completed)
  }
}

/// A stream that is fed by hand.
final class TextbookSubject<Element>: TextbookObservable<Element> {
  private let lock = PlainLock()
  private var observers: [TextbookObserver<Element>] = []

  override func subscribe(_ observer: TextbookObserver<Element>) {
    lock.withLock { observers.append(observer) }
  }

  @inline(never)
  func send(_ element: Element) {
    for observer in lock.withLock({ observers }) { observer.on(.next(element)) }
  }
}
