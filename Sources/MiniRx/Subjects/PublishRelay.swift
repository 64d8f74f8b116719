/// A `PublishSubject` that cannot end: `accept` is all there is.
public final class PublishRelay<Element>: ObservableType {
  @usableFromInline let subject = PublishSubject<Element>()

  /// A relay with no observers.
  @inlinable public init() {}

  /// Sends an element to all observers. Threads as of `PublishSubject`.
  @inlinable public func accept(_ element: Element) { subject.onNext(element) }

  /// Delivers the relay's elements to the observer, from now on.
  public func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    subject.subscribe(observer)
  }

  /// The relay as an observable, which never ends.
  @inlinable public func asObservable() -> Observable<Element> { subject }
}

// Sendable by the rule of Observable: the subject inside serialises.
extension PublishRelay: @unchecked Sendable where Element: Sendable {}
