/// A stream of elements over time. Cold unless an operator's documentation says otherwise: each subscription starts the
/// work anew, and disposing it cancels the work.
///
/// Sendable where its elements are; elements of another type that lie behind an operator (`source.map { $0.count }`, with
/// a source that is not Sendable) are not seen by that rule, and must not be used from two threads at once.
///
///     Observable.of(1, 2, 3).map { $0 * 10 }.subscribe(onNext: { print($0) }).disposed(by: bag)
public class Observable<Element>: ObservableType {
  /// What subscribing does. Not a method: a virtual method of a generic class never runs specialised code.
  @usableFromInline typealias Body = (Observable<Element>, Sink<Element>) -> Void

  @usableFromInline let shape: Shape
  @usableFromInline let body: Body

  /// What is known of a source without subscribing to it.
  @usableFromInline enum Shape: UInt8 {
    case general, just, empty, callback
  }

  @inlinable init(shape: Shape = .general, body: @escaping Body) {
    self.shape = shape
    self.body = body
  }

  /// Subscribes the sink. A call as long as the stack has room.
  @inlinable final func run(_ sink: Sink<Element>) {
    if Trampoline.hasRoom { body(self, sink) } else { runLater(sink) }
  }

  @usableFromInline final func runLater(_ sink: Sink<Element>) {
    Trampoline.later { self.body(self, sink) }
  }

  /// This observable itself.
  @inlinable public final func asObservable() -> Observable<Element> { self }

  /// Delivers the stream's events to the observer, on the thread that emits them.
  public final func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    makeDirectSubscription(
      self, onNext: { observer.on(.next($0)) }, onError: { observer.on(.error($0)) },
      onCompleted: { observer.on(.completed) }, onDisposed: nil, site: CallSite(file: #fileID, line: #line))
  }
}

// Sendable by rule: an observable is immutable, its closures are @Sendable, and each subscription has a state of its own.
extension Observable: @unchecked Sendable where Element: Sendable {}
