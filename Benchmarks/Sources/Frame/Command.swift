import Foundation

/// Does what the options ask for.
struct Command {
  private let options: Options
  private let rows: [Row]
  private let instructions: Instructions?

  /// Why the command fails.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ options: Options, _ rows: [Row]) {
    self.options = options
    self.rows = rows
    instructions = options.instructions ? Instructions() : nil
    if options.instructions && instructions == nil {
      note("Benchmarks: valgrind is not in the path, so instructions are not counted. Install valgrind to have them.")
    }
  }

  func run() throws {
    if options.serve {
      try ServerProcess.serve()
    } else if options.list {
      for row in rows { print("\(row.group)  \(row.name)") }
    } else if let (name, steps) = options.repeated {
      try repeatRow(name, steps)
    } else if options.record {
      try record()
    } else if options.gates {
      try hold()
    } else {
      try measure()
    }
  }

  private func measure() throws {
    let runner = Runner(rounds: options.rounds)
    let measurements = try rows.map { row in
      var measurement = runner.measure(row)
      measurement.instructions = try instructions?.perUnit(row)
      return measurement
    }
    print(
      options.json
        ? try Report.json(measurements) : Report.table(measurements, instructions: instructions != nil))
  }

  private func record() throws {
    var record = (try? Record(path: options.recorded)) ?? Record()
    if options.only.isEmpty {
      record.allocations = [:]
      if instructions != nil { record.instructions = [:] }
    }
    let gates = Gates(rows, instructions: instructions)
    try gates.count(into: &record)
    try record.write(path: options.recorded)
    print("Recorded \(gates.rows.count) rows in \(options.recorded).")
  }

  private func hold() throws {
    let old: Record
    do {
      old = try Record(path: options.recorded)
    } catch {
      throw Failure(description: "there is no record at \(options.recorded); --record writes one. \(error)")
    }
    let gates = Gates(rows, instructions: instructions)
    var new = Record()
    try gates.count(into: &new)
    let complaints = gates.complaints(new: new, old: old) + (options.limits ? gates.excesses(new) : [])
    let what = "record" + (options.limits ? " and their limits" : "")
    if complaints.isEmpty { return print("\(gates.rows.count) rows are within their \(what).") }
    throw Failure(
      description: "counts are not within their \(what):\n" + complaints.map { "  \($0)" }.joined(separator: "\n"))
  }

  private func repeatRow(_ name: String, _ steps: Int) throws {
    for row in rows where row.name == name {
      let load = row.load()
      if options.baseline { load.baseline(steps) } else { load.work(steps) }
    }
  }
}

/// Says something on standard error.
func note(_ text: String) {
  FileHandle.standardError.write(Data((text + "\n").utf8))
}
