import Foundation
import TestSupport
import Testing

/// The lists in `API` are what `Scripts/api` reads from the modules that these tests were built with.
@Suite("The public surface", .enabled(if: PublicSurface.canBeRead, "the lists are those of Linux, made by Python 3"))
struct PublicSurfaceTests {
  @Test("Every public symbol is listed, and nothing else", arguments: ["MiniRx", "MiniRxTesting", "AirportNet"])
  func isListed(library: String) throws {
    let run = try PublicSurface.run("--check", library)
    #expect(run.code == 0, "\(run.output)")
  }

  @Test("A library that there is none of is refused, not found to be as listed")
  func strangers() throws {
    #expect(try PublicSurface.run("--check", "Nothing").code == 2)
  }
}

/// `Scripts/api` as a process.
private enum PublicSurface {
  static var canBeRead: Bool {
    #if os(Linux)
      let folders = ProcessInfo.processInfo.environment["PATH"]?.split(separator: ":") ?? []
      return folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/python3") }
    #else
      return false
    #endif
  }

  static func run(_ arguments: String...) throws -> (code: Int32, output: String) {
    let root = URL(filePath: #filePath).resolvingSymlinksInPath().deletingLastPathComponent()
      .appending(path: "../../..").standardized
    let process = Process()
    process.executableURL = root.appending(path: "Scripts/api")
    process.arguments = ["--modules", BuiltModules.folder.path] + arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, output)
  }
}
