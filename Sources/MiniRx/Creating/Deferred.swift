extension ObservableType {
  /// Asks the factory for an observable at each subscription. A factory that throws fails the subscription.
  ///
  ///     deferred   -a--b--|      what the factory made
  @inlinable public static func deferred(
    _ factory: @escaping @Sendable () throws -> Observable<Element>
  ) -> Observable<Element> {
    makeDeferred(factory)
  }
}

@inlinable func makeDeferred<Element>(_ factory: @escaping () throws -> Observable<Element>) -> Observable<Element> {
  Observable { _, sink in
    do {
      try factory().run(sink)
    } catch {
      sink.scope.end(error)
    }
  }
}
