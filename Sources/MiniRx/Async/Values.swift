/// What `values` does with elements that come faster than they are read.
public enum ValuesBuffering: Sendable, Hashable {
  /// Keeps them all.
  case unbounded
  /// Keeps so many of the newest and drops older ones; 0 keeps none: only a waiting reader gets one.
  case newest(Int)
  /// Keeps so many of the oldest and drops newer ones; 0 keeps none: only a waiting reader gets one.
  case oldest(Int)
}

extension ObservableConvertibleType where Element: Sendable {
  /// The elements as an asynchronous sequence that loses nothing: subscribed to now, and kept until they are read.
  ///
  ///     for try await results in search.values { show(results) }
  @inlinable public var values: ObservableValues<Element> { values(buffering: .unbounded) }

  /// The elements as an asynchronous sequence that keeps a bounded number of unread ones; none, where the bound is
  /// negative.
  @inlinable public func values(buffering: ValuesBuffering) -> ObservableValues<Element> {
    ObservableValues(asObservable(), buffering)
  }
}

/// The elements of an observable as an asynchronous sequence.
///
/// The first iteration is that of the subscription made by `values`; each further one subscribes anew. Leaving the loop, by
/// break, return or error, disposes the subscription once, and so does cancelling the task: the loop then ends. The
/// stream's error is thrown from the loop.
public struct ObservableValues<Element: Sendable>: AsyncSequence, Sendable {
  /// What iterating can throw.
  public typealias Failure = any Error

  @usableFromInline let source: Observable<Element>
  @usableFromInline let buffering: ValuesBuffering
  @usableFromInline let first: FirstReading<Element>

  @inlinable init(_ source: Observable<Element>, _ buffering: ValuesBuffering) {
    self.source = source
    self.buffering = buffering
    first = FirstReading(Reading(source, buffering))
  }

  /// Begins to read.
  @inlinable public func makeAsyncIterator() -> Iterator {
    Iterator(first.take() ?? Reading(source, buffering))
  }

  /// Reads one element after the other.
  public struct Iterator: AsyncIteratorProtocol {
    @usableFromInline let reading: Reading<Element>

    @inlinable init(_ reading: Reading<Element>) { self.reading = reading }

    /// The next element; nil at the end, and when the task was cancelled. Only one call may wait at a time.
    @inlinable public mutating func next(isolation actor: isolated (any Actor)? = #isolation) async throws -> Element? {
      if Task.isCancelled { reading.buffer.dispose() }
      if let known = reading.buffer.poll() { return try known.get() }
      let buffer = reading.buffer
      return try await withTaskCancellationHandler {
        // Named, so that the closure runs where the caller does.
        _ = actor
        return try await withUnsafeThrowingContinuation { buffer.wait($0) }
      } onCancel: {
        buffer.dispose()
      }
    }
  }
}

/// One subscription, disposed when its reader goes.
@usableFromInline final class Reading<Element: Sendable>: Sendable {
  @usableFromInline let buffer: ValuesBuffer<Element>

  @inlinable init(_ source: Observable<Element>, _ buffering: ValuesBuffering) {
    let buffer = ValuesBuffer<Element>(buffering)
    self.buffer = buffer
    Trampoline.run { source.run(Sink(next: { buffer.receive($0) }, scope: buffer)) }
  }

  deinit { buffer.dispose() }
}

/// The subscription that the first iteration takes.
@usableFromInline final class FirstReading<Element: Sendable>: @unchecked Sendable {
  // Guarded by `lock`.
  @usableFromInline var reading: Reading<Element>?
  @usableFromInline let lock = Lock()

  @inlinable init(_ reading: Reading<Element>) { self.reading = reading }

  @inlinable func take() -> Reading<Element>? {
    lock.withLock {
      defer { reading = nil }
      return reading
    }
  }
}
