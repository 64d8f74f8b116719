import Foundation
import Testing

@Suite("The README and the documentation")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized

  /// What is compiled of the samples: those of the tests of streams stand with what they need.
  private static let compiled = ["Tests/AirportNetTests/Readme", "Tests/MiniRxTests/Documentation"]

  private static let pages =
    ["README.md"]
    + ["MiniRx", "MiniRxTesting", "AirportNet"].flatMap { files("Sources/\($0)/\($0).docc", "md") }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  private static func files(_ folder: String, _ type: String) -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: folder).path)
    return (names ?? []).filter { $0.hasSuffix(".\(type)") }.sorted().map { "\(folder)/\($0)" }
  }

  private static func blocks(_ page: String) throws -> [String] {
    try text(page).components(separatedBy: "```swift\n").dropFirst().map { $0.components(separatedBy: "\n```")[0] }
  }

  /// Without the blanks that lines begin with: a sample may stand inside of something.
  private static func flush(_ code: String) -> String {
    code.split(separator: "\n", omittingEmptySubsequences: false).map { $0.drop { $0 == " " } }.joined(separator: "\n")
  }

  @Test("Every Swift sample stands letter for letter in a file that a test target compiles", arguments: pages)
  func samplesCompile(page: String) throws {
    let sources = try Self.compiled.flatMap { Self.files($0, "swift") }.map { try Self.flush(Self.text($0)) }
    for block in try Self.blocks(page) {
      #expect(sources.contains { $0.contains(Self.flush(block)) }, "\(block)")
    }
  }

  @Test("There are samples in the README and in every article")
  func samplesAreThere() throws {
    #expect(try Self.blocks("README.md").count >= 2)
    let articles = Self.pages.filter { page in
      let name = page.split(separator: "/").last.map(String.init) ?? ""
      return page.contains(".docc/") && !["MiniRxTesting.md", "AirportNet.md", "ObservableType.md"].contains(name)
    }
    #expect(articles.count >= 7)
    for article in articles { #expect(try !Self.blocks(article).isEmpty, "\(article)") }
  }

  @Test(
    "Every link into the repository leads to a file", arguments: ["README", "CONTRIBUTING", "CHANGELOG", "SECURITY"])
  func linksLead(page: String) throws {
    for link in try Self.text("\(page).md").matches(of: /\]\(([^)#:]+)\)/).map(\.1) {
      #expect(FileManager.default.fileExists(atPath: Self.root.appending(path: String(link)).path), "\(link)")
    }
  }

  @Test("The first sample has at most 25 lines")
  func firstSampleIsShort() throws {
    let first = try #require(Self.blocks("README.md").first)
    #expect(first.components(separatedBy: "\n").count <= 25)
  }
}
