/// A subject that repeats its newest elements to each subscriber, also after the end.
///
///     subject      -a---b---c---|
///     subscribed          ^bc---|      bufferSize 2
///
/// Threads as of `PublishSubject`. Memory grows as elements come, up to the size of the buffer.
public final class ReplaySubject<Element>: Observable<Element>, SubjectType, ObserverType, @unchecked Sendable {
  // Restates the conditional conformance of Observable; the core is guarded by its lock.
  @usableFromInline let core: SubjectCore<Element>

  @usableFromInline init(count: Int) {
    core = SubjectCore(replay: .all(count))
    super.init { unsafeDowncast($0, to: ReplaySubject<Element>.self).core.subscribe($1) }
  }

  deinit { core.abandon() }

  /// A subject that keeps the newest `bufferSize` elements. Traps on a negative size; 0 keeps none.
  public static func create(bufferSize: Int) -> ReplaySubject<Element> {
    precondition(bufferSize >= 0, "ReplaySubject: the buffer size is negative: \(bufferSize)")
    return ReplaySubject(count: bufferSize)
  }

  /// A subject that keeps every element.
  public static func createUnbounded() -> ReplaySubject<Element> { ReplaySubject(count: .max) }

  /// Whether anybody is subscribed.
  public var hasObservers: Bool { core.hasObservers }

  /// Whether `dispose` was called.
  public var isDisposed: Bool { if case .disposed = core.state.ending { true } else { false } }

  /// Sends an event to all observers.
  @inlinable public func on(_ event: Event<Element>) { core.on(event) }

  /// Sends an element to all observers.
  @inlinable public func onNext(_ element: Element) { core.send(element) }

  /// The subject as an observer only.
  public func asObserver() -> ReplaySubject<Element> { self }

  /// Lets all observers go without an event.
  public func dispose() { core.end(.disposed) }
}
