internal import AirportNet

/// What a person sees and does in the interactive search. Pure: keys and answers change it, and what is to be done
/// beyond it comes back as actions.
struct SearchScreen {
  /// What a key asks for.
  enum Action: Hashable, Sendable {
    /// Search for what the field holds now.
    case search(String)
    /// Show the airport with this code; nil closes it.
    case pick(String?)
    case refresh, cancel, redraw, suspend
    /// End with this code.
    case quit(Int32)
  }

  let phrases: Phrases
  var size: ScreenSize
  /// Where the airports come from, for the message of a failure.
  var address = ""
  /// How long a load may take, for the message of a failure.
  var timeout = Duration.seconds(15)
  var status = AirportSearchStatus.idle
  /// Why the last load failed.
  var error: NetworkError?
  /// How far the load under way is; nil while there is none.
  var meter: ProgressMeter?
  /// The airport that is shown in place of the rows.
  var detail: AirportDetail?
  /// Said above all else, up to the next key.
  var notice: String?
  private(set) var field = TextField()
  private(set) var rows: [AirportRow] = []
  /// The place of the chosen row.
  private(set) var chosen = 0
  /// The place of the first row that is seen.
  private(set) var top = 0
  /// Whether the chosen row was chosen by hand, and not for being the first.
  private var isChosenByHand = false
  /// Whether the last key was Ctrl-C.
  private var isInterrupted = false

  /// A screen on which nothing was typed.
  init(phrases: Phrases, size: ScreenSize) { (self.phrases, self.size) = (phrases, size) }

  /// Takes found airports; one that was chosen by hand stays chosen if it is still there.
  mutating func show(_ new: [AirportRow]) {
    let kept = isChosenByHand && rows.indices.contains(chosen) ? rows[chosen].id : nil
    rows = new
    chosen = kept.flatMap { code in new.firstIndex { $0.id == code } } ?? 0
  }

  /// Takes a key; returns what it asks for, in order.
  mutating func press(_ key: Key) -> [Action] {
    let wasInterrupted = isInterrupted
    isInterrupted = key == .interrupt
    notice = nil
    switch key {
    case .interrupt:
      if wasInterrupted { return [.quit(130)] }
      notice = meter == nil ? phrases.interruptAgain : phrases.cancelled
      return meter == nil ? [] : [.cancel]
    case .endOfInput: return field.text.isEmpty ? [.quit(0)] : []
    case .suspend: return [.suspend]
    case .redraw: return [.redraw]
    case .refresh: return [.refresh]
    case .escape where detail != nil: return closed()
    case .escape, .deleteAll: return edit { $0.clear() }
    case .backspace: return edit { $0.deleteLast() }
    case .deleteWord: return edit { $0.deleteWord() }
    case .text(let text), .paste(let text): return edit { $0.insert(text) }
    case .enter: return detail == nil && rows.indices.contains(chosen) ? [.pick(rows[chosen].id)] : []
    case .up: return choose(chosen - 1)
    case .down: return choose(chosen + 1)
    case .pageUp: return choose(chosen - max(1, visibleRows - 1))
    case .pageDown: return choose(chosen + max(1, visibleRows - 1))
    case .home: return choose(0)
    case .end: return choose(rows.count - 1)
    }
  }

  /// Scrolls no farther than the chosen row needs.
  mutating func scroll() {
    let count = max(1, visibleRows)
    top = max(0, min(max(min(top, chosen), chosen - count + 1), rows.count - count))
  }

  /// An edit closes the details, and the next rows are chosen from anew.
  private mutating func edit(_ change: (inout TextField) -> Void) -> [Action] {
    let old = field
    change(&field)
    if field == old { return [] }
    isChosenByHand = false
    return closed() + [.search(field.text)]
  }

  private mutating func closed() -> [Action] {
    if detail == nil { return [] }
    detail = nil
    return [.pick(nil)]
  }

  private mutating func choose(_ place: Int) -> [Action] {
    guard !rows.isEmpty else { return [] }
    chosen = max(0, min(place, rows.count - 1))
    isChosenByHand = true
    return detail == nil ? [] : [.pick(rows[chosen].id)]
  }
}
