import Foundation

/// A folder of a test's own, which goes with it.
final class Folder: Sendable {
  private let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory.appendingPathComponent("folder-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: root) }

  /// A place in the folder.
  func url(_ name: String) -> URL { name.isEmpty ? root : root.appendingPathComponent(name) }

  /// Writes a file and gives its place.
  func file(_ name: String, _ text: String) throws -> URL { try file(name, Data(text.utf8)) }

  /// Writes a file and gives its place.
  func file(_ name: String, _ data: Data) throws -> URL {
    try data.write(to: url(name))
    return url(name)
  }

  /// The names of all that is in it, hidden files too, sorted.
  var names: [String] { ((try? FileManager.default.subpathsOfDirectory(atPath: root.path)) ?? []).sorted() }
}

extension Folder {
  /// Blocks until these are the names, as files that are given up are removed a little later; false if they do not get so.
  func comesTo(_ names: [String]) -> Bool {
    for _ in 0..<10_000 {
      if self.names == names { return true }
      usleep(1_000)
    }
    return false
  }
}
