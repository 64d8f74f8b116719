import Foundation
import TestSupport
import Testing

/// One run of the compiler over fixture files, against the modules that the tests were built with.
struct CompilerRun {
  /// A language mode that users of the library compile in.
  enum Mode: String, CaseIterable, CustomTestStringConvertible {
    case swift6, swift6OnMain, swift5

    var testDescription: String { rawValue }

    var flags: [String] {
      switch self {
      case .swift6: ["-swift-version", "6"]
      case .swift6OnMain: ["-swift-version", "6", "-default-isolation", "MainActor"]
      case .swift5: ["-swift-version", "5"]
      }
    }
  }

  /// A line that the compiler complains of.
  struct Complaint: Hashable, CustomStringConvertible {
    let line: Int
    let isError: Bool
    let text: String

    var description: String { "\(line): \(isError ? "error" : "warning"): \(text)" }
  }

  let complaints: [Complaint]
  let output: String

  init(_ files: [URL], mode: Mode) throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments =
      ["swiftc", "-emit-sil", "-wmo", "-o", "/dev/null", "-module-name", "Fixture", "-parse-as-library"] + mode.flags
      + ["-I", BuiltModules.folder.path] + files.map(\.path)
    let pipe = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = pipe
    try process.run()
    output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    complaints = output.split(separator: "\n").compactMap(Self.complaint)
  }

  /// `path:line:column: error: text`
  private static func complaint(_ line: Substring) -> Complaint? {
    guard let match = line.wholeMatch(of: /\/.*\.swift:(\d+):\d+: (error|warning): (.*)/), let number = Int(match.1)
    else { return nil }
    return Complaint(line: number, isError: match.2 == "error", text: String(match.3))
  }

  static let fixtures = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Fixtures/Compile").standardized

  static func files(_ folder: String) throws -> [URL] {
    try FileManager.default.contentsOfDirectory(at: fixtures.appending(path: folder), includingPropertiesForKeys: nil)
      .filter { $0.pathExtension == "swift" }
      .sorted { $0.path < $1.path }
  }
}
