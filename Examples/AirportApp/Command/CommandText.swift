internal import Foundation

extension String {
  /// The text on one line and without what a terminal would take for a command: control characters become spaces.
  var onOneLine: String {
    let isHarmful = { (scalar: Unicode.Scalar) in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
      }
    }
    guard unicodeScalars.contains(where: isHarmful) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { isHarmful($0) ? " " : $0 }))
  }
}
