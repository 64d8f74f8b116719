/// How many characters a terminal's window has in a row and how many rows.
struct ScreenSize: Hashable, Sendable {
  /// The size of a window that does not tell.
  static let usual = ScreenSize(columns: 80, rows: 24)

  var columns: Int
  var rows: Int
}

/// All that a window shows at one moment: its lines from the top, and where the cursor stands.
struct ScreenFrame: Hashable, Sendable {
  /// How a line is set off from others.
  enum Style: Hashable, Sendable {
    case plain, strong, faint, chosen, failure
  }

  /// A line, at most as wide as the window.
  struct Line: Hashable, Sendable {
    var text: String
    var style = Style.plain

    init(_ text: String = "", _ style: Style = .plain) { (self.text, self.style) = (text, style) }
  }

  var size: ScreenSize
  /// At most as many as the window has rows; what lies below them is empty.
  var lines: [Line]
  /// The cursor's row and column, counted from 0.
  var cursor: Cursor

  /// A place in the window.
  struct Cursor: Hashable, Sendable {
    var row: Int
    var column: Int
  }

  /// The lines as text, without blanks at their ends and without empty lines at the bottom.
  var text: String {
    let trimmed = lines.map { line in
      String(line.text.prefix(line.text.count - line.text.reversed().prefix { $0 == " " }.count))
    }
    return trimmed.prefix(trimmed.count - trimmed.reversed().prefix(while: \.isEmpty).count).joined(separator: "\n")
  }
}
