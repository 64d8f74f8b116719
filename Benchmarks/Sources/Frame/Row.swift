/// One line of the table: some work, the plain code it is measured against, and the limits it should keep.
struct Row: Sendable {
  /// The part of the package it measures: `reactive` or `network`.
  let group: String
  /// What `--only` looks for.
  let name: String
  /// What one unit is: an element, a delivery, a subscription.
  let unit: String
  let limit: Limit
  /// What the baseline is, in a few words.
  let baseline: String
  /// How many units one step of the load is.
  let unitsPerStep: Int
  /// The length of the runs that count allocations and instructions: long enough that what happens once is little.
  let countedSteps: Int
  /// Whether its counts are the same in every run, so that gates can hold them: false where threads race and where a
  /// request goes through a socket, as what comes first and how much comes at once then differ.
  let repeats: Bool
  let clock: Clock
  /// Makes the load with a state of its own.
  let load: @Sendable () -> Load

  init(
    _ name: String, group: String = "reactive", per unit: String, limit: Limit = Limit(), against baseline: String,
    unitsPerStep: Int = 1, countedSteps: Int? = nil, repeats: Bool = true, clock: Clock? = nil,
    load: @escaping @Sendable () -> Load
  ) {
    self.group = group
    self.name = name
    self.unit = unit
    self.limit = limit
    self.baseline = baseline
    self.unitsPerStep = unitsPerStep
    self.countedSteps = countedSteps ?? max(20, 2_000 / unitsPerStep)
    self.repeats = repeats
    self.clock = clock ?? (repeats ? .processor : .wall)
    self.load = load
  }
}

/// The two sides of a row. Each runs the given number of steps and returns when all of it is done.
struct Load {
  let work: (Int) -> Void
  let baseline: (Int) -> Void
}

/// What a row should not exceed; nil where nothing was set.
///
/// The ratio is the goal over the plain code of the same machine, so it holds on other machines too; the nanoseconds do
/// not.
struct Limit: Sendable, Encodable {
  var nanoseconds: Double?
  var ratio: Double?
  var allocations: Double?
  var instructions: Double?
}
