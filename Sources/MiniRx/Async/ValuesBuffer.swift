/// The end of a chain for a reader that awaits: keeps what was not read yet. The reader is resumed once for each wait, and
/// never under the lock.
@usableFromInline final class ValuesBuffer<Element: Sendable>: Scope, @unchecked Sendable {
  // Sendable by rule: what follows is guarded by `lock`.
  @usableFromInline let bound: Int
  @usableFromInline let dropsOldest: Bool
  @usableFromInline let lock = Lock()
  @usableFromInline @exclusivity(unchecked) var kept = FirstInFirstOut<Element>()
  @usableFromInline @exclusivity(unchecked) var reader: UnsafeContinuation<Element?, any Error>?
  /// How the stream ended; the error is told once, then it is a plain end.
  @usableFromInline @exclusivity(unchecked) var ending: Result<Element?, any Error>?

  @usableFromInline init(_ buffering: ValuesBuffering) {
    switch buffering {
    case .unbounded: (bound, dropsOldest) = (.max, false)
    case .newest(let count): (bound, dropsOldest) = (count, true)
    case .oldest(let count): (bound, dropsOldest) = (count, false)
    }
  }

  /// Called by the source, never twice at once.
  @inlinable func receive(_ element: Element) {
    var dropped: Element?
    let waiting = lock.withLock { () -> UnsafeContinuation<Element?, any Error>? in
      if ending != nil { return nil }
      if let reader {
        self.reader = nil
        return reader
      }
      if kept.count < bound {
        kept.append(element)
      } else if dropsOldest && bound > 0 {
        // Released outside the lock.
        dropped = kept.popFirst()
        kept.append(element)
      }
      return nil
    }
    withExtendedLifetime(dropped) {}
    waiting?.resume(returning: element)
  }

  @usableFromInline override func end(_ error: (any Error)?) {
    guard stop() else { return }
    settle(error.map { .failure($0) } ?? .success(nil), keeping: true)
  }

  @usableFromInline override func cancel() {
    stop()
    settle(.success(nil), keeping: false)
  }

  /// What is known without waiting: an element, or the end.
  @inlinable func poll() -> Result<Element?, any Error>? {
    lock.withLock { next() }
  }

  /// Resumes the reader with the next element or the end, now or when there is one.
  @usableFromInline func wait(_ reader: UnsafeContinuation<Element?, any Error>) {
    let known = lock.withLock { () -> Result<Element?, any Error>? in
      if let known = next() { return known }
      precondition(self.reader == nil, "values: two tasks await the next element of one iterator.")
      self.reader = reader
      return nil
    }
    if let known { reader.resume(with: known) }
  }

  /// Under the lock.
  @inlinable func next() -> Result<Element?, any Error>? {
    if let element = kept.popFirst() { return .success(element) }
    guard let ending else { return nil }
    self.ending = .success(nil)
    return ending
  }

  private func settle(_ outcome: Result<Element?, any Error>, keeping: Bool) {
    // Released outside the lock, as is the ending that is replaced.
    var dropped = FirstInFirstOut<Element>()
    var ending: Result<Element?, any Error>? = outcome
    let (reader, known) = lock.withLock {
      if !keeping { swap(&dropped, &kept) }
      if self.ending == nil || !keeping { swap(&ending, &self.ending) }
      defer { self.reader = nil }
      return (self.reader, self.reader == nil ? nil : next())
    }
    if let reader, let known { reader.resume(with: known) }
    withExtendedLifetime((dropped, ending)) {}
  }
}
