import Foundation
import TestSupport

/// The command as it was built, run as a process of its own.
struct BuiltCommand {
  /// What a process left behind.
  struct Outcome {
    var code: Int32
    /// What came on standard output.
    var output: String
    /// What came on standard error.
    var errors: String

    var outputLines: [Substring] { output.split(separator: "\n") }
    var errorLines: [Substring] { errors.split(separator: "\n") }
  }

  /// Runs it to its end, with an environment that says nothing but what is asked.
  static func run(_ arguments: String..., environment: [String: String] = [:]) throws -> Outcome {
    try start(arguments, environment).outcome()
  }

  /// Runs it to its end, with a text on its standard input.
  static func run(
    _ arguments: [String], input: String, environment: [String: String] = [:]
  ) throws -> Outcome {
    try BuiltCommand().started(location().path, arguments, environment, input: input).outcome()
  }

  /// Runs it to its end in a shell, with redirections such as `>&-`.
  static func run(_ arguments: [String], through redirections: String) throws -> Outcome {
    let command = BuiltCommand()
    let script = "exec \"$0\" \"$@\" \(redirections)"
    return try command.started("/bin/sh", ["-c", script, location().path] + arguments, [:]).outcome()
  }

  /// Starts it; `outcome()` waits for its end.
  static func start(_ arguments: [String], _ environment: [String: String] = [:]) throws -> BuiltCommand {
    try BuiltCommand().started(location().path, arguments, environment)
  }

  let process = Process()
  private let output = Pipe()
  private let errors = Pipe()

  /// Waits for its end.
  func outcome() -> Outcome {
    withWatchdog(seconds: 120, "the command \(process.arguments ?? [])") {
      let errorText = Locked("")
      let isRead = Gate()
      Thread { [errors] in
        errorText.value = Self.text(errors)
        isRead.open()
      }.start()
      let text = Self.text(output)
      _ = isRead.wait(seconds: 120)
      process.waitUntilExit()
      return Outcome(code: process.terminationStatus, output: text, errors: errorText.value)
    }
  }

  /// The first line that it prints, read while it runs.
  func firstLine() -> String {
    withWatchdog(seconds: 120, "the first line of \(process.arguments ?? [])") {
      var bytes = Data()
      while let byte = try? output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty, byte != Data([10]) {
        bytes += byte
      }
      return String(decoding: bytes, as: UTF8.self)
    }
  }

  /// Closes the end of the pipe that its output is read from.
  func stopReading() throws {
    try output.fileHandleForReading.close()
  }

  /// Its exit code, when nobody reads its output.
  func codeUnread() -> Int32 {
    withWatchdog(seconds: 120, "the command unread") {
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  /// What it said on standard error, after its end.
  var errorsUnread: String { Self.text(errors) }

  private func started(
    _ path: String, _ arguments: [String], _ environment: [String: String], input: String? = nil
  ) throws -> BuiltCommand {
    process.executableURL = URL(fileURLWithPath: path)
    process.arguments = arguments
    process.environment = environment
    let typed = input.map { _ in Pipe() }
    process.standardInput = typed ?? FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    if let typed, let input {
      try typed.fileHandleForWriting.write(contentsOf: Data(input.utf8))
      try typed.fileHandleForWriting.close()
    }
    return self
  }

  private static func text(_ pipe: Pipe) -> String {
    String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// The binary beside the test bundle.
  static func location() throws -> URL {
    let bundles = [Bundle.main] + Bundle.allBundles
    let files = bundles.map(\.bundleURL) + CommandLine.arguments.map { URL(fileURLWithPath: $0) }
    for file in files {
      var folder = file
      for _ in 0..<5 {
        let binary = folder.appendingPathComponent("airports")
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: binary.path, isDirectory: &isFolder), !isFolder.boolValue {
          return binary
        }
        folder.deleteLastPathComponent()
      }
    }
    throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "airports"])
  }
}
