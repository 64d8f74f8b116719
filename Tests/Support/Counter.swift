internal import Synchronization

/// A number that threads count up and down at once, without a lock that would keep them apart.
public final class Counter: Sendable {
  private let number = Atomic<Int>(0)

  /// Starts at 0.
  public init() {}

  /// The number.
  public var value: Int { number.load(ordering: .sequentiallyConsistent) }

  /// Counts up, or down by a negative step; answers the new number.
  @discardableResult
  public func add(_ step: Int = 1) -> Int { number.add(step, ordering: .sequentiallyConsistent).newValue }
}
