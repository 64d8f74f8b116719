#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// The lock one writes by hand, with a value behind it.
final class PlainLock: @unchecked Sendable {
  // Sendable by rule: `value` is touched under the mutex alone.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private var value: Int

  init(_ value: Int = 0) {
    self.value = value
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inline(never)
  func set(_ value: Int) {
    withLock { self.value = value }
  }

  @inline(never)
  func get() -> Int {
    withLock { value }
  }

  @inline(__always)
  func withLock<Result>(_ body: () -> Result) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return body()
  }
}
