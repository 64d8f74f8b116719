import AirportNet
import Testing

@testable import AirportApp

@Suite("A screen is what keys and answers make of it")
struct SearchScreenTests {
  private static func screen(_ text: String = "", rows: Int = 0, size: ScreenSize = .usual) -> SearchScreen {
    var screen = SearchScreen(phrases: Phrases(language: .english), size: size)
    if !text.isEmpty { _ = screen.press(.paste(text)) }
    screen.show(Self.rows(rows))
    screen.status = rows == 0 ? .idle : .found(rows)
    return screen
  }

  private static func rows(_ count: Int) -> [AirportRow] {
    (0..<count).map { AirportRow(sampleAirport("A\(10 + $0)", "Airport \($0)", city: "City"), rank: .contains) }
  }

  @Test(
    "A key asks for what it is for",
    arguments: [
      (.text("x"), [.search("seoulx")]), (.paste(" a"), [.search("seoul a")]), (.backspace, [.search("seou")]),
      (.deleteWord, [.search("")]), (.deleteAll, [.search("")]), (.escape, [.search("")]), (.enter, [.pick("A10")]),
      (.up, []), (.down, []), (.endOfInput, []), (.suspend, [.suspend]), (.redraw, [.redraw]), (.refresh, [.refresh]),
      (.interrupt, []),
    ] as [(Key, [SearchScreen.Action])])
  func action(key: Key, actions: [SearchScreen.Action]) {
    var screen = Self.screen("seoul", rows: 3)
    #expect(screen.press(key) == actions)
  }

  @Test(
    "With an empty field there is nothing to delete, and nothing to search for",
    arguments: [
      (.backspace, []), (.deleteWord, []), (.deleteAll, []), (.escape, []), (.enter, []), (.down, []),
      (.endOfInput, [.quit(0)]), (.text("x"), [.search("x")]), (.text("\u{1B}"), [.search(" ")]),
    ] as [(Key, [SearchScreen.Action])])
  func empty(key: Key, actions: [SearchScreen.Action]) {
    var screen = Self.screen()
    #expect(screen.press(key) == actions)
  }

  @Test("Ctrl-C cancels the load under way, and ends at the second time; a key between makes it the first again")
  func interrupt() {
    var screen = Self.screen("seoul")
    screen.meter = ProgressMeter()
    #expect(screen.press(.interrupt) == [.cancel])
    screen.meter = nil
    #expect(screen.notice == "Cancelled. Type on to load again; Ctrl-C again quits.")
    _ = screen.press(.down)
    #expect(screen.notice == nil)
    #expect(screen.press(.interrupt) == [])
    #expect(screen.notice == "Press Ctrl-C again to quit.")
    #expect(screen.press(.interrupt) == [.quit(130)])
  }

  @Test(
    "Keys move the choice, and stop at both ends",
    arguments: [
      ([.down], 1), ([.down, .down, .up], 1), ([.up], 0), ([.end], 29), ([.end, .down], 29), ([.pageDown], 19),
      ([.pageDown, .pageDown], 29), ([.pageDown, .pageUp, .pageUp], 0), ([.end, .home], 0),
    ] as [([Key], Int)])
  func choice(keys: [Key], chosen: Int) {
    var screen = Self.screen("a", rows: 30)
    for key in keys { #expect(screen.press(key) == []) }
    #expect(screen.chosen == chosen)
  }

  @Test("A row that was chosen by hand stays chosen when the rows come in another order, until the text changes")
  func kept() {
    var screen = Self.screen("a", rows: 5)
    screen.show(Self.rows(5).reversed())
    #expect(screen.chosen == 0)
    _ = screen.press(.down)
    screen.show(Self.rows(5))
    #expect(screen.rows[screen.chosen].id == "A13")
    screen.show(Self.rows(3))
    #expect(screen.chosen == 0)
    _ = screen.press(.down)
    _ = screen.press(.text("b"))
    screen.show(Self.rows(5).reversed())
    #expect(screen.chosen == 0)
  }

  @Test("Details close by Escape, by an edit, and go with the choice")
  func details() {
    var screen = Self.screen("a", rows: 3)
    screen.detail = AirportDetail(screen.rows[0].airport)
    #expect(screen.press(.enter) == [])
    #expect(screen.press(.down) == [.pick("A11")])
    #expect(screen.press(.escape) == [.pick(nil)])
    #expect(screen.detail == nil)
    #expect(screen.press(.escape) == [.search("")])
    screen.detail = AirportDetail(screen.rows[0].airport)
    #expect(screen.press(.text("b")) == [.pick(nil), .search("b")])
  }

  @Test("The window scrolls no farther than the choice needs")
  func scroll() {
    var screen = Self.screen("a", rows: 30, size: ScreenSize(columns: 40, rows: 9))
    #expect(screen.visibleRows == 5)
    func top(_ keys: Key...) -> Int {
      for key in keys { _ = screen.press(key) }
      screen.scroll()
      return screen.top
    }
    #expect(top() == 0)
    #expect(top(.down, .down, .down, .down) == 0)
    #expect(top(.down) == 1)
    #expect(top(.up, .up, .up, .up) == 1)
    #expect(top(.up) == 0)
    #expect(top(.end) == 25)
    screen.size.rows = 24
    #expect(top() == 10)
    screen.show(Self.rows(3))
    #expect(top() == 0)
  }

  @Test("The window shows field, message, rows and keys")
  func frame() {
    var screen = Self.screen("city", rows: 9, size: ScreenSize(columns: 36, rows: 8))
    _ = screen.press(.down)
    screen.scroll()
    #expect(
      screen.frame.text == """
        > city
        Airport 2 of 9
          CODE  AIRPORT    CITY
          A10   Airport 0  City
        > A11   Airport 1  City
          A12   Airport 2  City
          A13   Airport 3  City
        Up/Down choose  Enter details  Esc …
        """)
    #expect(screen.frame.cursor == .init(row: 0, column: 6))
    #expect(screen.frame.lines.map(\.style) == [.strong, .faint, .faint, .plain, .chosen, .plain, .plain, .faint])
  }

  @Test("The message says how things stand, in lines of the window", arguments: messageCases)
  fileprivate func message(_ message: MessageCase) {
    var screen = Self.screen("seoul", size: ScreenSize(columns: 40, rows: 7))
    screen.address = "http://host/airports.json"
    message.change(&screen)
    #expect(screen.frame.text.split(separator: "\n").dropFirst().joined(separator: "\n") == message.text)
  }

  @Test("Any size has a frame that fits, with the cursor inside")
  func sizes() {
    for columns in 1...30 {
      for rows in 1...12 {
        for text in ["", "서울 공항 서울 공항 서울 공항"] {
          for isDetailed in [false, true] {
            var screen = Self.screen(text, rows: 20, size: ScreenSize(columns: columns, rows: rows))
            if isDetailed { screen.detail = AirportDetail(screen.rows[0].airport) }
            _ = screen.press(.end)
            screen.scroll()
            let frame = screen.frame
            #expect(frame.lines.count <= rows)
            #expect(frame.lines.allSatisfy { DisplayWidth.of($0.text) <= columns })
            #expect((0..<columns).contains(frame.cursor.column) && frame.cursor.row == 0)
          }
        }
      }
    }
  }
}

private struct MessageCase: Sendable, CustomTestStringConvertible {
  var text: String
  var change: @Sendable (inout SearchScreen) -> Void
  var testDescription: String { text }

  init(_ text: String, _ change: @escaping @Sendable (inout SearchScreen) -> Void) {
    (self.text, self.change) = (text, change)
  }
}

private let messageCases = [
  MessageCase("Type a city, a name, a code or a\ncountry.") { $0.status = .idle },
  MessageCase("Loading the airports…") { $0.status = .loading },
  MessageCase("- Loading the airports…") { $0.meter = ProgressMeter(turn: 2) },
  MessageCase("No airport matches \"seoul\". Did you mean\n\"Seol\" or \"Soul\"?") {
    $0.status = .noMatch(suggestions: ["Seol", "Soul"])
  },
  MessageCase(
    "Cannot load http://host/airports.json:\nthe server answered 500. The server has\na problem. Try again later."
  ) {
    $0.status = .failed(.status(.init(code: 500)))
  },
  MessageCase(
    "Cannot load http://host/airports.json:\nthe server answered 500. The server has\na problem. Try again later."
  ) {
    ($0.status, $0.error) = (.noMatch(suggestions: []), .status(.init(code: 500)))
  },
  MessageCase("Note.") { ($0.notice, $0.meter) = ("Note.", ProgressMeter()) },
]
