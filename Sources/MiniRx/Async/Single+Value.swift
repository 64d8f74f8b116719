extension Single where Element: Sendable {
  /// The element, awaited; the work starts with the call.
  ///
  ///     let user = try await api.fetchUser().value
  ///
  /// Runs where its caller runs, so it can be awaited from a `@MainActor` type. Cancelling the task disposes the work.
  ///
  /// - Throws: the error of the single, or `CancellationError`.
  nonisolated(nonsending) public var value: Element {
    get async throws {
      try await ValueWaiter.value(of: source, isolation: #isolation)
    }
  }
}

/// The end of a chain for a task that waits for one element. Resumes it exactly once, and never under the lock.
final class ValueWaiter<Element: Sendable>: Scope, @unchecked Sendable {
  // Sendable by rule: what follows is guarded by `lock`.
  private let lock = Lock()
  private var outcome: Result<Element, any Error>?
  private var continuation: CheckedContinuation<Element, any Error>?

  /// The first element of the source, its error, or `RxError.noElements`.
  static func value(
    of source: Observable<Element>, isolation: isolated (any Actor)?
  ) async throws -> Element {
    let waiter = ValueWaiter()
    return try await withTaskCancellationHandler {
      // Named, so that the closure runs where the caller does.
      _ = isolation
      return try await withCheckedThrowingContinuation { continuation in
        waiter.wait(continuation)
        Trampoline.run {
          if !waiter.isStopped { source.run(Sink(next: { waiter.receive($0) }, scope: waiter)) }
        }
      }
    } onCancel: {
      waiter.dispose()
    }
  }

  private func wait(_ continuation: CheckedContinuation<Element, any Error>) {
    let outcome = lock.withLock {
      if self.outcome == nil { self.continuation = continuation }
      return self.outcome
    }
    if let outcome { continuation.resume(with: outcome) }
  }

  private func receive(_ element: Element) {
    resolve(.success(element))
    end(nil)
  }

  override func end(_ error: (any Error)?) {
    stop()
    resolve(.failure(error ?? RxError.noElements))
  }

  override func cancel() {
    stop()
    resolve(.failure(CancellationError()))
  }

  /// The first outcome counts.
  private func resolve(_ outcome: Result<Element, any Error>) {
    let continuation: CheckedContinuation<Element, any Error>? = lock.withLock {
      if self.outcome != nil { return nil }
      self.outcome = outcome
      defer { self.continuation = nil }
      return self.continuation
    }
    continuation?.resume(with: outcome)
  }
}
