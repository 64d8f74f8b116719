/// The design that most reactive libraries have: a class for each operator, a sink object with a virtual method for each
/// subscription of it, a lock for each event. Complete enough to be compared with, no more.
class TextbookObservable<Element> {
  @inline(never)
  func subscribe(_ observer: TextbookObserver<Element>) {
    preconditionFailure("overridden by every source and operator")
  }

  final func map<Result>(_ transform: @escaping (Element) throws -> Result) -> TextbookObservable<Result> {
    TextbookMap(self, transform)
  }

  final func filter(_ predicate: @escaping (Element) throws -> Bool) -> TextbookObservable<Element> {
    TextbookFilter(self, predicate)
  }
}

/// One step of the textbook stream.
enum TextbookEvent<Element> {
  case next(Element)
  case error(any Error)
  case completed
}

/// Receives events.
class TextbookObserver<Element> {
  @inline(never)
  func on(_ event: TextbookEvent<Element>) {
    preconditionFailure("overridden by every sink")
  }
}

/// Gives the elements to a closure.
final class TextbookConsumer<Element>: TextbookObserver<Element> {
  private let onNext: (Element) -> Void

  init(_ onNext: @escaping (Element) -> Void) { self.onNext = onNext }

  override func on(_ event: TextbookEvent<Element>) {
    if case .next(let element) = event { onNext(element) }
  }
}
