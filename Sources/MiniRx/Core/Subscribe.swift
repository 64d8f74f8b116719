extension ObservableType {
  /// Subscribes handlers; every event is delivered on the actor the call is made from (a `@MainActor` view model hears
  /// everything on the main actor, in order), or on the emitting thread where there is none.
  ///
  /// - Parameters:
  ///   - onNext: receives each element.
  ///   - onError: receives the failure; without it the error goes to `Hooks.unhandledError`.
  ///   - onCompleted: called at the good end.
  ///   - onDisposed: called once when nothing more will come: after the end, or after dispose.
  ///   - isolation: the subscriber's actor; leave the default.
  ///   - file: where the subscription is made; leave the default.
  ///   - line: where the subscription is made; leave the default.
  /// - Returns: disposing it cancels the work; after a dispose on the subscriber's actor nothing is delivered.
  @inlinable public func subscribe(
    onNext: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil, isolation: (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    makeSubscription(
      asObservable(), on: isolation, onNext: onNext ?? { _ in }, onError: onError, onCompleted: onCompleted,
      onDisposed: onDisposed, site: CallSite(file: file, line: line))
  }

  /// Subscribes handlers to elements that are not Sendable: they cannot hop, so every event must come on the actor the
  /// call is made from; an event from elsewhere traps with a message that names the subscription.
  ///
  /// Parameters as of the other overload.
  @inlinable public func subscribe(
    onNext: ((Element) -> Void)? = nil, onError: ((any Error) -> Void)? = nil, onCompleted: (() -> Void)? = nil,
    onDisposed: (() -> Void)? = nil, isolation: (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    makeLocalSubscription(
      asObservable(), on: isolation, onNext: onNext ?? { _ in }, onError: onError, onCompleted: onCompleted,
      onDisposed: onDisposed, site: CallSite(file: file, line: line))
  }

  /// Subscribes one handler for all events. Threads as of `subscribe(onNext:)`.
  @inlinable public func subscribe(
    _ on: @escaping (Event<Element>) -> Void, isolation: (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    makeSubscription(
      asObservable(), on: isolation, onNext: { on(.next($0)) }, onError: { on(.error($0)) },
      onCompleted: { on(.completed) }, onDisposed: nil, site: CallSite(file: file, line: line))
  }

  /// Subscribes one handler for all events, elements not Sendable. Threads as of `subscribe(onNext:)`.
  @inlinable public func subscribe(
    _ on: @escaping (Event<Element>) -> Void, isolation: (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    makeLocalSubscription(
      asObservable(), on: isolation, onNext: { on(.next($0)) }, onError: { on(.error($0)) },
      onCompleted: { on(.completed) }, onDisposed: nil, site: CallSite(file: file, line: line))
  }

  /// Subscribes handlers that are also given an object, which is held weakly: when it goes, the handlers are no longer
  /// called. Threads as of `subscribe(onNext:)`.
  @inlinable public func subscribe<Object: AnyObject>(
    with object: Object, onNext: ((Object, Element) -> Void)? = nil, onError: ((Object, any Error) -> Void)? = nil,
    onCompleted: ((Object) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil,
    isolation: (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    subscribe(
      onNext: { [weak object] in if let object { onNext?(object, $0) } },
      onError: { [weak object] in if let object { onError?(object, $0) } },
      onCompleted: { [weak object] in if let object { onCompleted?(object) } },
      onDisposed: { [weak object] in if let object { onDisposed?(object) } },
      isolation: isolation, file: file, line: line)
  }
}

/// Subscribes for elements that can hop to the subscriber's actor.
@inlinable func makeSubscription<Element: Sendable>(
  _ source: Observable<Element>, on actor: (any Actor)?, onNext: @escaping (Element) -> Void,
  onError: ((any Error) -> Void)?, onCompleted: (() -> Void)?, onDisposed: (() -> Void)?, site: CallSite
) -> any Disposable {
  guard let actor else {
    return makeDirectSubscription(
      source, onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, site: site)
  }
  let terminal = IsolatedTerminal<Element>(
    home: Home(actor), onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, site: site)
  terminal.subscribe(to: source)
  return terminal
}

/// Subscribes for elements that cannot hop: from an actor, an event from elsewhere traps.
@inlinable func makeLocalSubscription<Element>(
  _ source: Observable<Element>, on actor: (any Actor)?, onNext: @escaping (Element) -> Void,
  onError: ((any Error) -> Void)?, onCompleted: (() -> Void)?, onDisposed: (() -> Void)?, site: CallSite
) -> any Disposable {
  guard let actor else {
    return makeDirectSubscription(
      source, onNext: onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, site: site)
  }
  let home = Home(actor)
  return makeDirectSubscription(
    source,
    onNext: { element in
      home.precondition(site)
      onNext(element)
    },
    onError: { error in
      home.precondition(site)
      if let onError { onError(error) } else { Hooks.unhandledError(error, site) }
    },
    onCompleted: {
      home.precondition(site)
      onCompleted?()
    }, onDisposed: onDisposed, site: site)
}

/// Subscribes without an isolation: events arrive on the emitting thread.
@inlinable func makeDirectSubscription<Element>(
  _ source: Observable<Element>, onNext: @escaping (Element) -> Void, onError: ((any Error) -> Void)?,
  onCompleted: (() -> Void)?, onDisposed: (() -> Void)?, site: CallSite
) -> any Disposable {
  if source.shape == .just {
    onNext(source.knownElement)
    onCompleted?()
    onDisposed?()
    return Disposables.create()
  }
  if source.shape == .callback {
    let terminal = CallbackTerminal(
      onNext, onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, site: site)
    Trampoline.run { terminal.start(unsafeDowncast(source, to: CreateObservable<Element>.self)) }
    return terminal
  }
  let terminal = Terminal(onError: onError, onCompleted: onCompleted, onDisposed: onDisposed, site: site)
  Trampoline.run { source.run(Sink(next: onNext, scope: terminal)) }
  return terminal
}
