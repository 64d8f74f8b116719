/// Something that can be seen as an `Observable`.
public protocol ObservableConvertibleType<Element> {
  /// The type of the elements.
  associatedtype Element

  /// The observable that delivers this value's elements.
  func asObservable() -> Observable<Element>
}

/// A stream that observers subscribe to. All operators are extensions of this protocol.
///
/// A type of your own conforms by implementing `subscribe(_:)`; it keeps the grammar and delivers serially.
public protocol ObservableType<Element>: ObservableConvertibleType {
  /// Delivers the stream's events to the observer, from now until its end or the dispose of the result.
  func subscribe<Observer: ObserverType>(_ observer: Observer) -> any Disposable where Observer.Element == Element
}

extension ObservableType {
  /// This stream as an `Observable`.
  public func asObservable() -> Observable<Element> {
    let source = Unchecked(self)
    return makeCreate { source.value.subscribe($0) }
  }
}
