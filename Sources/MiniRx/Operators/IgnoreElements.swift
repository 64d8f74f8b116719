extension ObservableType {
  /// Drops all elements and passes the end.
  ///
  ///     source           -a--b--|
  ///     ignoreElements   -------|
  public func ignoreElements() -> Observable<Never> {
    makeIgnoreElements(asObservable())
  }
}

extension ObservableType where Element == Never {
  /// The stream, which has no elements, as a completable.
  ///
  ///     source          -------|
  ///     asCompletable   -------|
  public func asCompletable() -> Completable { Completable(source: asObservable()) }
}

func makeIgnoreElements<Element>(_ source: Observable<Element>) -> Observable<Never> {
  makeMergeOfNone(source)
}
