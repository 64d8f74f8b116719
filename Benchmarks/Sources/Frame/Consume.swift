/// Where all measured values go. Not inlined and with an effect, so the optimiser cannot drop what leads here.
@inline(never)
func consume(_ value: Int) {
  consumed &+= value
}

/// A value the optimiser knows nothing of.
@inline(never)
func opaque<Value>(_ value: Value) -> Value { value }

// Touched by one delivery at a time: rows with several threads serialise theirs.
nonisolated(unsafe) private(set) var consumed = 0
