internal import Synchronization

extension ObservableType {
  /// Subscribes to the observable the selector makes of the newest element; the one before is cancelled.
  ///
  ///     source          -a-----b-------|
  ///     flatMapLatest   --a1-a2-b1--b2----|      { $0's own stream }
  ///
  /// Nothing of an older stream is delivered after a newer element. Ends when the source and the newest inner stream
  /// have. An error of either, or of the selector, ends it and cancels the other.
  @inlinable public func flatMapLatest<Source: ObservableConvertibleType>(
    _ selector: @escaping @Sendable (Element) throws -> Source
  ) -> Observable<Source.Element> {
    makeFlatMapLatest(asObservable()) { try selector($0).asObservable() }
  }
}

extension ObservableType where Element: ObservableConvertibleType {
  /// Delivers what the newest of the streams delivers. Ends and fails as `flatMapLatest`.
  ///
  ///     source         -A----B------|      A: -1-2-3-   B: -4-5-|
  ///     switchLatest   --1-2--4-5---|
  @inlinable public func switchLatest() -> Observable<Element.Element> {
    makeFlatMapLatest(asObservable()) { $0.asObservable() }
  }
}

@inlinable func makeFlatMapLatest<Element, Result>(
  _ source: Observable<Element>, _ selector: @escaping (Element) throws -> Observable<Result>
) -> Observable<Result> {
  Observable { _, sink in
    if source.shape == .just { return handOver(source.knownElement, selector, sink) }
    let core = SwitchCore(down: sink.scope)
    let delivery = GatedDelivery(core, sink.next)
    let outer = { (element: Element) in
      do {
        let inner = try selector(element)
        if inner.shape == .just {
          core.dismiss()
          delivery.receive(inner.knownElement)
        } else if let scope = core.renew() {
          inner.run(Sink(next: switching(core, scope, delivery), scope: scope))
        }
      } catch {
        core.end(error)
      }
    }
    source.run(Sink(next: outer, scope: core))
  }
}

@inlinable func switching<Element>(
  _ core: SwitchCore, _ inner: SwitchInner, _ delivery: GatedDelivery<Element>
) -> (Element) -> Void {
  { element in
    let passage = core.enter()
    if passage == .refused {
      core.post { if inner.isWanted { delivery.next(element) } }
    } else {
      if inner.isWanted { delivery.next(element) }
      core.leave(passage)
    }
  }
}

/// The machine under flatMapLatest: the scope of the outer source, and the newest inner scope.
@usableFromInline final class SwitchCore: GatedScope, @unchecked Sendable {
  // Sendable by rule: what follows is guarded by `lock`.
  private let lock = Lock()
  private var newest: SwitchInner?
  private var isInnerDone = true
  private var isOuterDone = false
  private var isCancelled = false

  /// Cancels the inner stream before, and makes the scope of a new one; nil after a dispose.
  @usableFromInline func renew() -> SwitchInner? {
    let inner = SwitchInner(core: self)
    return replace(with: inner) ? inner : nil
  }

  /// Cancels the inner stream before.
  @usableFromInline func dismiss() {
    _ = replace(with: nil)
  }

  private func replace(with inner: SwitchInner?) -> Bool {
    var previous: SwitchInner?
    let isAlive = lock.withLock {
      if isCancelled { return false }
      previous = newest
      newest = inner
      isInnerDone = inner == nil
      return true
    }
    previous?.dismiss()
    return isAlive
  }

  @usableFromInline override func end(_ error: (any Error)?) {
    guard stop() else { return }
    let isDone = lock.withLock {
      isOuterDone = true
      return isInnerDone
    }
    if isDone || error != nil { finish(error) }
  }

  @usableFromInline override func cancel() {
    stop()
    let inner = lock.withLock {
      defer { newest = nil }
      isCancelled = true
      return newest
    }
    inner?.dismiss()
  }

  fileprivate func innerEnded(_ inner: SwitchInner, _ error: (any Error)?) {
    let isDone = lock.withLock {
      guard newest === inner else { return false }
      isInnerDone = true
      return isOuterDone || error != nil
    }
    guard isDone else { return }
    // A newer stream may come between the decision and its turn: the error then counts for nothing.
    serially { if error == nil || self.isNewest(inner) { self.down.end(error) } }
  }

  private func isNewest(_ inner: SwitchInner) -> Bool { lock.withLock { newest === inner } }
}

/// The scope of one inner source.
@usableFromInline final class SwitchInner: Scope, @unchecked Sendable {
  private let core: SwitchCore
  private let isDismissed = Atomic<Bool>(false)

  fileprivate init(core: SwitchCore) { self.core = core }

  /// Whether its elements may still be delivered; they may wait in the gate after its end.
  @usableFromInline var isWanted: Bool { !isDismissed.load(ordering: .acquiring) && !core.down.isStopped }

  fileprivate func dismiss() {
    isDismissed.store(true, ordering: .releasing)
    Scope.cancel(self)
  }

  @usableFromInline override func end(_ error: (any Error)?) {
    guard stop() else { return }
    Trampoline.step { self.core.innerEnded(self, error) }
  }
}
