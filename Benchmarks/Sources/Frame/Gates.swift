/// The counts that repeat, held against the record and against the fixed limits.
///
/// Rows that do not repeat are left out: see `Row.repeats`.
struct Gates {
  /// What may be added to a recorded count: 3 %, and half a hundredth for rounding.
  private static let tolerance = (factor: 1.03, rest: 0.005)

  /// Allocations that several units share - a subscription for all elements, the growth of an array - are no more than
  /// this for each, and not what the limits, which are whole numbers, are about.
  private static let shared = 0.1

  let rows: [Row]
  let instructions: Instructions?

  init(_ rows: [Row], instructions: Instructions?) {
    self.rows = rows.filter(\.repeats)
    self.instructions = instructions
  }

  /// Counts all rows into the record.
  func count(into record: inout Record) throws {
    let runner = Runner(rounds: 7)
    for row in rows {
      record.allocations[row.name] = Self.rounded(runner.allocations(row), to: 1_000)
      if let instructions { record.instructions[row.name] = Self.rounded(try instructions.perUnit(row), to: 1) }
    }
  }

  /// What is worse in the new counts than in the old, a line for each.
  func complaints(new: Record, old: Record) -> [String] {
    rows.flatMap { row in
      [
        Self.complaint(row.name, "allocations", new.allocations[row.name], old.allocations[row.name]),
        Self.complaint(row.name, "instructions", new.instructions[row.name], old.instructions[row.name]),
      ].compactMap { $0 }
    }
  }

  /// What exceeds a fixed limit, a line for each.
  func excesses(_ new: Record) -> [String] {
    rows.flatMap { row in
      [
        Self.excess(row.name, "allocations", new.allocations[row.name], row.limit.allocations, shared: Self.shared),
        Self.excess(row.name, "instructions", new.instructions[row.name], row.limit.instructions, shared: 0),
      ].compactMap { $0 }
    }
  }

  private static func excess(
    _ name: String, _ what: String, _ new: Double?, _ limit: Double?, shared: Double
  ) -> String? {
    guard let new, let limit, new > limit + shared else { return nil }
    return "\(name): \(Report.number(new)) \(what), at most \(Report.number(limit)) allowed"
  }

  private static func complaint(_ name: String, _ what: String, _ new: Double?, _ old: Double?) -> String? {
    guard let new else { return nil }
    guard let old else { return "\(name): \(Report.number(new)) \(what), and no record of them; see --record" }
    if new <= old * tolerance.factor + tolerance.rest { return nil }
    return "\(name): \(Report.number(new)) \(what), \(Report.number(old)) recorded"
  }

  private static func rounded(_ value: Double, to parts: Double) -> Double { (value * parts).rounded() / parts }
}
