import Testing

@testable import AirportApp

@Suite("A run is drawn as a marble diagram")
struct MarbleDiagramTests {
  private static let names: [RunRecord.Lane: String] = [
    .keys: "keys", .debounced: "debounced", .requests: "requests", .results: "results",
  ]

  private static func lines(_ events: [(Int, RunRecord.Lane, String)], columns: Int) -> String {
    let events = events.map { RunRecord.Event(time: .milliseconds($0.0), lane: $0.1, label: $0.2) }
    return MarbleDiagram(events, names: names).lines(columns: columns).joined(separator: "\n")
  }

  @Test("A column is the same time in all lines; the shortest time is taken with which they fit")
  func scale() {
    let events: [(Int, RunRecord.Lane, String)] = [
      (0, .requests, "?"), (0, .keys, "s"), (100, .keys, "e"), (250, .requests, "!"), (400, .debounced, "se"),
      (400, .results, "ICN"),
    ]
    #expect(
      Self.lines(events, columns: 40) == """
        ms         0     100     250      400
        keys       s-----e--------------------
        debounced  -----------------------se--
        requests   ?~~~~~~~~~~~~~!------------
        results    -----------------------ICN-
        """)
    #expect(
      Self.lines(events, columns: 24) == """
        ms         0 100  400
        keys       s-e--------
        debounced  -------se--
        requests   ?~~~!------
        results    -------ICN-
        """)
  }

  @Test("What falls into one column stands in parentheses, and wide characters keep the lines even")
  func together() {
    let drawing = Self.lines(
      [(0, .keys, "서"), (1, .keys, "울"), (2, .keys, "enter"), (900, .debounced, "서울"), (900, .results, "none")],
      columns: 50)
    #expect(
      drawing == """
        ms         0                              900
        keys       (서 울 enter)-----------------------
        debounced  -------------------------------서울-
        requests   ------------------------------------
        results    -------------------------------none-
        """)
    #expect(Set(drawing.split(separator: "\n").dropFirst().map { DisplayWidth.of(String($0)) }).count == 1)
  }

  @Test("Nothing happened, and more than fits, are drawn too")
  func extremes() {
    #expect(Self.lines([], columns: 40).split(separator: "\n").count == 5)
    let crowd = (0..<60).map { ($0 * 1000, RunRecord.Lane.keys, "pagedown") }
    #expect(Self.lines(crowd, columns: 40).split(separator: "\n").count == 5)
  }
}
