import Foundation

/// Counts user instructions: this program run again under callgrind, a row at two lengths; the difference leaves out
/// start-up and set-up. Repeats to about 1.5 %.
struct Instructions {
  /// Why a row could not be counted.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  private let valgrind: String

  /// Nil where valgrind is not in the path.
  init?() {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
    let candidates = folders.map { "\($0)/valgrind" }
    guard let found = candidates.first(where: FileManager.default.isExecutableFile) else { return nil }
    valgrind = found
  }

  /// User instructions per unit.
  func perUnit(_ row: Row) throws -> Double {
    let single = try collected(row, steps: row.countedSteps)
    let double = try collected(row, steps: 2 * row.countedSteps)
    return (double - single) / Double(row.countedSteps * row.unitsPerStep)
  }

  private func collected(_ row: Row, steps: Int) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: valgrind)
    process.arguments = [
      "--tool=callgrind", "--callgrind-out-file=/dev/null", Bundle.main.executablePath ?? CommandLine.arguments[0],
      "--repeat", row.name, String(steps),
    ]
    // Equal hash seeds make equal runs.
    process.environment = ProcessInfo.processInfo.environment.merging(["SWIFT_DETERMINISTIC_HASHING": "1"]) { $1 }
    let report = Pipe()
    process.standardError = report
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    let text = String(decoding: report.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Failure(description: "callgrind ended with \(process.terminationStatus) on \(row.name)")
    }
    // The summary line reads `==123== Collected : 456`.
    let number = text.split(separator: "\n").first { $0.contains("Collected :") }?.split(separator: " ").last
    guard let number, let count = Double(number) else {
      throw Failure(description: "callgrind said nothing of \(row.name)")
    }
    return count
  }
}
