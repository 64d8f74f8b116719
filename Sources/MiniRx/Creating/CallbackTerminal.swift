/// The subscription to a callback source with no operator between: producer's entry and subscriber in one object.
@usableFromInline final class CallbackTerminal<Element>: Terminal, @unchecked Sendable {
  // Sendable by rule: `onNext` is touched by the owner of the gate alone.
  @usableFromInline @exclusivity(unchecked) var onNext: ((Element) -> Void)?

  @inlinable init(
    _ onNext: @escaping (Element) -> Void, onError: ((any Error) -> Void)?, onCompleted: (() -> Void)?,
    onDisposed: (() -> Void)?, site: CallSite
  ) {
    self.onNext = onNext
    super.init(onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, site: site)
  }

  @inlinable func start(_ source: CreateObservable<Element>) {
    if Trampoline.hasRoom { startNow(source) } else { Trampoline.later { self.startNow(source) } }
  }

  @inlinable func startNow(_ source: CreateObservable<Element>) {
    adopt(source.work(AnyObserver(sink: Sink(next: { self.receive($0) }, scope: self))))
  }

  @inlinable func receive(_ element: Element) {
    let passage = enter()
    if passage == .refused {
      receiveLater(element)
    } else {
      if !isStopped, let onNext { onNext(element) }
      leave(passage)
      Trampoline.catchUp(passage.thread)
    }
  }

  @usableFromInline func receiveLater(_ element: Element) {
    post { if !self.isStopped, let onNext = self.onNext { onNext(element) } }
  }

  @usableFromInline override func end(_ error: (any Error)?) {
    let passage = enter()
    if passage == .refused { return post { self.finish(error) } }
    finish(error)
    leave(passage)
  }

  private func finish(_ error: (any Error)?) {
    super.end(error)
    onNext = nil
  }

  @usableFromInline override func cancel() {
    if isStopped { return }
    super.cancel()
    let passage = enter()
    if passage == .refused { return post { self.onNext = nil } }
    onNext = nil
    leave(passage)
  }
}
