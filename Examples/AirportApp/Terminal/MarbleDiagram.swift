/// A run of the interactive search as a marble diagram. Pure.
///
///     ms         0 80  200              600
///     keys       s-e---o----------------------
///     debounced  -----------------------seo---
///     requests   ?~~~~~!----------------------
///     results    -----------------------ICN---
///
/// A column is the same span of time everywhere, the shortest of 1, 2, 5, 10... milliseconds with which the lines fit;
/// where a label needs more columns all lines get them. What happens within one column stands in parentheses. While a
/// load is under way its line has `~`. A wide character takes two columns.
struct MarbleDiagram {
  private let events: [RunRecord.Event]
  private let names: [RunRecord.Lane: String]

  /// A diagram of events, the oldest first, with the names of its lines.
  init(_ events: [RunRecord.Event], names: [RunRecord.Lane: String]) {
    self.events = events
    self.names = names
  }

  /// The lines, at most so many columns wide if it can be.
  func lines(columns: Int) -> [String] {
    let spans = (0..<8).flatMap { power in [1, 2, 5].map { $0 * Self.tens(power) } }
    let last = milliseconds(events.last?.time ?? .zero)
    let fitting = spans.lazy.filter { last / $0 < columns }.map { drawn(span: $0) }
    return fitting.first { $0.allSatisfy { DisplayWidth.of($0) <= columns } } ?? drawn(span: spans[spans.count - 1])
  }

  private func drawn(span: Int) -> [String] {
    let slots = Dictionary(grouping: events) { milliseconds($0.time) / span }
    let count = (slots.keys.max() ?? 0) + 1
    // A filler stands behind every label, so that two of them never touch.
    let widths = (0..<count).map { slot in
      (RunRecord.Lane.allCases.map { DisplayWidth.of(cell(slots[slot], $0)) }.max() ?? 0) + 1
    }
    let margin = (names.values.map(DisplayWidth.of).max() ?? 0) + 2
    return [Self.padded("ms", margin) + axis(slots, widths)]
      + RunRecord.Lane.allCases.map { lane in
        Self.padded(names[lane] ?? "", margin) + line(lane, slots, widths)
      }
  }

  /// The times at which something happens, as far as there is room.
  private func axis(_ slots: [Int: [RunRecord.Event]], _ widths: [Int]) -> String {
    var (text, place) = ("", 0)
    for (slot, width) in widths.enumerated() {
      if let first = slots[slot]?.first, text.isEmpty || text.count < place {
        text = Self.padded(text, place) + "\(milliseconds(first.time))"
      }
      place += width
    }
    return text
  }

  private func line(_ lane: RunRecord.Lane, _ slots: [Int: [RunRecord.Event]], _ widths: [Int]) -> String {
    var (text, underWay) = ("", 0)
    for (slot, width) in widths.enumerated() {
      let cell = cell(slots[slot], lane)
      for event in slots[slot] ?? [] where event.lane == .requests { underWay += event.label == "?" ? 1 : -1 }
      let filler = lane == .requests && underWay > 0 ? "~" : "-"
      text += cell + String(repeating: filler, count: width - DisplayWidth.of(cell))
    }
    return text
  }

  private func cell(_ events: [RunRecord.Event]?, _ lane: RunRecord.Lane) -> String {
    let labels = (events ?? []).filter { $0.lane == lane }.map(\.label.onOneLine)
    if labels.count < 2 { return labels.first ?? "" }
    return "(" + labels.joined(separator: labels.allSatisfy { $0.count == 1 } ? "" : " ") + ")"
  }

  private func milliseconds(_ time: Duration) -> Int { Int(time / .milliseconds(1)) }

  private static func tens(_ power: Int) -> Int { (0..<power).reduce(1) { number, _ in number * 10 } }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.of(text)))
  }
}
