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
@usableFromInline struct Home: Sendable {
  private let actor: any Actor
  private let isMain: Bool

  @usableFromInline init(_ actor: any Actor) {
    self.actor = actor
    isMain = actor === MainActor.shared
  }

  /// Whether this can be told to be the home; false for an actor other than the main one.
  var isMainAndCurrent: Bool { isMain && MainQueue.isCurrent }

  /// Runs the work on the actor, later.
  func schedule(_ work: @escaping @Sendable () -> Void) {
    if isMain {
      DispatchQueue.main.async(execute: work)
    } else {
      Task { [actor] in await Home.run(work, on: actor) }
    }
  }

  /// Traps where the caller is not on the actor.
  @usableFromInline func precondition(_ site: CallSite) {
    if isMain {
      Swift.precondition(
        MainQueue.isCurrent,
        """
        The subscription at \(site) was made on the main actor, its elements are not Sendable, and one came on another \
        thread. Make the element type Sendable, or emit on the main actor.
        """)
    } else {
      actor.preconditionIsolated(
        "The subscription at \(site) has elements that are not Sendable, and one came from outside its actor.")
    }
  }

  private static func run(_ work: @Sendable () -> Void, on actor: isolated any Actor) {
    work()
  }
}
