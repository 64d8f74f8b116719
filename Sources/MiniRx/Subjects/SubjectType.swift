/// An observable that is also an observer.
public protocol SubjectType<Element>: ObservableType {
  /// The type of its observer face.
  associatedtype Observer: ObserverType

  /// The observer face.
  func asObserver() -> Observer
}
