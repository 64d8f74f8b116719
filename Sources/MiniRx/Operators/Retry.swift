extension ObservableType {
  /// Starts again on an error, for ever. Ends with the source; stops when disposed, also between two attempts of a source
  /// that fails at once.
  ///
  ///     source   -a--#
  ///     retry    -a---a---a---
  public func retry() -> Observable<Element> {
    makeRetry(asObservable(), attempts: .max)
  }

  /// Starts again on an error, until the source has run `maxAttemptCount` times in all; then the error passes.
  /// `retry(0)` is empty and does not subscribe to the source. Traps on a negative count.
  ///
  ///     source     -a--#
  ///     retry(2)   -a---a--#
  public func retry(_ maxAttemptCount: Int) -> Observable<Element> {
    precondition(maxAttemptCount >= 0, "retry: the number of attempts is negative: \(maxAttemptCount)")
    return maxAttemptCount == 0 ? .empty() : makeRetry(asObservable(), attempts: maxAttemptCount)
  }
}

private func makeRetry<Element>(_ source: Observable<Element>, attempts: Int) -> Observable<Element> {
  Observable { _, sink in attempt(source, left: attempts, sink) }
}

private func attempt<Element>(_ source: Observable<Element>, left: Int, _ sink: Sink<Element>) {
  if sink.scope.isStopped { return }
  let scope = InnerScope { error in
    if error == nil || left == 1 {
      sink.scope.end(error)
    } else {
      attempt(source, left: left - 1, sink)
    }
  }
  sink.scope.attach(scope)
  source.run(Sink(next: sink.next, scope: scope))
}
