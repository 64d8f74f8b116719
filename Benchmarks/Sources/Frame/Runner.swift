import AllocationCounter

/// Measures rows: rounds in which work and baseline alternate, and allocations as the difference of two lengths.
struct Runner {
  /// How many rounds; at least 7.
  let rounds: Int

  /// How long one sample takes at least: short enough to fit between two interruptions, long enough for the clock.
  private let sampleNanoseconds = 4_000_000.0

  func measure(_ row: Row) -> Measurement {
    let load = row.load()
    let clock = row.clock
    let workSteps = stepsPerSample(load.work, clock)
    let plainSteps = stepsPerSample(load.baseline, clock)
    var work: [Double] = []
    var plain: [Double] = []
    for _ in 0..<rounds {
      work.append(clock.nanoseconds { load.work(workSteps) } / Double(workSteps * row.unitsPerStep))
      plain.append(clock.nanoseconds { load.baseline(plainSteps) } / Double(plainSteps * row.unitsPerStep))
    }
    let (workSpread, plainSpread) = (spread(work), spread(plain))
    let ratio = Spread(
      minimum: workSpread.minimum / plainSpread.minimum, median: spread(zip(work, plain).map { $0 / $1 }).median)
    return Measurement(
      group: row.group, name: row.name, unit: row.unit, baseline: row.baseline, limit: row.limit, rounds: rounds,
      work: workSpread, plain: plainSpread, ratio: ratio, allocations: allocations(row))
  }

  /// Heap allocations per unit, on all threads.
  func allocations(_ row: Row) -> Double {
    let load = row.load()
    let steps = row.countedSteps
    // The first run fills caches: metadata, thread-locals, lazily made globals.
    load.work(steps)
    let single = allocated { load.work(steps) }
    let double = allocated { load.work(2 * steps) }
    return max(0, Double(double) - Double(single)) / Double(steps * row.unitsPerStep)
  }

  private func stepsPerSample(_ body: (Int) -> Void, _ clock: Clock) -> Int {
    var steps = 1
    while true {
      // The first of the three also warms up.
      let taken = (0..<3).map { _ in clock.nanoseconds { body(steps) } }.min() ?? 0
      if taken >= sampleNanoseconds { return steps }
      let wanted = sampleNanoseconds * 1.2 / max(taken, 100)
      steps = max(steps + 1, Int(Double(steps) * min(wanted, 10)))
    }
  }

  private func allocated(_ body: () -> Void) -> UInt64 {
    let start = allocation_count()
    body()
    return allocation_count() - start
  }

  private func spread(_ values: [Double]) -> Spread {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    let median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    return Spread(minimum: sorted[0], median: median)
  }
}
