/// The scope of a source that a second source accompanies: they meet in one gate and are cancelled together.
///
/// Ends with the source. An error of the companion ends it too; the companion's good end does not.
@usableFromInline
class CompanionScope: GatedScope, @unchecked Sendable {
  // Sendable by rule: immutable once made.
  @usableFromInline final let companion: CompanionInner

  @usableFromInline
  override init(down: Scope) {
    companion = CompanionInner()
    super.init(down: down)
    companion.core = self
  }

  @usableFromInline
  override func end(_ error: (any Error)?) {
    if stop() { finish(error) }
  }

  @usableFromInline
  override func cancel() {
    stop()
    Scope.cancel(companion)
  }

  func companionEnded(_ error: (any Error)?) {
    if let error { finish(error) }
  }
}

/// The scope of the source beside.
@usableFromInline
final class CompanionInner: Scope, @unchecked Sendable {
  // Sendable by rule: set once, before its source is run.
  fileprivate var core: CompanionScope?

  @usableFromInline
  override func end(_ error: (any Error)?) {
    if stop() { core?.companionEnded(error) }
  }
}
