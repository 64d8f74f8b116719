extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// The sequence as an observable: each subscription iterates it in a task of its own.
  ///
  ///     sequence       a, b, end
  ///     asObservable   -a--b--|
  ///
  /// Events arrive on the task's thread. Ends with the sequence, fails with its error; a dispose cancels the task.
  public func asObservable() -> Observable<Element> {
    makeCreate { observer in
      let task = Task {
        do {
          for try await element in self {
            if observer.isDisposed { return }
            observer.onNext(element)
          }
          observer.onCompleted()
        } catch {
          observer.onError(error)
        }
      }
      return Disposables.create { task.cancel() }
    }
  }
}
