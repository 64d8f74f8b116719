/// The state of one subscription of a linear operator: its source touches it, one event at a time.
@usableFromInline final class Cell<Value> {
  @usableFromInline @exclusivity(unchecked) var value: Value

  @inlinable init(_ value: Value) { self.value = value }
}
