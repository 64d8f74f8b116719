extension ObservableType where Element: Sendable {
  /// Delivers the source's elements until the time has passed since subscribing, then ends and cancels the source.
  ///
  ///     source      -a--b--c--d--|
  ///     take(for)   -a--b-|           six ticks
  ///
  /// Elements arrive on the source's thread, the end at the time on the scheduler. A time of zero or less ends at the
  /// scheduler's next turn.
  public func take(for duration: RxTimeInterval, scheduler: any SchedulerType) -> Observable<Element> {
    let source = asObservable()
    return Observable { _, sink in
      let scope = TakeForScope(down: sink.scope, scheduler: scheduler)
      scope.arm(duration) { scope.end(nil) }
      if !scope.isStopped { source.run(Sink(next: merging(scope, sink.next), scope: scope)) }
    }
  }
}

private final class TakeForScope: TimedScope, @unchecked Sendable {
  override func end(_ error: (any Error)?) {
    if stop() { serially { self.deliverEnd(error) } }
  }
}
