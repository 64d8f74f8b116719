extension ObservableType where Element: Sendable {
  /// The element again and again, for ever; each one is a turn of the scheduler, so that others get theirs.
  ///
  ///     repeatElement   a-a-a-a-a-
  public static func repeatElement(
    _ element: Element, scheduler: any ImmediateSchedulerType = CurrentThreadScheduler.instance
  ) -> Observable<Element> {
    makeCreate { observer in
      let turn = SerialDisposable()
      takeTurn(element, observer, scheduler, turn)
      return turn
    }
  }
}

private func takeTurn<Element: Sendable>(
  _ element: Element, _ observer: AnyObserver<Element>, _ scheduler: any ImmediateSchedulerType,
  _ turn: SerialDisposable
) {
  turn.disposable = scheduler.schedule(()) {
    if observer.isDisposed { return Disposables.create() }
    observer.onNext(element)
    takeTurn(element, observer, scheduler, turn)
    return Disposables.create()
  }
}
