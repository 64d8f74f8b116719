#if canImport(Darwin)
  public import Darwin
#elseif canImport(Glibc)
  public import Glibc
#elseif canImport(Musl)
  public import Musl
#endif

/// A plain mutual-exclusion lock that costs a few nanoseconds and that the thread sanitizer understands.
///
/// Not recursive. Nothing foreign (observer, selector, dispose action) may be called while it is held (contract 3).
@usableFromInline package struct Lock: ~Copyable, Sendable {
  #if canImport(Darwin)
    @usableFromInline typealias Primitive = os_unfair_lock
  #else
    @usableFromInline typealias Primitive = pthread_mutex_t
  #endif

  // The pointer never changes, and what it points to is touched by the lock calls alone.
  @usableFromInline nonisolated(unsafe) let primitive: UnsafeMutablePointer<Primitive>

  @usableFromInline package init() {
    primitive = .allocate(capacity: 1)
    primitive.initialize(to: Primitive())
    #if !canImport(Darwin)
      pthread_mutex_init(primitive, nil)
    #endif
  }

  deinit {
    #if !canImport(Darwin)
      pthread_mutex_destroy(primitive)
    #endif
    primitive.deallocate()
  }

  @inlinable package func lock() {
    #if canImport(Darwin)
      os_unfair_lock_lock(primitive)
    #else
      pthread_mutex_lock(primitive)
    #endif
  }

  @inlinable package func unlock() {
    #if canImport(Darwin)
      os_unfair_lock_unlock(primitive)
    #else
      pthread_mutex_unlock(primitive)
    #endif
  }

  /// Runs the body while holding the lock.
  @inlinable package func withLock<Result>(_ body: () throws -> Result) rethrows -> Result {
    lock()
    defer { unlock() }
    return try body()
  }
}
