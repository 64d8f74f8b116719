public import Synchronization

/// Something a scope holds while it is active and cancels when it stops: a subject's entry, a timer, another scope.
@usableFromInline class Resource: Gated {
  @inlinable override init() {}

  /// Stops the work and lets go of what it holds. Called from any thread, at most once by each holder.
  @usableFromInline func cancel() {}
}

/// The cancellation scope of a stretch of linear operators: where terminal events go, and what dispose reaches.
///
/// A terminal event of the source goes straight here, past the linear operators between. One atomic word says whether
/// the scope is stopped and holds the upstream resource; nothing else is shared between threads. The operators that
/// treat terminal events themselves (flatMap, concat, catch ...) put a scope of their own below the one they were given.
@usableFromInline class Scope: Resource, Cancelable, @unchecked Sendable {
  // Sendable by rule: `word` and `gate` are atomic; what subclasses add is touched by the one that stops the scope, or
  // by the owner of the gate.

  /// 0: active and empty. 1: stopped. Else: active, and the retained address of the upstream resource.
  @usableFromInline let word = Atomic<UInt>(0)

  #if DEBUG
    @inlinable override init() { LiveScopes.add(1) }
  #else
    @inlinable override init() {}
  #endif

  deinit {
    #if DEBUG
      LiveScopes.add(-1)
    #endif
    let left = word.load(ordering: .acquiring)
    if left > 1 { Unmanaged<Resource>.fromOpaque(UnsafeRawPointer(bitPattern: left)!).release() }
  }

  /// Whether nothing may be delivered any more.
  @inlinable final var isStopped: Bool { word.load(ordering: .acquiring) == 1 }

  @usableFromInline var isDisposed: Bool { isStopped }

  /// Takes the upstream resource in place of the one before, which must have finished; cancels it if stopped.
  @usableFromInline final func attach(_ resource: Resource) {
    var seen = word.load(ordering: .acquiring)
    let reference = Unmanaged.passRetained(resource)
    while seen != 1 {
      let (exchanged, original) = word.compareExchange(
        expected: seen, desired: UInt(bitPattern: reference.toOpaque()), ordering: .acquiringAndReleasing)
      if exchanged {
        if seen != 0 { Unmanaged<Resource>.fromOpaque(UnsafeRawPointer(bitPattern: seen)!).release() }
        return
      }
      seen = original
    }
    reference.release()
    Scope.cancel(resource)
  }

  /// Lets go of the upstream resource if it is this one: nothing will come of it any more.
  final func detach(_ resource: Resource) {
    let reference = Unmanaged.passUnretained(resource)
    let address = UInt(bitPattern: reference.toOpaque())
    if word.compareExchange(expected: address, desired: 0, ordering: .acquiringAndReleasing).exchanged {
      reference.release()
    }
  }

  /// Stops the scope without cancelling its resource, which is the caller's to cancel. False if it was stopped before.
  @usableFromInline final func halt(_ resource: inout Resource?) -> Bool {
    let held = word.exchange(1, ordering: .acquiringAndReleasing)
    if held > 1 { resource = Unmanaged<Resource>.fromOpaque(UnsafeRawPointer(bitPattern: held)!).takeRetainedValue() }
    return held != 1
  }

  /// Stops the scope and cancels its resource. False if it was stopped before.
  @usableFromInline @discardableResult final func stop() -> Bool {
    var resource: Resource?
    guard halt(&resource) else { return false }
    if let resource { Scope.cancel(resource) }
    return true
  }

  /// A terminal event from upstream, nil for completed. Delivered by whoever delivers the elements, after the last.
  @usableFromInline func end(_ error: (any Error)?) {
    stop()
  }

  @usableFromInline override func cancel() {
    stop()
  }

  @usableFromInline func dispose() {
    Trampoline.run { cancel() }
  }

  @usableFromInline static func cancel(_ resource: Resource) {
    Trampoline.cancel(resource)
  }
}

/// A scope whose terminal event is a closure: the inner side of the operators that treat terminal events themselves.
@usableFromInline final class InnerScope: Scope, @unchecked Sendable {
  // Sendable by rule: `ended` is taken by the one that stops the scope.
  private var ended: (((any Error)?) -> Void)?

  @usableFromInline init(ended: @escaping ((any Error)?) -> Void) {
    self.ended = ended
  }

  @usableFromInline override func end(_ error: (any Error)?) {
    var resource: Resource?
    guard halt(&resource), let ended else { return }
    self.ended = nil
    if let resource { Scope.cancel(resource) }
    Trampoline.step { ended(error) }
  }

  @usableFromInline override func cancel() {
    var resource: Resource?
    guard halt(&resource) else { return }
    ended = nil
    if let resource { Scope.cancel(resource) }
  }
}

#if DEBUG
  /// Counts the scopes that live, in debug builds: what a stream leaves behind when it is over, its tests see here.
  @usableFromInline package enum LiveScopes {
    private static let counter = Atomic<Int>(0)

    /// How many there are in the process.
    package static var count: Int { counter.load(ordering: .sequentiallyConsistent) }

    @usableFromInline static func add(_ step: Int) { counter.add(step, ordering: .sequentiallyConsistent) }
  }
#endif
