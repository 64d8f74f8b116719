internal import Dispatch

/// Whether code runs on the main queue, which is where the main actor lives on every platform.
///
/// Decided by the queue, never by the thread: on Linux, main-queue work may run on another thread than the first.
@usableFromInline enum MainQueue {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  @usableFromInline static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) != nil }
}

/// Where a subscriber lives: the actor it subscribed from.
///
/// Held weakly, as an actor may keep its own subscriptions: with the actor they go.
@usableFromInline struct Home: Sendable {
  /// Nil for the main actor, which always lives.
  private let away: WeakActor?

  @usableFromInline init(_ actor: any Actor) {
    away = actor === MainActor.shared ? nil : WeakActor(actor)
  }

  /// Whether this can be told to be the home; false for an actor other than the main one.
  var isMainAndCurrent: Bool { away == nil && MainQueue.isCurrent }

  /// Runs the work on the actor, later. False, and the work is not run, where the actor is gone.
  func schedule(_ work: @escaping @Sendable () -> Void) -> Bool {
    guard let away else {
      DispatchQueue.main.async(execute: work)
      return true
    }
    guard let actor = away.actor else { return false }
    Task { await Home.run(work, on: actor) }
    return true
  }

  /// Traps where the caller is not on the actor.
  @usableFromInline func precondition(_ site: CallSite) {
    if let away {
      away.actor?.preconditionIsolated(
        "The subscription at \(site) has elements that are not Sendable, and one came from outside its actor.")
    } else {
      Swift.precondition(
        MainQueue.isCurrent,
        """
        The subscription at \(site) was made on the main actor, its elements are not Sendable, and one came on another \
        thread. Make the element type Sendable, or emit on the main actor.
        """)
    }
  }

  private static func run(_ work: @Sendable () -> Void, on actor: isolated any Actor) {
    work()
  }
}

private final class WeakActor: @unchecked Sendable {
  // Sendable by rule: set once, in `init`; reading a weak reference is atomic.
  weak private(set) var actor: (any Actor)?

  init(_ actor: any Actor) { self.actor = actor }
}
