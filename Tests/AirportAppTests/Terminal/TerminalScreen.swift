/// What a terminal shows that was sent these bytes: just the sequences that the command uses, everything else is a fault.
///
/// Its widths are its own, so that a wrong one in the command is seen.
struct TerminalScreen: Sendable {
  private(set) var columns: Int
  private(set) var rows: Int
  private(set) var row = 0
  private(set) var column = 0
  private(set) var isCursorShown = true
  private(set) var isOther = false
  private(set) var pastesAreTold = false
  private(set) var isWrapping = true
  /// Sequences that no terminal needs to know, in words.
  private(set) var faults: [String] = []
  /// The codes of SGR that were used.
  private(set) var styles: Set<Int> = []
  private var grid: [[String]]
  private var main: [[String]] = []
  private var mainCursor = (0, 0)
  private var pending: [UInt8] = []

  init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    grid = Self.empty(columns, rows)
  }

  /// The lines without blanks at their ends, and without empty lines at the bottom.
  var text: String { lines.joined(separator: "\n") }

  var lines: [String] {
    let all = grid.map { line in String(line.joined().reversed().drop { $0 == " " }.reversed()) }
    return Array(all.reversed().drop(while: \.isEmpty).reversed())
  }

  /// Gives the window another size; what it shows is undefined then, as it is in life.
  mutating func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    grid = Self.empty(columns, rows, "?")
    main = Self.empty(columns, rows)
    (row, column) = (min(row, rows - 1), min(column, columns - 1))
  }

  mutating func receive(_ bytes: some Sequence<UInt8>) {
    pending += bytes
    while let count = nextCount() {
      let sequence = Array(pending[..<count])
      pending.removeFirst(count)
      take(sequence)
    }
  }

  /// The length of the first whole character or sequence; nil where more bytes are needed.
  private func nextCount() -> Int? {
    guard let first = pending.first else { return nil }
    switch first {
    case 0x1B:
      guard pending.count > 1 else { return nil }
      if pending[1] != UInt8(ascii: "[") { return 2 }
      return pending.dropFirst(2).firstIndex { (0x40...0x7E).contains($0) }.map { $0 + 1 }
    case 0xC2...0xDF: return pending.count >= 2 ? 2 : nil
    case 0xE0...0xEF: return pending.count >= 3 ? 3 : nil
    case 0xF0...0xF4: return pending.count >= 4 ? 4 : nil
    default: return 1
    }
  }

  private mutating func take(_ bytes: [UInt8]) {
    switch bytes[0] {
    case 0x0D: column = 0
    case 0x0A:
      row += 1
      if row == rows {
        grid = Array(grid.dropFirst()) + Self.empty(columns, 1)
        row -= 1
      }
    case 0x1B: take(sequence: String(decoding: bytes.dropFirst(), as: UTF8.self))
    case 0x00..<0x20, 0x7F: faults.append("control \(bytes[0])")
    default: print(String(decoding: bytes, as: UTF8.self))
    }
  }

  private mutating func print(_ text: String) {
    guard let scalar = text.unicodeScalars.first, text.unicodeScalars.count == 1, scalar != "\u{FFFD}" else {
      return faults.append("bytes that are no UTF-8")
    }
    let width = Self.width(scalar)
    if width == 0 {
      if column > 0 { grid[row][grid[row][column - 1].isEmpty ? column - 2 : column - 1] += text }
      return
    }
    if column + width > columns {
      if !isWrapping { return faults.append("text behind the last column: \(text)") }
      take([0x0D])
      take([0x0A])
    }
    grid[row][column] = text
    if width == 2 { grid[row][column + 1] = "" }
    column += width
  }

  private mutating func take(sequence: String) {
    let final = sequence.last ?? " "
    let parameters = String(sequence.dropFirst().dropLast())
    guard sequence.first == "[" else { return faults.append("ESC \(sequence)") }
    let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) ?? -1 }
    switch (final, parameters) {
    case ("H", _) where numbers.count == 2 && (1...rows).contains(numbers[0]) && (1...columns).contains(numbers[1]):
      (row, column) = (numbers[0] - 1, numbers[1] - 1)
    case ("J", "2"): grid = Self.empty(columns, rows)
    case ("K", ""): for place in min(column, columns - 1)..<columns { grid[row][place] = " " }
    case ("m", _) where numbers.allSatisfy { [0, 1, 2, 7, 31].contains($0) }: styles.formUnion(numbers)
    case ("h", "?25"): isCursorShown = true
    case ("l", "?25"): isCursorShown = false
    case ("h", "?7"): isWrapping = true
    case ("l", "?7"): isWrapping = false
    case ("h", "?2004"): pastesAreTold = true
    case ("l", "?2004"): pastesAreTold = false
    case ("h", "?1049") where !isOther:
      (main, mainCursor, isOther) = (grid, (row, column), true)
      grid = Self.empty(columns, rows)
    case ("l", "?1049") where isOther:
      (grid, isOther) = (main, false)
      (row, column) = (min(mainCursor.0, rows - 1), min(mainCursor.1, columns - 1))
    default: faults.append("ESC \(sequence)")
    }
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x300...0x36F, 0x1160...0x11FF: 0
    case 0x1100...0x115F, 0x3000...0x30FF, 0x4E00...0x9FFF, 0xAC00...0xD7A3: 2
    default: 1
    }
  }

  private static func empty(_ columns: Int, _ rows: Int, _ cell: String = " ") -> [[String]] {
    Array(repeating: Array(repeating: cell, count: columns), count: rows)
  }
}
