/// Something that receives events.
public protocol ObserverType<Element> {
  /// The type of the elements.
  associatedtype Element

  /// Receives one event. Nothing is delivered after a terminal event.
  func on(_ event: Event<Element>)
}

extension ObserverType {
  /// Sends an element.
  @inlinable public func onNext(_ element: Element) { on(.next(element)) }

  /// Sends the failure that ends the stream.
  @inlinable public func onError(_ error: any Error) { on(.error(error)) }

  /// Sends the good end of the stream.
  @inlinable public func onCompleted() { on(.completed) }

  /// This observer, its type erased.
  public func asObserver() -> AnyObserver<Element> { AnyObserver(self) }
}
