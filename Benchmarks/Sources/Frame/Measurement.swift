/// What one row came to, per unit.
struct Measurement: Encodable {
  let group: String
  let name: String
  let unit: String
  let baseline: String
  let limit: Limit
  let rounds: Int
  /// Nanoseconds of the work and of the baseline.
  let work: Spread
  let plain: Spread
  /// Work over baseline: of the two minima, and the median over the rounds.
  let ratio: Spread
  let allocations: Double
  var instructions: Double?
}

/// The least and the middle value of several rounds.
struct Spread: Encodable {
  let minimum: Double
  let median: Double
}
