/// Carries a value into a `@Sendable` closure of this module.
///
/// Rule: the value is used by one subscription at a time, in the order its gate or its isolation gives.
@frozen @usableFromInline struct Unchecked<Value>: @unchecked Sendable {
  // Sendable by the rule above.
  @usableFromInline let value: Value

  @inlinable init(_ value: Value) { self.value = value }
}
