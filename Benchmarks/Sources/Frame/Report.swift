import Foundation

/// Prints measurements, as a table for people or as JSON for programs.
enum Report {
  static func json(_ measurements: [Measurement]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(measurements), as: UTF8.self)
  }

  static func table(_ measurements: [Measurement], instructions: Bool) -> String {
    var header = ["row", "per", "time", "limit", "against", "its time", "ratio", "median", "limit", "allocs", "limit"]
    if instructions { header += ["instr", "limit"] }
    let lines = measurements.map { cells($0, instructions: instructions) }
    let widths = header.indices.map { column in ([header] + lines).map { $0[column].count }.max() ?? 0 }
    let text = ([header, widths.map { String(repeating: "-", count: $0) }] + lines).map { line in
      line.indices.map { padded(line[$0], widths[$0], left: textColumns.contains($0)) }.joined(separator: "  ")
    }
    return (text + ["", legend]).joined(separator: "\n")
  }

  private static let textColumns: Set<Int> = [0, 1, 4]

  private static let legend = """
    time: the least of the rounds, per unit. ratio: work over the plain code beside it, of the least times, and the median
    over the rounds in which both ran. !: over its limit. Times differ from machine to machine, ratios hardly.
    Times are the processor's; where threads race, and for requests at once, the clock's. Instructions and allocations are counted.
    """

  private static func cells(_ row: Measurement, instructions: Bool) -> [String] {
    let limit = row.limit
    var cells = [row.name, row.unit]
    cells += [marked(row.work.minimum, limit.nanoseconds, time), time(limit.nanoseconds)]
    cells += [row.baseline, time(row.plain.minimum)]
    cells += [marked(row.ratio.minimum, limit.ratio), number(row.ratio.median), number(limit.ratio)]
    cells += [marked(row.allocations, limit.allocations), number(limit.allocations)]
    if instructions { cells += [marked(row.instructions, limit.instructions), number(limit.instructions)] }
    return cells
  }

  private static func marked(
    _ value: Double?, _ limit: Double?, _ text: (Double?) -> String = number
  ) -> String {
    guard let value else { return "-" }
    // A hundredth over is the rest of what happens once.
    return text(value) + (value > (limit ?? .infinity) + 0.015 ? " !" : "")
  }

  /// Three digits that count; two decimals at most.
  static func number(_ value: Double?) -> String {
    guard let value else { return "-" }
    let places = value >= 100 || value == value.rounded() ? 0 : value >= 10 ? 1 : 2
    return String(format: "%.\(places)f", value)
  }

  private static func time(_ nanoseconds: Double?) -> String {
    switch nanoseconds {
    case .some(10_000_000...): number(nanoseconds.map { $0 / 1_000_000 }) + " ms"
    case .some(10_000...): number(nanoseconds.map { $0 / 1_000 }) + " us"
    case .some: number(nanoseconds) + " ns"
    case nil: "-"
    }
  }

  private static func padded(_ text: String, _ width: Int, left: Bool) -> String {
    let blanks = String(repeating: " ", count: max(0, width - text.count))
    return left ? text + blanks : blanks + text
  }
}
