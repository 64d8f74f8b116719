extension ObservableType where Element: Sendable {
  /// Subscribes a closure to the elements, on the actor the call is made from. An error goes to `Hooks.unhandledError`:
  /// what cannot fail is what one binds.
  @inlinable public func bind(
    onNext: @escaping (Element) -> Void, isolation: (any Actor)? = #isolation, file: StaticString = #fileID,
    line: UInt = #line
  ) -> any Disposable {
    subscribe(onNext: onNext, isolation: isolation, file: file, line: line)
  }

  /// Like `bind(onNext:)`, giving the closure an object too, which is held weakly.
  @inlinable public func bind<Object: AnyObject>(
    with object: Object, onNext: @escaping (Object, Element) -> Void, isolation: (any Actor)? = #isolation,
    file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    subscribe(with: object, onNext: onNext, isolation: isolation, file: file, line: line)
  }
}

extension ObservableType {
  /// Sends all events to the observers, on the emitting thread.
  public func bind<Observer: ObserverType>(
    to observers: Observer...
  ) -> any Disposable where Observer.Element == Element {
    subscribe(AnyObserver(handler: { event in for observer in observers { observer.on(event) } }))
  }

  /// Sends all events to the observers of an optional element, on the emitting thread.
  public func bind<Observer: ObserverType>(
    to observers: Observer...
  ) -> any Disposable where Observer.Element == Element? {
    subscribe(AnyObserver(handler: { event in for observer in observers { observer.on(event.map { $0 }) } }))
  }

  /// Sends the elements to the relays, on the emitting thread. An error goes to `Hooks.unhandledError`.
  public func bind(
    to relays: PublishRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    feed(relays.map { $0.accept }, CallSite(file: file, line: line))
  }

  /// Sends the elements to the relays of an optional element, on the emitting thread. An error goes to
  /// `Hooks.unhandledError`.
  public func bind(
    to relays: PublishRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    feed(relays.map { $0.accept }, CallSite(file: file, line: line))
  }

  /// Sends the elements to the relays, on the emitting thread. An error goes to `Hooks.unhandledError`.
  public func bind(
    to relays: BehaviorRelay<Element>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    feed(relays.map { $0.accept }, CallSite(file: file, line: line))
  }

  /// Sends the elements to the relays of an optional element, on the emitting thread. An error goes to
  /// `Hooks.unhandledError`.
  public func bind(
    to relays: BehaviorRelay<Element?>..., file: StaticString = #fileID, line: UInt = #line
  ) -> any Disposable {
    feed(relays.map { $0.accept }, CallSite(file: file, line: line))
  }

  private func feed(_ targets: [(Element) -> Void], _ site: CallSite) -> any Disposable {
    makeDirectSubscription(
      asObservable(), onNext: { element in for target in targets { target(element) } }, onError: nil,
      onCompleted: nil, onDisposed: nil, site: site)
  }
}
