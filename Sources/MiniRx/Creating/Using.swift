extension ObservableType {
  /// Makes a resource for each subscription, and the observable that uses it; disposes the resource once when that has
  /// ended or is disposed.
  ///
  ///     using   --a--b--|      then the resource is disposed
  ///
  /// A factory that throws fails the subscription; the resource is disposed where the second one does.
  public static func using<Resource: Disposable>(
    _ resourceFactory: @escaping @Sendable () throws -> Resource,
    observableFactory: @escaping @Sendable (Resource) throws -> Observable<Element>
  ) -> Observable<Element> {
    makeDeferred {
      let resource = try resourceFactory()
      do {
        return try observableFactory(resource).do(onDispose: { resource.dispose() })
      } catch {
        resource.dispose()
        throw error
      }
    }
  }
}
