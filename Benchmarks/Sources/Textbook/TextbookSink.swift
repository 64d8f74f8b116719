/// What every sink of the textbook design shares: it ends once, which a lock decides for each event.
class TextbookSink<Element, Result>: TextbookObserver<Element> {
  private let downstream: TextbookObserver<Result>
  private let lock = PlainLock()
  private var isStopped = false

  init(_ downstream: TextbookObserver<Result>) { self.downstream = downstream }

  final func forward(_ event: TextbookEvent<Result>) {
    let passes = lock.withLock {
      if isStopped { return false }
      if case .next = event { return true }
      isStopped = true
      return true
    }
    if passes { downstream.on(event) }
  }
}

/// The textbook map.
final class TextbookMap<Element, Result>: TextbookObservable<Result> {
  private let source: TextbookObservable<Element>
  private let transform: (Element) throws -> Result

  init(_ source: TextbookObservable<Element>, _ transform: @escaping (Element) throws -> Result) {
    self.source = source
    self.transform = transform
  }

  override func subscribe(_ observer: TextbookObserver<Result>) { source.subscribe(Sink(observer, transform)) }

  private final class Sink: TextbookSink<Element, Result> {
    private let transform: (Element) throws -> Result

    init(_ downstream: TextbookObserver<Result>, _ transform: @escaping (Element) throws -> Result) {
      self.transform = transform
      super.init(downstream)
    }

    override func on(_ event: TextbookEvent<Element>) {
      switch event {
      case .next(let element):
        do { forward(.next(try transform(element))) } catch { forward(.error(error)) }
      case .error(let error): forward(.error(error))
      case .completed: forward(.completed)
      }
    }
  }
}

/// The textbook filter.
final class TextbookFilter<Element>: TextbookObservable<Element> {
  private let source: TextbookObservable<Element>
  private let predicate: (Element) throws -> Bool

  init(_ source: TextbookObservable<Element>, _ predicate: @escaping (Element) throws -> Bool) {
    self.source = source
    self.predicate = predicate
  }

  override func subscribe(_ observer: TextbookObserver<Element>) { source.subscribe(Sink(observer, predicate)) }

  private final class Sink: TextbookSink<Element, Element> {
    private let predicate: (Element) throws -> Bool

    init(_ downstream: TextbookObserver<Element>, _ predicate: @escaping (Element) throws -> Bool) {
      self.predicate = predicate
      super.init(downstream)
    }

    override func on(_ event: TextbookEvent<Element>) {
      switch event {
      case .next(let element):
        do { if try predicate(element) { forward(event) } } catch { forward(.error(error)) }
      case .error, .completed: forward(event)
      }
    }
  }
}
