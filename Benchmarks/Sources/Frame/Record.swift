import Foundation

/// The counts of an earlier run, by the names of the rows: what the gates compare with.
struct Record: Codable, Equatable {
  var allocations: [String: Double] = [:]
  var instructions: [String: Double] = [:]

  init() {}

  init(path: String) throws {
    self = try JSONDecoder().decode(Record.self, from: Data(contentsOf: URL(fileURLWithPath: path)))
  }

  func write(path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try (encoder.encode(self) + Data("\n".utf8)).write(to: URL(fileURLWithPath: path))
  }
}
