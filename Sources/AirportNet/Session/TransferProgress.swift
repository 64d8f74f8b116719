/// How far a body has come, in bytes.
public struct TransferProgress: Hashable, Sendable {
  /// The bytes that have been carried.
  public var completedUnitCount: Int64
  /// The bytes there are; nil when that is not known, as for a body in chunks or with a Content-Encoding.
  public var totalUnitCount: Int64?

  /// Takes its parts as they are.
  public init(completedUnitCount: Int64 = 0, totalUnitCount: Int64? = nil) {
    self.completedUnitCount = completedUnitCount
    self.totalUnitCount = totalUnitCount
  }

  /// The part that has been carried, 0 to 1; nil when the total is not known.
  public var fractionCompleted: Double? {
    guard let totalUnitCount else { return nil }
    return totalUnitCount > 0 ? min(1, Double(max(0, completedUnitCount)) / Double(totalUnitCount)) : 1
  }

  /// True when the total is not known.
  public var isIndeterminate: Bool { totalUnitCount == nil }

  /// True when all has been carried.
  public var isFinished: Bool { fractionCompleted == 1 }
}
