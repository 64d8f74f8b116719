extension ObservableType where Element: Sendable {
  /// Subscribes to the source on the scheduler; where events arrive is the source's matter.
  ///
  ///     source          a--b--|      subscribed to on the scheduler
  ///     subscribe(on)   a--b--|
  public func subscribe(on scheduler: any ImmediateSchedulerType) -> Observable<Element> {
    let source = asObservable()
    return Observable { _, sink in
      let start = StartScope(down: sink.scope)
      let sink = Unchecked(Sink(next: sink.next, scope: start))
      start.work.disposable = scheduler.schedule(()) {
        if !start.isStopped { source.run(sink.value) }
        return Disposables.create()
      }
    }
  }
}

/// Holds the scheduled start beside the source that it starts.
private final class StartScope: GatedScope, @unchecked Sendable {
  let work = SerialDisposable()

  override func end(_ error: (any Error)?) {
    if stop() { down.end(error) }
  }

  override func cancel() {
    stop()
    work.dispose()
  }
}
