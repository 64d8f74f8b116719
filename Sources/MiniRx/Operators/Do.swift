extension ObservableType {
  /// Calls the handlers as the events pass. One that throws ends the stream with its error; what one throws after the end
  /// was delivered is dropped.
  ///
  ///     source   -a--b--|
  ///     do       -a--b--|      handlers called at a, b, |
  ///
  /// - Parameters:
  ///   - onNext: before an element is delivered.
  ///   - afterNext: after it was delivered.
  ///   - onError: before the error is delivered.
  ///   - afterError: after it was delivered.
  ///   - onCompleted: before the end is delivered.
  ///   - afterCompleted: after it was delivered.
  ///   - onSubscribe: before the source is subscribed to.
  ///   - onSubscribed: after the source was subscribed to.
  ///   - onDispose: once, at the end or at dispose, on whichever thread that happens.
  public func `do`(
    onNext: (@Sendable (Element) throws -> Void)? = nil, afterNext: (@Sendable (Element) throws -> Void)? = nil,
    onError: (@Sendable (any Error) throws -> Void)? = nil, afterError: (@Sendable (any Error) throws -> Void)? = nil,
    onCompleted: (@Sendable () throws -> Void)? = nil, afterCompleted: (@Sendable () throws -> Void)? = nil,
    onSubscribe: (@Sendable () -> Void)? = nil, onSubscribed: (@Sendable () -> Void)? = nil,
    onDispose: (@Sendable () -> Void)? = nil
  ) -> Observable<Element> {
    let source = asObservable()
    return Observable { _, sink in
      onSubscribe?()
      let scope = DoScope(
        sink,
        before: { error in if let error { try onError?(error) } else { try onCompleted?() } },
        after: { error in if let error { try? afterError?(error) } else { try? afterCompleted?() } },
        onDispose: onDispose)
      let next = { (element: Element) in
        do {
          try onNext?(element)
          if !scope.isStopped { scope.next(element) }
          try afterNext?(element)
        } catch {
          scope.fail(error)
        }
      }
      source.run(Sink(next: onNext == nil && afterNext == nil ? sink.next : next, scope: scope))
      onSubscribed?()
    }
  }
}

/// The scope that tells the handlers of the end and of the dispose.
private final class DoScope<Element>: GatedScope, @unchecked Sendable {
  // Sendable by rule: the handlers are taken by the one that stops the scope.
  let next: (Element) -> Void
  private var before: (((any Error)?) throws -> Void)?
  private var after: (((any Error)?) -> Void)?
  private var onDispose: (() -> Void)?

  init(
    _ sink: Sink<Element>, before: @escaping ((any Error)?) throws -> Void, after: @escaping ((any Error)?) -> Void,
    onDispose: (() -> Void)?
  ) {
    next = sink.next
    self.before = before
    self.after = after
    self.onDispose = onDispose
    super.init(down: sink.scope)
  }

  deinit { Trampoline.letGo({ [next] in withExtendedLifetime(next) {} }) }

  override func end(_ error: (any Error)?) {
    deliver(error, tells: true)
  }

  /// The end that a handler caused by throwing: no other handler is asked.
  func fail(_ error: any Error) {
    deliver(error, tells: false)
  }

  override func cancel() {
    var resource: Resource?
    guard halt(&resource) else { return }
    (before, after) = (nil, nil)
    finish(resource)
  }

  private func deliver(_ error: (any Error)?, tells: Bool) {
    var resource: Resource?
    guard halt(&resource) else { return }
    let (before, after) = (before, after)
    (self.before, self.after) = (nil, nil)
    var outcome = error
    if tells {
      do { try before?(error) } catch { outcome = error }
    }
    Trampoline.step {
      self.down.end(outcome)
      if tells { after?(outcome) }
      self.finish(resource)
    }
  }

  private func finish(_ resource: Resource?) {
    if let resource { Scope.cancel(resource) }
    if let disposed = onDispose {
      onDispose = nil
      disposed()
    }
  }
}
