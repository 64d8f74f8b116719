/// A subject that has a current element: a subscriber gets it at once, then what follows.
///
///     subject      a---b---c--|
///     subscribed     ^a-b--c--|
///
/// Threads as of `PublishSubject`. `value()` sees an element as soon as it is sent, also from inside a delivery.
/// The last element is kept for `value()` after `completed`, until `dispose`; a late subscriber gets the end alone.
public final class BehaviorSubject<Element>: Observable<Element>, SubjectType, ObserverType, @unchecked Sendable {
  // Restates the conditional conformance of Observable; the core is guarded by its lock.
  @usableFromInline let core: SubjectCore<Element>

  /// A subject with a first current element.
  @inlinable public init(value: Element) {
    core = SubjectCore(replay: .value, latest: value)
    super.init { unsafeDowncast($0, to: BehaviorSubject<Element>.self).core.subscribe($1) }
  }

  deinit { core.abandon() }

  /// Whether anybody is subscribed.
  public var hasObservers: Bool { core.hasObservers }

  /// Whether `dispose` was called.
  public var isDisposed: Bool { if case .disposed = core.state.ending { true } else { false } }

  /// The current element; after `completed`, the last one.
  ///
  /// - Throws: the error the subject ended with, `RxError.disposed` after `dispose`, whatever came before that.
  @inlinable public func value() throws -> Element {
    if let newest = core.newest { return newest }
    return try lastWords()
  }

  @usableFromInline func lastWords() throws -> Element {
    let (latest, ending) = core.state
    if let latest { return latest }
    switch ending {
    case .failed(let error): throw error
    // After `completed` there is an element.
    case .disposed, .completed, nil: throw RxError.disposed(object: "The subject")
    }
  }

  /// Sends an event to all observers.
  @inlinable public func on(_ event: Event<Element>) { core.on(event) }

  /// Makes an element current and sends it to all observers.
  @inlinable public func onNext(_ element: Element) { core.send(element) }

  /// The subject as an observer only.
  public func asObserver() -> BehaviorSubject<Element> { self }

  /// Lets all observers go without an event.
  public func dispose() { core.end(.disposed) }
}
