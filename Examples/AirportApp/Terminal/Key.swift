/// A key of the interactive search, whatever bytes a terminal sends for it.
enum Key: Hashable, Sendable {
  /// What a key or an input method writes: one Unicode scalar.
  case text(String)
  /// A text that came in one piece.
  case paste(String)
  case enter, escape, backspace
  case up, down, pageUp, pageDown, home, end
  /// Ctrl-W or Alt-Backspace.
  case deleteWord
  /// Ctrl-U.
  case deleteAll
  /// Ctrl-C.
  case interrupt
  /// Ctrl-D.
  case endOfInput
  /// Ctrl-Z.
  case suspend
  /// Ctrl-L.
  case redraw
  /// Ctrl-R.
  case refresh
}

extension Key {
  /// The keys that have a name, as scripts and diagrams write them.
  static let names: [(name: String, key: Key)] = [
    ("enter", .enter), ("esc", .escape), ("backspace", .backspace), ("up", .up), ("down", .down),
    ("pageup", .pageUp), ("pagedown", .pageDown), ("home", .home), ("end", .end), ("ctrl-w", .deleteWord),
    ("ctrl-u", .deleteAll), ("ctrl-c", .interrupt), ("ctrl-d", .endOfInput), ("ctrl-l", .redraw), ("ctrl-r", .refresh),
  ]

  /// The key as a diagram shows it: a letter as it is, a blank as `␣`, any other key by its name.
  var label: String {
    switch self {
    case .text(" "): "␣"
    case .text(let text): text
    case .paste(let text): "\"\(text)\""
    default: Self.names.first { $0.key == self }?.name ?? "?"
    }
  }
}
