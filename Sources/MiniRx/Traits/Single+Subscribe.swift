extension Single {
  /// Subscribes handlers, one of which is called once, on the actor the call is made from (a `@MainActor` view model
  /// hears the answer on the main actor), or on the emitting thread where there is none.
  ///
  /// - Parameters:
  ///   - onSuccess: receives the element.
  ///   - onFailure: receives the error; without it the error goes to `Hooks.unhandledError`.
  ///   - onDisposed: called once when nothing more will come: after the event, or after dispose.
  ///   - isolation: the subscriber's actor; leave the default.
  ///   - file: where the subscription is made; leave the default.
  ///   - line: where the subscription is made; leave the default.
  /// - Returns: disposing it cancels the work; after a dispose on the subscriber's actor nothing is delivered.
  @inlinable public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil, onDisposed: (() -> Void)? = nil,
    isolation: (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    makeSubscription(
      source, on: isolation, onNext: onSuccess ?? { _ in }, onError: onFailure, onCompleted: nil,
      onDisposed: onDisposed, site: CallSite(file: file, line: line))
  }

  /// Subscribes handlers to an element that is not Sendable: it cannot hop, so it must come on the actor the call is
  /// made from; one from elsewhere traps with a message that names the subscription.
  @inlinable public func subscribe(
    onSuccess: ((Element) -> Void)? = nil, onFailure: ((any Error) -> Void)? = nil, onDisposed: (() -> Void)? = nil,
    isolation: (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    makeLocalSubscription(
      source, on: isolation, onNext: onSuccess ?? { _ in }, onError: onFailure, onCompleted: nil,
      onDisposed: onDisposed, site: CallSite(file: file, line: line))
  }

  /// Subscribes one handler for the one event. Threads as of `subscribe(onSuccess:)`.
  @inlinable public func subscribe(
    _ observer: @escaping (SingleEvent<Element>) -> Void, isolation: (any Actor)? = #isolation,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    makeSubscription(
      source, on: isolation, onNext: { observer(.success($0)) }, onError: { observer(.failure($0)) },
      onCompleted: nil, onDisposed: nil, site: CallSite(file: file, line: line))
  }

  /// Subscribes one handler for the one event, the element not Sendable. Threads as of `subscribe(onSuccess:)`.
  @inlinable public func subscribe(
    _ observer: @escaping (SingleEvent<Element>) -> Void, isolation: (any Actor)? = #isolation,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    makeLocalSubscription(
      source, on: isolation, onNext: { observer(.success($0)) }, onError: { observer(.failure($0)) },
      onCompleted: nil, onDisposed: nil, site: CallSite(file: file, line: line))
  }

  /// Subscribes handlers that are also given an object, which is held weakly: when it goes, the handlers are no longer
  /// called. Threads as of `subscribe(onSuccess:)`.
  @inlinable public func subscribe<Object: AnyObject>(
    with object: Object, onSuccess: ((Object, Element) -> Void)? = nil,
    onFailure: ((Object, any Error) -> Void)? = nil, onDisposed: ((Object) -> Void)? = nil,
    isolation: (any Actor)? = #isolation, file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable where Element: Sendable {
    subscribe(
      onSuccess: { [weak object] in if let object { onSuccess?(object, $0) } },
      onFailure: { [weak object] in if let object { onFailure?(object, $0) } },
      onDisposed: { [weak object] in if let object { onDisposed?(object) } },
      isolation: isolation, file: file, line: line)
  }
}
