internal import AirportNet

/// A line that shows how far a load is: a bar when the length is known, else a spinner. Pure.
struct ProgressMeter: Hashable, Sendable {
  /// How far it is; nil before the first byte.
  var progress: TransferProgress?
  /// How often the spinner has turned.
  var turn = 0

  /// The line, at most so many columns wide.
  func text(_ phrases: Phrases, columns: Int) -> String {
    guard let progress, let fraction = progress.fractionCompleted else {
      let bytes = progress.map { " \(Self.size($0.completedUnitCount))" } ?? ""
      return DisplayWidth.cut("\(Self.spinner[turn % Self.spinner.count]) \(phrases.loading)\(bytes)", to: columns)
    }
    let percent = Int(fraction * 100)
    let size = Self.size(progress.totalUnitCount ?? 0)
    let tail = String(repeating: " ", count: percent < 10 ? 2 : percent < 100 ? 1 : 0) + "\(percent)% / \(size)"
    let length = min(40, columns - tail.count - 3)
    guard length >= 4 else { return DisplayWidth.cut(tail, to: columns) }
    let full = Int(fraction * Double(length))
    return "[\(String(repeating: "#", count: full))\(String(repeating: "-", count: length - full))] \(tail)"
  }

  private static let spinner = ["|", "/", "-", "\\"]

  /// A number of bytes for people, in thousands.
  private static func size(_ bytes: Int64) -> String {
    if bytes < 1000 { return "\(bytes) B" }
    if bytes < 1_000_000 { return "\(bytes / 1000) kB" }
    return "\(bytes / 1_000_000).\(bytes % 1_000_000 / 100_000) MB"
  }
}
