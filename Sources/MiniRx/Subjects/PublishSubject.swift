/// A hot stream that is fed by hand: what is sent reaches those who are subscribed at that moment.
///
///     subject      -a---b---c--|
///     subscribed      ^-b---c--|
///
/// Safe to feed from any thread; deliveries never overlap, and what an observer sends from inside a delivery comes after
/// it. A subscriber after the end gets the end. A subject that is released leaves its observers without an event.
public final class PublishSubject<Element>: Observable<Element>, SubjectType, ObserverType, @unchecked Sendable {
  // Restates the conditional conformance of Observable; the core is guarded by its lock.
  @usableFromInline let core: SubjectCore<Element>

  /// A subject with no observers.
  @inlinable public init() {
    core = SubjectCore(replay: .none)
    super.init { unsafeDowncast($0, to: PublishSubject<Element>.self).core.subscribe($1) }
  }

  deinit { core.abandon() }

  /// Whether anybody is subscribed.
  public var hasObservers: Bool { core.hasObservers }

  /// Whether `dispose` was called.
  public var isDisposed: Bool { if case .disposed = core.state.ending { true } else { false } }

  /// Sends an event to all observers.
  @inlinable public func on(_ event: Event<Element>) { core.on(event) }

  /// Sends an element to all observers.
  @inlinable public func onNext(_ element: Element) { core.send(element) }

  /// The subject as an observer only.
  public func asObserver() -> PublishSubject<Element> { self }

  /// Lets all observers go without an event.
  public func dispose() { core.end(.disposed) }
}

extension SubjectCore {
  @inlinable func on(_ event: Event<Element>) {
    switch event {
    case .next(let element): send(element)
    case .error(let error): end(.failed(error))
    case .completed: end(.completed)
    }
  }
}
