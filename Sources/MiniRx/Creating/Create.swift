public import Synchronization

extension ObservableType {
  /// An observable whose work is a closure.
  ///
  ///     sent     a-b--completed, c
  ///     create   a-b--|
  ///
  /// The closure runs once for each subscription, on the subscribing thread; it sends events to the observer, from any
  /// thread, and returns what cancels the work. The observer serialises calls that overlap, ignores what comes after the
  /// end, and tells a producer's loop by `isDisposed` when to stop.
  ///
  /// - Ends when the closure's observer is sent `completed` or `error`.
  @inlinable public static func create(
    _ subscribe: @escaping @Sendable (AnyObserver<Element>) -> any Disposable
  ) -> Observable<Element> {
    makeCreate(subscribe)
  }
}

@inlinable func makeCreate<Element>(_ work: @escaping (AnyObserver<Element>) -> any Disposable) -> Observable<Element> {
  CreateObservable(work)
}

@usableFromInline final class CreateObservable<Element>: Observable<Element>, @unchecked Sendable {
  // Restates the conditional conformance of Observable.
  @usableFromInline let work: (AnyObserver<Element>) -> any Disposable

  @inlinable init(_ work: @escaping (AnyObserver<Element>) -> any Disposable) {
    self.work = work
    super.init(shape: .callback) { me, sink in
      let node = CreateNode(sink)
      sink.scope.attach(node)
      let observer = AnyObserver(sink: Sink(next: { node.receive($0) }, scope: node))
      node.adopt(unsafeDowncast(me, to: CreateObservable<Element>.self).work(observer))
    }
  }
}

/// One subscription of a callback source: serialises what comes, and lets go of the sink when nobody listens.
@usableFromInline final class CreateNode<Element>: Scope, @unchecked Sendable {
  // Sendable by rule: `sink` is touched by the owner of the gate alone.
  @usableFromInline @exclusivity(unchecked) var sink: Sink<Element>?
  @usableFromInline let ended = Atomic<Bool>(false)

  @inlinable init(_ sink: Sink<Element>) { self.sink = sink }

  @inlinable func receive(_ element: Element) {
    let passage = enter()
    if passage == .refused {
      receiveLater(element)
    } else {
      if let sink, !sink.scope.isStopped { sink.next(element) }
      leave(passage)
      Trampoline.catchUp(passage.thread)
    }
  }

  @usableFromInline func receiveLater(_ element: Element) {
    post {
      if let sink = self.sink, !sink.scope.isStopped { sink.next(element) }
    }
  }

  /// An element and the end in one passage.
  @inlinable func receiveLast(_ element: Element) {
    let passage = enter()
    if passage == .refused {
      receiveLater(element)
      end(nil)
    } else {
      if let sink = close() {
        if !sink.scope.isStopped { sink.next(element) }
        sink.scope.end(nil)
      }
      stop()
      leave(passage)
    }
  }

  @usableFromInline override func end(_ error: (any Error)?) {
    let passage = enter()
    if passage == .refused {
      post { self.finish(error) }
    } else {
      finish(error)
      leave(passage)
    }
  }

  private func finish(_ error: (any Error)?) {
    close()?.scope.end(error)
    stop()
  }

  /// Takes the sink for the last delivery: what is cancelled from here on has nothing to let go of.
  @inlinable func close() -> Sink<Element>? {
    guard let sink else { return nil }
    self.sink = nil
    ended.store(true, ordering: .releasing)
    return sink
  }

  @usableFromInline override func cancel() {
    guard stop(), !ended.load(ordering: .acquiring) else { return }
    let passage = enter()
    if passage == .refused {
      post { self.sink = nil }
    } else {
      sink = nil
      leave(passage)
    }
  }
}
