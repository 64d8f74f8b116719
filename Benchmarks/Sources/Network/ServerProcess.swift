import AirportApp
import Foundation

/// The loopback server in a process of its own, so that its work counts on neither side.
///
/// It is this program, run with `--serve`; it ends when its standard input does, which is when this process ends.
final class ServerProcess: Sendable {
  /// Where the one server is; started on first use.
  static let baseURL = started()

  /// The address of a document on it.
  static func url(_ path: String) -> URL { baseURL.appending(path: path) }

  /// The other side: serves until standard input ends.
  static func serve() throws {
    let server = LoopbackServer()
    try server.start()
    FileHandle.standardOutput.write(Data("\(server.baseURL)\n".utf8))
    while readLine() != nil {}
    server.stop()
  }

  // Kept for as long as this process runs: closing it ends the server.
  private static let lifeline = Pipe()

  /// Names a server that runs already: valgrind cannot start one.
  static let variable = "BENCHMARKS_SERVER"

  private static func started() -> URL {
    if let known = ProcessInfo.processInfo.environment[variable].flatMap(URL.init(string:)) { return known }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Bundle.main.executablePath ?? CommandLine.arguments[0])
    process.arguments = ["--serve"]
    process.standardInput = lifeline
    let answer = Pipe()
    process.standardOutput = answer
    do {
      try process.run()
    } catch {
      abandon("the server does not start: \(error)")
    }
    let line = String(decoding: answer.fileHandleForReading.availableData, as: UTF8.self)
    guard let url = URL(string: line.trimmingCharacters(in: .whitespacesAndNewlines)), url.host() != nil else {
      abandon("the server does not say where it is")
    }
    return url
  }
}

/// Gives up: a measurement without its server or its answer means nothing.
func abandon(_ reason: String) -> Never {
  note("Benchmarks: \(reason)")
  exit(1)
}
