import AirportApp
import Foundation
import TestSupport
import Testing

/// The built command in a real pseudo-terminal, with airports of a server of the test's.
@Suite("The built command on a terminal", .serialized)
struct TerminalTests {
  private let server: LoopbackServer

  init() throws { server = try LoopbackServer.started { $0.document = airports } }

  /// Runs the command up to where it has loaded the airports, or at least taken the terminal.
  private func run(
    _ arguments: String..., columns: Int = 60, rows: Int = 10, isLoaded: Bool = true,
    environment: [String: String] = [:], _ body: (PseudoTerminal) throws -> Void
  ) throws {
    defer { server.stop() }
    let path = try BuiltCommand.location().path
    let words = arguments + ["--base-url", server.baseURL.absoluteString]
    let terminal = try PseudoTerminal(path, words, columns: columns, rows: rows, environment: environment)
    defer { terminal.close() }
    if isLoaded { try terminal.wait(for: "Type a city") }
    try body(terminal)
  }

  private func expectRestored(_ terminal: PseudoTerminal) throws {
    try terminal.wait("main screen") { !$0.isOther && $0.isCursorShown && $0.isWrapping && !$0.pastesAreTold }
    #expect(terminal.isRestored)
    #expect(terminal.screen.text == "")
  }

  @Test("A person types, chooses, looks, goes back, clears and leaves")
  func search() throws {
    try run { terminal in
      #expect(terminal.isRaw)
      #expect(terminal.screen.isOther)
      terminal.type("seoul")
      try terminal.wait(for: "Airport 1 of 2")
      #expect(
        terminal.screen.text == """
          > seoul
          Airport 1 of 2
            CODE  AIRPORT          CITY   COUNTRY
          > GMP   Gimpo Airport    Seoul  South Korea
            ICN   Incheon Airport  Seoul  South Korea




          Up/Down choose  Enter details  Esc clear  Ctrl-C cancel  Ct…
          """)
      #expect((terminal.screen.row, terminal.screen.column) == (0, 7))
      terminal.type("\u{1B}[B")
      try terminal.wait(for: "> ICN")
      terminal.type("\r")
      try terminal.wait(for: "Code      ICN")
      #expect(
        terminal.screen.text == """
          > seoul
          Airport 2 of 2

          Incheon Airport
            Code      ICN
            Place     Seoul, South Korea
            Position  37.4691, 126.4510


          Esc back  Up/Down other airports  Ctrl-C twice quit
          """)
      terminal.type("\u{1B}")
      try terminal.wait(for: "> ICN")
      terminal.type("\u{1B}")
      try terminal.wait(for: "Type a city")
      #expect(terminal.screen.lines[0] == ">")
      terminal.type("\u{4}")
      #expect(try terminal.end() == 0)
      try expectRestored(terminal)
    }
  }

  @Test("Korean is typed, also in pieces of bytes, and deleted by syllables")
  func korean() throws {
    try run { terminal in
      let bytes = Array("제주".utf8)
      terminal.type(Array(bytes[..<2]))
      terminal.type(Array(bytes[2..<4]))
      terminal.type(Array(bytes[4...]))
      try terminal.wait(for: "> CJU")
      #expect(terminal.screen.lines.prefix(2) == ["> 제주", "1 airport"])
      #expect(terminal.screen.lines[3] == "> CJU   제주국제공항  제주  대한민국")
      #expect(terminal.screen.column == 6)
      terminal.type("\u{7F}")
      try terminal.wait("the first syllable") { $0.lines[0] == "> 제" && $0.column == 4 }
      terminal.type("\u{15}Sa\u{303}o x\u{17}")
      try terminal.wait("a word with its mark") { $0.lines[0] == "> Sa\u{303}o" && $0.column == 6 }
    }
  }

  @Test("A paste is one text on one line, whatever is in it")
  func paste() throws {
    try run { terminal in
      #expect(terminal.screen.pastesAreTold)
      terminal.type("\u{1B}[200~seoul\nkorea\u{3}\u{1B}[201~")
      try terminal.wait(for: "Airport 1 of 2")
      #expect(terminal.screen.lines[0] == "> seoul korea")
    }
  }

  @Test("The window may change its size at any time")
  func resize() throws {
    try run { terminal in
      terminal.type("seoul")
      try terminal.wait(for: "Airport 1 of 2")
      terminal.resize(columns: 40, rows: 5)
      let small = """
        > seoul
        Airport 1 of 2
          CODE  AIRPORT       CITY   COUNTRY
        > GMP   Gimpo Airpo…  Seoul  South Korea
          ICN   Incheon Air…  Seoul  South Korea
        """
      try terminal.wait("the small window") { $0.text == small }
      terminal.resize(columns: 80, rows: 12)
      try terminal.wait("the large window") { $0.lines.count == 12 && $0.lines[11].hasSuffix("Ctrl-D quit") }
    }
  }

  @Test("Ctrl-C gives up the load, and quits the second time")
  func interrupt() throws {
    server.configuration.fault = .silence
    try run(isLoaded: false) { terminal in
      try terminal.wait(for: "Loading the airports")
      #expect(server.waitForRequests(1))
      terminal.type("\u{3}")
      try terminal.wait(for: "Cancelled.")
      #expect(server.waitForOpenConnections(atMost: 0))
      terminal.type("\u{3}")
      #expect(try terminal.end() == 130)
      try expectRestored(terminal)
    }
  }

  @Test(
    "A signal ends it with the terminal restored",
    arguments: [(SIGTERM, 143), (SIGHUP, 129), (SIGINT, 130), (SIGQUIT, 131)] as [(Int32, Int32)])
  func signals(number: Int32, code: Int32) throws {
    try run { terminal in
      terminal.type("seoul")
      try terminal.wait(for: "> seoul")
      terminal.signal(number)
      #expect(try terminal.end() == code)
      try expectRestored(terminal)
    }
  }

  @Test("A window that is closed ends it")
  func hangUp() throws {
    try run { terminal in
      terminal.hangUp()
      let code = try terminal.end()
      #expect(code == 129)
    }
  }

  @Test(
    "A shell stops it by Ctrl-Z or a signal, finds its terminal as it was, and goes on with it",
    arguments: [true, false])
  func suspend(byKey: Bool) throws {
    defer { server.stop() }
    let script = """
      set -m
      "$0" --base-url "$1"
      stty -a | grep -q ' icanon.* echo ' && echo stopped well
      read line
      fg >/dev/null
      echo "ended with $?"
      """
    let path = try BuiltCommand.location().path
    let words = ["-c", script, path, server.baseURL.absoluteString]
    let terminal = try PseudoTerminal("/bin/bash", words, columns: 60, rows: 10, environment: ["PATH": "/usr/bin:/bin"])
    defer { terminal.close() }
    try terminal.wait(for: "Type a city")
    terminal.type("seoul")
    try terminal.wait(for: "Airport 1 of 2")
    if byKey { terminal.type("\u{1A}") } else { terminal.signalForeground(SIGTSTP) }
    try terminal.wait(for: "stopped well")
    #expect(!terminal.screen.isOther)
    terminal.type("x\n")
    try terminal.wait("the search again") { $0.isOther && $0.text.contains("Airport 1 of 2") }
    #expect(terminal.isRaw)
    terminal.type("\u{3}\u{3}")
    try terminal.wait(for: "ended with 130")
    #expect(try terminal.end() == 0)
    #expect(terminal.isRestored)
  }

  @Test("Without colours no line is set off", arguments: [["NO_COLOR": "1"], ["NO_COLOR": ""]])
  func colours(environment: [String: String]) throws {
    try run(environment: environment) { terminal in
      #expect(terminal.screen.styles.isEmpty == (environment["NO_COLOR"] == "1"))
    }
  }

  @Test("It needs a terminal that can place a cursor")
  func dumb() throws {
    try run(isLoaded: false, environment: ["TERM": "dumb"]) { terminal in
      let code = try terminal.end()
      #expect(code == 64)
      try terminal.wait(for: "needs something to search for")
    }
  }

  @Test("A diagram of the run is left behind when asked for")
  func marbles() throws {
    try run("--marbles", "--debounce", "10") { terminal in
      terminal.type("seoul")
      try terminal.wait(for: "Airport 1 of 2")
      terminal.type("\u{15}\u{4}")
      #expect(try terminal.end() == 0)
      try terminal.wait("the diagram") { screen in
        !screen.isOther && ["keys", "debounced", "requests", "results"].allSatisfy(screen.text.contains)
      }
    }
  }

  @Test("A search that takes its time shows a spinner, and wipes it before the rows")
  func spinner() throws {
    server.configuration.latency = .milliseconds(500)
    try run("seoul", isLoaded: false) { terminal in
      try terminal.wait(for: "Loading the airports")
      #expect(try terminal.end() == 0)
      try terminal.wait(for: "ICN")
      #expect(
        terminal.screen.text == """
          CODE  AIRPORT          CITY   COUNTRY
          GMP   Gimpo Airport    Seoul  South Korea
          ICN   Incheon Airport  Seoul  South Korea
          """)
    }
  }
}

private let airports = Data(
  """
  [{"code":"GMP","lat":"37.5583","lon":"126.791","name":"Gimpo Airport","city":"Seoul","country":"South Korea"},
  {"code":"ICN","lat":"37.4691","lon":"126.451","name":"Incheon Airport","city":"Seoul","country":"South Korea"},
  {"code":"CJU","lat":"33.5113","lon":"126.493","name":"제주국제공항","city":"제주","country":"대한민국"}]
  """.utf8)
