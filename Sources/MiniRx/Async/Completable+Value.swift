extension Completable {
  /// Awaits the good end; the work starts with the call. Threads and cancellation as of `Single.value`.
  ///
  /// - Throws: the error of the completable, or `CancellationError`.
  nonisolated(nonsending) public var value: Void {
    get async throws {
      try await ValueWaiter.value(of: andThen(Observable.just(())), isolation: #isolation)
    }
  }
}
