import Foundation
import Testing

/// An accepted snippet is one function of a fixture that tells a way to use the library; those that only make a type whole
/// are not counted. A refused one is a file, as each is compiled alone.
@Suite("What compiles, and what the compiler refuses", .leavesNoScope)
struct CompileFixtureTests {
  @Test("Accepted fixtures compile without a warning", arguments: CompilerRun.Mode.allCases)
  func accepted(mode: CompilerRun.Mode) throws {
    let files = try CompilerRun.files("Accepted")
    let run = try CompilerRun(files, mode: mode)
    #expect(run.complaints.isEmpty, "\(run.output)")
    #expect(!run.output.contains("error:"), "\(run.output)")
  }

  @Test("There are at least 40 accepted snippets, of each kind several, and 15 refused ones")
  func numbers() throws {
    var accepted: [String: Int] = [:]
    for file in try CompilerRun.files("Accepted") {
      let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      let needed = ["func on(_ event", "func subscribe<Observer", "func show("]
      accepted[file.deletingPathExtension().lastPathComponent] = lines.count { line in
        line.contains("func ") && !needed.contains { line.contains($0) }
      }
    }
    for kind in ["ActorType", "AsyncCode", "NotSendableElements", "PlainClass", "ViewModel"] {
      #expect(accepted[kind, default: 0] >= 8, "\(kind)")
    }
    #expect(accepted.values.reduce(0, +) >= 40, "\(accepted)")
    #expect(try CompilerRun.files("Refused").count >= 15)
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
