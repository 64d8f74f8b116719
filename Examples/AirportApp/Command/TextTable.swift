/// Texts in columns, by the width they have on a terminal.
struct TextTable {
  /// A column: its head, and the side on which its texts stand.
  struct Column {
    var head: String
    var isRight = false
    /// The columns of the terminal that it keeps when the table must be narrower; nil where it is never cut.
    var least: Int?
  }

  var columns: [Column]
  /// The texts, as many in each row as there are columns.
  var rows: [[String]]

  /// The table in lines, two spaces between the columns, without spaces at the ends of lines.
  ///
  /// - Parameters:
  ///   - width: the columns of the terminal, to which the widest columns are cut; nil for no cutting.
  ///   - isColoured: whether the head is dim and the first column bold.
  func lines(width: Int? = nil, isColoured: Bool = false) -> [String] {
    let widths = fitted(to: width)
    let head = line(columns.map(\.head), widths)
    let body = rows.map { line($0, widths, boldFirst: isColoured) }
    return [isColoured ? "\u{1B}[2m\(head)\u{1B}[0m" : head] + body
  }

  /// The widths of the columns: what they need, or less where they may be cut and must.
  private func fitted(to limit: Int?) -> [Int] {
    var widths = columns.indices.map { column in
      ([columns[column].head] + rows.map { $0[column] }).map(DisplayWidth.of).max() ?? 0
    }
    guard let limit else { return widths }
    var excess = widths.reduce(0, +) + 2 * (widths.count - 1) - limit
    while excess > 0 {
      let cuttable = columns.indices.filter { widths[$0] > columns[$0].least ?? .max }
      guard let widest = cuttable.max(by: { widths[$0] < widths[$1] }) else { break }
      widths[widest] -= 1
      excess -= 1
    }
    return widths
  }

  private func line(_ texts: [String], _ widths: [Int], boldFirst: Bool = false) -> String {
    let cells = texts.indices.map { column in
      let text = DisplayWidth.cut(texts[column], to: widths[column])
      let space = String(repeating: " ", count: widths[column] - DisplayWidth.of(text))
      let shown = boldFirst && column == 0 ? "\u{1B}[1m\(text)\u{1B}[0m" : text
      return columns[column].isRight ? space + shown : shown + space
    }
    let line = cells.joined(separator: "  ")
    return String(line.prefix(line.count - line.reversed().prefix { $0 == " " }.count))
  }
}
