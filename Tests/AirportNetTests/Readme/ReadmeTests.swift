import Foundation
import Testing

@Suite("The README")
struct ReadmeTests {
  private static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../..").standardized

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  @Test("Every Swift sample stands letter for letter in a file that this target compiles")
  func samplesCompile() throws {
    let compiled = try Self.text("Tests/AirportNetTests/Readme/ReadmeSample.swift")
    let blocks = try Self.text("README.md").components(separatedBy: "```swift\n").dropFirst()
      .map { $0.components(separatedBy: "\n```")[0] }
    #expect(blocks.count >= 2)
    for block in blocks { #expect(compiled.contains(block), "\(block)") }
  }

  @Test("The first sample has at most 25 lines")
  func firstSampleIsShort() throws {
    let blocks = try Self.text("README.md").components(separatedBy: "```swift\n").dropFirst()
    let first = try #require(blocks.first).components(separatedBy: "\n```")[0]
    #expect(first.components(separatedBy: "\n").count <= 25)
  }
}
