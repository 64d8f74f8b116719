/// A type-erased observer: what a `create` closure is given.
///
/// Safe to call from any thread; what comes after a terminal event or a dispose is ignored. `isDisposed` lets a
/// producer's loop see that nobody listens any more (contract 4).
@frozen public struct AnyObserver<Element>: ObserverType {
  @usableFromInline let sink: Sink<Element>

  @inlinable init(sink: Sink<Element>) {
    self.sink = sink
  }

  /// An observer that hands every event to the closure, on the thread that sends it.
  public init(eventHandler: @escaping @Sendable (Event<Element>) -> Void) {
    self.init(handler: eventHandler)
  }

  /// Erases the type of another observer.
  public init<Observer: ObserverType>(_ observer: Observer) where Observer.Element == Element {
    self.init(handler: observer.on)
  }

  /// For a source that delivers serially.
  init(handler: @escaping (Event<Element>) -> Void) {
    sink = Sink(
      next: { handler(.next($0)) },
      scope: InnerScope { handler($0.map(Event.error) ?? .completed) })
  }

  /// Whether nobody listens any more: the stream has ended or was disposed.
  @inlinable public var isDisposed: Bool { sink.scope.isStopped }

  /// Receives one event.
  @inlinable public func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): onNext(element)
    case .error(let error): onError(error)
    case .completed: onCompleted()
    }
  }

  /// Sends an element.
  @inlinable public func onNext(_ element: Element) {
    if !sink.scope.isStopped { sink.next(element) }
  }

  /// Sends the failure that ends the stream.
  @inlinable public func onError(_ error: any Error) {
    if !sink.scope.isStopped { sink.scope.end(error) }
  }

  /// Sends the good end of the stream.
  @inlinable public func onCompleted() {
    if !sink.scope.isStopped { sink.scope.end(nil) }
  }

  /// This observer itself.
  public func asObserver() -> AnyObserver<Element> { self }
}

// Sendable by rule: a sink is an entry into the gate of its source, and its scope is atomic.
extension AnyObserver: @unchecked Sendable where Element: Sendable {}
