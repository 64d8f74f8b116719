public import Foundation

/// The compiled modules that the running tests were built with.
public enum BuiltModules {
  /// The folder of them, beside the test bundle.
  public static let folder: URL = {
    var folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    while folder.path != "/" {
      let candidate = folder.appending(path: "Modules")
      if FileManager.default.fileExists(atPath: candidate.appending(path: "MiniRx.swiftmodule").path) {
        return candidate
      }
      folder.deleteLastPathComponent()
    }
    return folder
  }()
}
