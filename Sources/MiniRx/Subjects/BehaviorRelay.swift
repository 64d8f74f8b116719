/// A `BehaviorSubject` that cannot end: a current value to read, to set and to watch.
public final class BehaviorRelay<Element>: ObservableType {
  @usableFromInline let subject: BehaviorSubject<Element>

  /// A relay with a first value.
  @inlinable public init(value: Element) { subject = BehaviorSubject(value: value) }

  /// The current value; safe to read from any thread.
  @inlinable public var value: Element {
    guard let value = subject.core.newest else { preconditionFailure("A relay has no end.") }
    return value
  }

  /// Makes a value current and sends it to all observers. Threads as of `PublishSubject`.
  @inlinable public func accept(_ value: Element) { subject.onNext(value) }

  /// Delivers the current value and those that follow to the observer.
  public func subscribe<Observer: ObserverType>(
    _ observer: Observer
  ) -> any Disposable where Observer.Element == Element {
    subject.subscribe(observer)
  }

  /// The relay as an observable, which never ends.
  @inlinable public func asObservable() -> Observable<Element> { subject }
}

// Sendable by the rule of Observable: the subject inside serialises.
extension BehaviorRelay: @unchecked Sendable where Element: Sendable {}
