internal import AirportNet

/// The screen as lines, cut to the window: the field, what is to be said, the rows or the details, and the keys.
extension SearchScreen {
  /// What the window shows. Call `scroll()` first.
  var frame: ScreenFrame {
    let prompt = "> "
    let shown = field.shown(in: size.columns - prompt.count - 1)
    var lines = [ScreenFrame.Line(prompt + shown, .strong)] + messages
    lines += detail.map(details) ?? table
    if showsKeys {
      lines = Array(lines.prefix(size.rows - 1))
      lines += Array(repeating: .init(), count: size.rows - 1 - lines.count)
      lines.append(.init(detail == nil ? phrases.keys : phrases.keysOfDetails, .faint))
    }
    let cut = lines.prefix(size.rows).map { line in
      ScreenFrame.Line(DisplayWidth.cut(line.text, to: size.columns), line.style)
    }
    let column = prompt.count + DisplayWidth.of(shown)
    return ScreenFrame(size: size, lines: cut, cursor: .init(row: 0, column: max(0, min(column, size.columns - 1))))
  }

  /// How many rows the window has room for.
  var visibleRows: Int { max(0, size.rows - 2 - messages.count - (showsKeys ? 1 : 0)) }

  private var showsKeys: Bool { size.rows >= 8 }

  /// At least one line, at most three.
  private var messages: [ScreenFrame.Line] {
    if let notice { return wrapped(notice) }
    if let meter { return [.init(meter.text(phrases, columns: size.columns))] }
    if let error { return wrapped(phrases.failure(error, at: address, timeout: timeout), .failure) }
    switch status {
    case .idle: return wrapped(phrases.invitation, .faint)
    case .loading: return wrapped(phrases.loading)
    case .found:
      let isGuess = !rows.isEmpty && rows.allSatisfy { $0.rank == .fuzzy }
      return wrapped(
        isGuess ? phrases.spelledAlike(field.text) : phrases.place(chosen + 1, of: rows.count),
        isGuess ? .plain : .faint)
    case .noMatch(let suggestions): return wrapped(phrases.noMatch(field.text, suggestions: suggestions))
    case .failed(let error): return wrapped(phrases.failure(error, at: address, timeout: timeout), .failure)
    }
  }

  private func wrapped(_ text: String, _ style: ScreenFrame.Style = .plain) -> [ScreenFrame.Line] {
    DisplayWidth.wrap(text.onOneLine, to: size.columns).prefix(3).map { .init($0, style) }
  }

  private var table: [ScreenFrame.Line] {
    let seen = top..<min(rows.count, top + visibleRows)
    if seen.isEmpty { return [] }
    let renderer = AirportRenderer(phrases: phrases, hasDistance: rows.contains { $0.distance != nil })
    let texts = renderer.table(Array(rows[seen])).lines(width: size.columns - 2)
    let body = zip(seen, texts.dropFirst()).map { place, text in
      ScreenFrame.Line((place == chosen ? "> " : "  ") + text, place == chosen ? .chosen : .plain)
    }
    return [.init("  " + texts[0], .faint)] + body
  }

  private func details(_ detail: AirportDetail) -> [ScreenFrame.Line] {
    let facts = phrases.facts(detail)
    let width = facts.map { DisplayWidth.of($0.name) }.max() ?? 0
    let title = (detail.airport.name ?? detail.id).onOneLine
    return [.init(), .init(title, .strong)]
      + facts.map { fact in
        let space = String(repeating: " ", count: width - DisplayWidth.of(fact.name) + 2)
        return .init("  \(fact.name)\(space)\(fact.value.onOneLine)")
      }
  }
}

extension DisplayWidth {
  /// A text in lines of at most so many columns, broken between words; a word that is longer is cut.
  static func wrap(_ text: String, to columns: Int) -> [String] {
    var lines = [String]()
    for word in text.split(separator: " ") {
      if let last = lines.last, of(last) + 1 + of(String(word)) <= columns {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(cut(String(word), to: columns))
      }
    }
    return lines.isEmpty ? [""] : lines
  }
}
