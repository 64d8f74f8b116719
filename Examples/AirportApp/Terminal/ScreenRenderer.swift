/// Says to a terminal what leads from one frame to the next. Pure.
///
/// The sequences are those of ECMA-48: CUP, ED, EL and SGR, and of DEC: 25 (cursor), 7 (wrapping), 1049 (the other screen)
/// and 2004 (bracketed paste). The search takes the other screen: it paints the whole window anew with each key and each
/// resize, which would leave half-wiped lines among those the shell has written before; so these stay as they were.
struct ScreenRenderer: Sendable {
  /// Whether lines may be set off by bold, dim, inverse and red.
  var isColoured: Bool

  /// Takes the window: the other screen, no wrapping, pastes told apart.
  static let enter = "\u{1B}[?1049h\u{1B}[?2004h\u{1B}[?7l"
  /// Gives the window back as it was.
  static let leave = "\u{1B}[0m\u{1B}[?7h\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l"

  /// What changes the old frame into the new one; all of it where there is no old one, or one of another size.
  func text(from old: ScreenFrame?, to new: ScreenFrame) -> String {
    if old == new { return "" }
    let base = old?.size == new.size ? old : nil
    var text = base == nil ? "\u{1B}[2J" : ""
    for row in 0..<max(base?.lines.count ?? 0, new.lines.count) {
      let line = new.line(row)
      if base.map({ $0.line(row) == line }) ?? line.text.isEmpty { continue }
      // Wiped first: behind a full line the cursor still stands on its last character.
      text += place(row, 0) + (base == nil ? "" : "\u{1B}[K") + styled(line)
    }
    // A cursor that runs about is not looked at.
    let moves = place(new.cursor.row, new.cursor.column)
    return text.isEmpty ? moves : "\u{1B}[?25l" + text + moves + "\u{1B}[?25h"
  }

  private func place(_ row: Int, _ column: Int) -> String { "\u{1B}[\(row + 1);\(column + 1)H" }

  private func styled(_ line: ScreenFrame.Line) -> String {
    let code: Int? =
      switch line.style {
      case .plain: nil
      case .strong: 1
      case .faint: 2
      case .chosen: 7
      case .failure: 31
      }
    guard isColoured, let code, !line.text.isEmpty else { return line.text }
    return "\u{1B}[\(code)m\(line.text)\u{1B}[0m"
  }
}

extension ScreenFrame {
  fileprivate func line(_ row: Int) -> Line { row < lines.count ? lines[row] : Line() }
}
