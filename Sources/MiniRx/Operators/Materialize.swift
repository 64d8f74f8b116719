extension ObservableType {
  /// Delivers the events as elements, the terminal one too; then ends. Never fails.
  ///
  ///     source        -a------#
  ///     materialize   -n(a)---e(#)|
  public func materialize() -> Observable<Event<Element>> {
    let source = asObservable()
    return Observable { _, sink in
      runWithOwnEnd(
        source, below: sink, next: { sink.next(.next($0)) },
        ended: { error in
          if !sink.scope.isStopped { sink.next(error.map(Event.error) ?? .completed) }
          sink.scope.end(nil)
        })
    }
  }

  /// Turns events as elements back into the events: the inverse of `materialize`.
  ///
  ///     source          -n(a)---e(#)|
  ///     dematerialize   -a------#
  ///
  /// Ends at the first terminal event among the elements and cancels the source, or with the source.
  public func dematerialize<Inner>() -> Observable<Inner> where Element == Event<Inner> {
    let source = asObservable()
    return Observable { _, sink in
      let receive = { (event: Event<Inner>) in
        switch event {
        case .next(let element): sink.next(element)
        case .error(let error): sink.scope.end(error)
        case .completed: sink.scope.end(nil)
        }
      }
      source.run(Sink(next: receive, scope: sink.scope))
    }
  }
}
