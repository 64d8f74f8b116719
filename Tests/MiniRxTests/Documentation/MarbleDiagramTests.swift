import Foundation
import Testing

@Suite("Marble diagrams", .leavesNoScope)
struct MarbleDiagramTests {
  /// A public declaration, as the sources write it.
  struct Declaration: Sendable, CustomTestStringConvertible {
    var file: String
    var line: Int
    var name: String
    var result: String
    var documentation: [String]

    var testDescription: String { "\(file):\(line) \(name)" }

    /// Whether it makes a stream of something: of others, of nothing, or of the one it belongs to.
    var isOperator: Bool {
      // The same stream by another type: nothing to draw.
      if name == "asObservable" { return false }
      return result.contains(/\b(Observable|ConnectableObservable|Single|Completable|Driver|\w+Operator)\b/)
    }

    /// Whether a line of its documentation is a name, blanks, and marbles.
    var hasMarbles: Bool { documentation.contains { $0.contains(/^\/\/\/ {5,}\S.* {2,}\S*[-|#]/) } }
  }

  private static let sources = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../Sources/MiniRx").standardized

  private static let operators = declarations().filter(\.isOperator)

  private static func declarations() -> [Declaration] {
    let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
    let paths = (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
    return paths.sorted { $0.path < $1.path }.flatMap { path in
      declarations(in: (try? String(contentsOf: path, encoding: .utf8)) ?? "", of: path.lastPathComponent)
    }
  }

  static func declarations(in text: String, of file: String) -> [Declaration] {
    let lines = text.components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
    var found: [Declaration] = []
    var documentation: [String] = []
    for (number, line) in lines.enumerated() {
      if line.hasPrefix("///") {
        documentation.append(line)
        continue
      }
      // Attributes on a line of their own stand between the documentation and what it documents.
      if line.wholeMatch(of: /(@\w+(\([^)]*\))? ?)+/) != nil { continue }
      if let match = line.firstMatch(of: /^(@\w+(\([^)]*\))? )*public (static )?(func|var) `?(\w+)/) {
        let head = lines[number...].prefix { !$0.isEmpty }.joined(separator: " ").prefix { $0 != "{" }
        let mark = match.output.4 == "func" ? "->" : ":"
        // A closure among the parameters has an arrow too: the last one is the function's own.
        let result = head.components(separatedBy: ") \(mark) ").last ?? ""
        let type = match.output.4 == "func" ? result : String(head.split(separator: ":").last ?? "")
        found.append(
          Declaration(
            file: file, line: number + 1, name: String(match.output.5),
            result: type.components(separatedBy: " where ")[0], documentation: documentation))
      }
      documentation = []
    }
    return found
  }

  @Test("Every operator's documentation carries its marble diagram", arguments: operators)
  func carriesMarbles(declaration: Declaration) {
    #expect(declaration.hasMarbles)
  }

  @Test("The operators are found")
  func found() {
    #expect(Self.operators.count > 150)
    let names = Set(Self.operators.map(\.name))
    #expect(names.isSuperset(of: ["map", "catch", "zip", "merge", "share", "refCount", "andThen", "asDriver", "of"]))
  }

  @Test("An operator without marbles is told from one with marbles")
  func tellsThemApart() {
    let text = """
      /// Doubles.
      ///
      ///     source   -1-|
      ///     double   -2-|
      @inlinable public func double() -> Observable<Int> {
      }

      /// Doubles, and says `a - b`.
      public func twice(_ by: (Int) -> Single<Int>) -> Observable<Int> {}

      /// No stream.
      public func count(_ by: (Int) -> Single<Int>) -> Int {}
      """
    let found = Self.declarations(in: text, of: "Double.swift")
    #expect(found.map(\.name) == ["double", "twice", "count"])
    #expect(found.map(\.isOperator) == [true, true, false])
    #expect(found.map(\.hasMarbles) == [true, false, false])
  }
}
