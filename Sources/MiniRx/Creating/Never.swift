extension ObservableType {
  /// No element and no end.
  ///
  ///     never   ---------
  @inlinable public static func never() -> Observable<Element> {
    Observable { _, _ in }
  }

  /// The end, at once on subscribing.
  ///
  ///     empty   |
  @inlinable public static func empty() -> Observable<Element> {
    Observable(shape: .empty) { _, sink in sink.scope.end(nil) }
  }

  /// The failure, at once on subscribing.
  ///
  ///     error   #
  @inlinable public static func error(_ error: any Error) -> Observable<Element> {
    Observable { _, sink in sink.scope.end(error) }
  }
}
