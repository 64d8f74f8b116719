/// What the command line asks for.
struct Options {
  var json = false
  var list = false
  var help = false
  var instructions = false
  var gates = false
  var limits = false
  var record = false
  var serve = false
  var rounds = 9
  var only: [String] = []
  var recorded = "Benchmarks/recorded.json"
  /// A row to run for so many steps, unmeasured; its baseline if said so.
  var repeated: (name: String, steps: Int)?
  var baseline = false

  /// What is wrong with the command line.
  struct Wrong: Error {
    let reason: String
  }

  init(_ arguments: [String]) throws(Wrong) {
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--json": json = true
      case "--list": list = true
      case "--help", "-h": help = true
      case "--instructions": instructions = true
      case "--gates": gates = true
      case "--limits": limits = true
      case "--record": record = true
      case "--baseline": baseline = true
      case "--serve": serve = true
      case "--only": only.append(try Self.value(of: option, &rest))
      case "--recorded": recorded = try Self.value(of: option, &rest)
      case "--rounds": rounds = try Self.number(of: option, &rest, atLeast: 7)
      case "--repeat":
        let name = try Self.value(of: option, &rest)
        repeated = (name, try Self.number(of: option, &rest, atLeast: 1))
      default: throw Wrong(reason: "unknown option \(option)")
      }
    }
    if json && (gates || record) { throw Wrong(reason: "--json goes with the table, not with --gates or --record") }
    if baseline && repeated == nil { throw Wrong(reason: "--baseline goes with --repeat") }
    if limits && !gates { throw Wrong(reason: "--limits goes with --gates") }
  }

  /// Whether `--only` lets the row through.
  func selects(_ row: Row) -> Bool {
    only.isEmpty || only.contains { row.name.lowercased().contains($0.lowercased()) }
  }

  static let usage = """
    usage: Benchmarks [--only NAME] [--json] [--rounds N] [--instructions]
           Benchmarks --gates [--limits] | --record [--instructions] [--only NAME] [--recorded PATH]
           Benchmarks --list | --help | --repeat NAME STEPS [--baseline] | --serve

      --only NAME          the rows whose name contains NAME; may be repeated
      --json               JSON in place of the table
      --rounds N           rounds of work and baseline in turn, at least 7 (9)
      --instructions       also user instructions per unit, through valgrind's callgrind
      --gates              counts only; exits 1 if one rose by more than 3 % over the record
      --limits             the gates also hold the counts against the fixed limits of the rows
      --record             counts only; writes the record
      --recorded PATH      where the record is (Benchmarks/recorded.json)
      --list               the names of the rows
      --repeat NAME STEPS  runs the work of one row, for a profiler; with --baseline the plain code beside it
      --serve              the loopback server of the network rows, until standard input ends

    exit codes: 0 well, 1 a gate or a measurement failed, 64 wrong options
    """

  private static func value(of option: String, _ rest: inout ArraySlice<String>) throws(Wrong) -> String {
    guard let value = rest.popFirst(), !value.hasPrefix("--") else { throw Wrong(reason: "\(option) needs a value") }
    return value
  }

  private static func number(
    of option: String, _ rest: inout ArraySlice<String>, atLeast least: Int
  ) throws(Wrong) -> Int {
    guard let number = Int(try value(of: option, &rest)), number >= least else {
      throw Wrong(reason: "\(option) needs a number of at least \(least)")
    }
    return number
  }
}
