/// Tells the requests that a refresh makes from those that wait for it.
enum RefreshCall {
  /// The `AuthenticationInterceptor` whose refresh is being subscribed to, here or in the task that started this one.
  @TaskLocal static var owner: ObjectIdentifier?
}
