#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// What time is read from.
enum Clock: Sendable {
  /// The processor time of this process, all threads together: the turns of other programs do not count.
  case processor
  /// The monotonic time of day: for work whose threads run side by side.
  case wall

  /// How long the body takes.
  func nanoseconds(_ body: () -> Void) -> Double {
    let start = now
    body()
    return now - start
  }

  private var now: Double {
    var time = timespec()
    switch self {
    case .processor: clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    case .wall: clock_gettime(CLOCK_MONOTONIC, &time)
    }
    return Double(time.tv_sec) * 1e9 + Double(time.tv_nsec)
  }
}
