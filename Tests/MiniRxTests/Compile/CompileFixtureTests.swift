import Foundation
import Testing

@Suite("What compiles, and what the compiler refuses")
struct CompileFixtureTests {
  @Test("Accepted fixtures compile without a warning", arguments: CompilerRun.Mode.allCases)
  func accepted(mode: CompilerRun.Mode) throws {
    let files = try CompilerRun.files("Accepted")
    #expect(files.count >= 6)
    let run = try CompilerRun(files, mode: mode)
    #expect(run.complaints.isEmpty, "\(run.output)")
    #expect(!run.output.contains("error:"), "\(run.output)")
  }

  @Test(
    "Each refused fixture is refused at its marked line, in Swift 6 on either default isolation",
    arguments: try CompilerRun.files("Refused").map(\.lastPathComponent), [CompilerRun.Mode.swift6, .swift6OnMain])
  func refused(name: String, mode: CompilerRun.Mode) throws {
    let file = CompilerRun.fixtures.appending(path: "Refused").appending(path: name)
    let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
    let marked = Set(lines.indices.filter { lines[$0].hasSuffix("// refused") }.map { $0 + 1 })
    #expect(!marked.isEmpty)
    let run = try CompilerRun([file], mode: mode)
    // A dropped subscription is a warning; everything else an error.
    let refusals = run.complaints.filter { $0.isError || name.hasPrefix("Dropped") }
    #expect(Set(refusals.map(\.line)) == marked, "\(run.output)")
  }
}
