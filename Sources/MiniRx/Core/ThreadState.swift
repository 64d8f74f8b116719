internal import Synchronization

#if canImport(Darwin)
  internal import Darwin
#elseif canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

#if !canImport(Darwin)
  // A GNU function that the module map of the C library leaves out; musl has it too.
  @_silgen_name("pthread_getattr_np")
  private func getAttributes(_ thread: pthread_t, _ attributes: UnsafeMutablePointer<pthread_attr_t>) -> CInt
#endif

/// What the trampoline knows of one thread. Touched by that thread alone.
@usableFromInline struct ThreadState {
  /// Below this address the stack counts as low: half of it, at most 4 MiB, is kept for chains of plain calls.
  fileprivate(set) var lowWater: UInt
  /// How many bytes more a subscription asks for.
  fileprivate(set) var margin: UInt
  @usableFromInline var isRunning = false
  /// What is put off because the stack was low.
  var steps = FirstInFirstOut<() -> Void>()
  @usableFromInline var hasSteps = false
  /// What waits for its turn after the outermost run.
  var turns = FirstInFirstOut<() -> Void>()
  @usableFromInline var hasTurns = false
  var isCancelling = false
  var cancellations = FirstInFirstOut<Resource>()

  @usableFromInline static var current: UnsafeMutablePointer<ThreadState> {
    let made = key.load(ordering: .acquiring)
    if made != 0, let known = pthread_getspecific(pthread_key_t(made - 1)) {
      return known.assumingMemoryBound(to: ThreadState.self)
    }
    return make()
  }

  /// One more than the key; 0 as long as there is none. A constant at start, so that reading it asks for no initialiser.
  private static let key = Atomic<UInt>(0)

  private static func makeKey() -> pthread_key_t {
    let known = Self.key.load(ordering: .acquiring)
    if known != 0 { return pthread_key_t(known - 1) }
    var key = pthread_key_t()
    pthread_key_create(&key) { raw in
      #if canImport(Darwin)
        let state = raw.assumingMemoryBound(to: ThreadState.self)
      #else
        guard let state = raw?.assumingMemoryBound(to: ThreadState.self) else { return }
      #endif
      state.deinitialize(count: 1)
      state.deallocate()
    }
    let (isFirst, made) = Self.key.compareExchange(
      expected: 0, desired: UInt(key) + 1, ordering: .acquiringAndReleasing)
    if isFirst { return key }
    pthread_key_delete(key)
    return pthread_key_t(made - 1)
  }

  private static func make() -> UnsafeMutablePointer<ThreadState> {
    let state = UnsafeMutablePointer<ThreadState>.allocate(capacity: 1)
    let (bottom, size) = stackOfThisThread()
    state.initialize(to: ThreadState(lowWater: bottom + min(size / 2, 4 << 20), margin: size / 8))
    pthread_setspecific(makeKey(), state)
    return state
  }

  /// The lowest address of the stack, and how many bytes it has.
  private static func stackOfThisThread() -> (bottom: UInt, size: UInt) {
    #if canImport(Darwin)
      let size = UInt(pthread_get_stacksize_np(pthread_self()))
      return (UInt(bitPattern: pthread_get_stackaddr_np(pthread_self())) - size, size)
    #else
      var attributes = pthread_attr_t()
      var base: UnsafeMutableRawPointer?
      var length = 0
      guard getAttributes(pthread_self(), &attributes) == 0 else { return (0, 0) }
      pthread_attr_getstack(&attributes, &base, &length)
      pthread_attr_destroy(&attributes)
      return (UInt(bitPattern: base), UInt(length))
    #endif
  }
}
