import Foundation

/// Counts user instructions: this program run again under callgrind, a row at two lengths; the difference leaves out
/// start-up and set-up. Repeats to 1.5 %.
///
/// Valgrind does not read the debug information of today's compilers, so it is given a copy without it.
final class Instructions {
  /// Why a row could not be counted.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let valgrind: String
  private let program: String
  private let isCopy: Bool

  /// Nil where valgrind is not in the path.
  init?() {
    guard let valgrind = Self.tool("valgrind") else { return nil }
    self.valgrind = valgrind
    let me = Bundle.main.executablePath ?? CommandLine.arguments[0]
    let copy = FileManager.default.temporaryDirectory.appending(path: "Benchmarks-\(UUID())").path
    isCopy = (try? Self.tool("strip").map { try Self.run($0, ["-g", "-o", copy, me]).status == 0 }) ?? false
    program = isCopy ? copy : me
  }

  deinit {
    if isCopy { try? FileManager.default.removeItem(atPath: program) }
  }

  /// Two starts of the program differ by up to 80,000 instructions, which a difference of this size makes 1 % of.
  private static let enough = 8_000_000.0

  /// User instructions per unit.
  func perUnit(_ row: Row) throws -> Double {
    let single = try collected(row, steps: row.countedSteps)
    let difference = try collected(row, steps: 2 * row.countedSteps) - single
    if difference >= Self.enough { return difference / Double(row.countedSteps * row.unitsPerStep) }
    // At least an instruction a unit, so that a row that does nothing ends.
    let times = Int((Self.enough / max(difference, Double(row.countedSteps * row.unitsPerStep))).rounded(.up))
    let long = try collected(row, steps: (1 + times) * row.countedSteps)
    return (long - single) / Double(times * row.countedSteps * row.unitsPerStep)
  }

  private func collected(_ row: Row, steps: Int) throws -> Double {
    let (status, text) = try Self.run(
      valgrind,
      ["--tool=callgrind", "--callgrind-out-file=/dev/null", program, "--repeat", row.name, String(steps)],
      row.group == "network" ? [ServerProcess.variable: ServerProcess.baseURL.absoluteString] : [:])
    guard status == 0 else {
      throw Failure(description: "callgrind ended with \(status) on \(row.name):\n\(text)")
    }
    // The summary line reads `==123== Collected : 456`.
    let number = text.split(separator: "\n").first { $0.contains("Collected :") }?.split(separator: " ").last
    guard let number, let count = Double(number) else {
      throw Failure(description: "callgrind said nothing of \(row.name)")
    }
    return count
  }

  private static func tool(_ name: String) -> String? {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    return folders.map { "\($0)/\(name)" }.first(where: FileManager.default.isExecutableFile)
  }

  /// Runs a program to its end; gives what it said on standard error.
  private static func run(
    _ path: String, _ arguments: [String], _ variables: [String: String] = [:]
  ) throws -> (status: Int32, text: String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    // Equal hash seeds make equal runs.
    process.environment = ProcessInfo.processInfo.environment
      .merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }.merging(variables) { $1 }
    let report = Pipe()
    process.standardError = report
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: report.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }
}
