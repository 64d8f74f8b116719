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
    let factories = Held((resource: resourceFactory, observable: observableFactory))
    return makeDeferred {
      let resource = try factories.value.resource()
      do {
        return try factories.value.observable(resource).do(onDispose: { resource.dispose() })
      } catch {
        resource.dispose()
        throw error
      }
    }
  }
}
