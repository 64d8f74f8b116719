import AirportNet
import MiniRx
import TestSupport
import Testing

@testable import AirportApp

@MainActor
@Suite("The interactive search, in virtual time")
struct InteractiveSearchTests {
  @Test("First it says that it loads; the spinner turns until the airports are there")
  func loading() {
    let run = InteractiveRun(.airports(sampleAirports, after: .milliseconds(250)))
    run.at(0)
    #expect(run.lines(2) == [">", "| Loading the airports…"])
    run.at(200)
    #expect(run.lines(2) == [">", "- Loading the airports…"])
    run.at(250)
    #expect(run.lines(2) == [">", "Type a city, a name, a code or a country."])
  }

  @Test("The numbers of the load become a bar, at most a tenth of a second late")
  func bar() {
    let run = InteractiveRun(.airports(sampleAirports, after: .seconds(1)))
    run.progress = TransferProgress(completedUnitCount: 500, totalUnitCount: 2000)
    run.at(100)
    #expect(run.lines(2).last == "[##########------------------------------]  25% / 2 kB")
    run.progress = TransferProgress(completedUnitCount: 1500, totalUnitCount: 2000)
    run.at(200)
    #expect(run.lines(2).last == "[##############################----------]  75% / 2 kB")
  }

  @Test("Rows come when the typing has paused, and a chosen one is shown and closed again")
  func search() {
    let run = InteractiveRun(.airports(sampleAirports))
    run.at(0) { $0.type("seoul") }
    run.at(299)
    #expect(run.lines(2) == ["> seoul", "Type a city, a name, a code or a country."])
    run.at(300)
    #expect(run.lines(3) == ["> seoul", "Airport 1 of 3", "  CODE  AIRPORT          CITY   COUNTRY"])
    run.at(400) { $0.type("\u{1B}[B\r") }
    #expect(run.lines(5) == ["> seoul", "Airport 2 of 3", "", "Incheon Airport", "  Code      ICN / RKSI"])
    run.at(500) { $0.type("\u{1B}") }
    run.at(549)
    #expect(run.lines(4).last == "Incheon Airport")
    run.at(550)
    #expect(run.lines(3).last == "  CODE  AIRPORT          CITY   COUNTRY")
    run.at(600) { $0.type("\u{1B}") }
    run.at(1000)
    #expect(run.lines(2) == [">", "Type a city, a name, a code or a country."])
    run.at(1100) { $0.type("\u{4}") }
    #expect(run.codes == [0])
    #expect(run.terminal.isStopped)
  }

  @Test("Each debounce is as long as it was told", arguments: [0, 50, 1000])
  func debounce(milliseconds: Int) {
    let run = InteractiveRun(.airports(sampleAirports)) { $0.debounce = .milliseconds(milliseconds) }
    run.at(10) { $0.type("seoul") }
    if milliseconds > 0 {
      run.at(10 + milliseconds - 1)
      #expect(run.lines(2).last == "Type a city, a name, a code or a country.")
    }
    run.at(10 + milliseconds)
    #expect(run.lines(2).last == "Airport 1 of 3")
  }

  @Test("Ctrl-C gives up the load, the next key begins another; twice it ends with 130, and once")
  func interrupt() {
    let run = InteractiveRun(.airports(sampleAirports, after: .seconds(10)), .airports(sampleAirports))
    run.at(100) { $0.type("\u{3}") }
    #expect(run.api.cancelled == 1)
    #expect(run.lines(2).last == "Cancelled. Type on to load again; Ctrl-C again quits.")
    run.at(200) { $0.type("icn") }
    run.at(500)
    #expect(run.api.begun == 2)
    #expect(run.lines(2).last == "1 airport")
    run.at(600) { $0.type("\u{3}") }
    #expect(run.codes == [])
    run.at(700) { $0.type("\u{3}\u{3}x") }
    #expect(run.codes == [130])
  }

  @Test("A failure is told, and the next key loads again; Ctrl-R too")
  func failure() {
    let run = InteractiveRun(.failure(.refused), .failure(.late), .airports(sampleAirports))
    run.at(0)
    #expect(run.lines(2).last?.hasPrefix("Cannot load stub. The server cannot be reached.") == true)
    run.at(100) { $0.type("icn") }
    run.at(400)
    #expect(run.lines(2).last?.hasPrefix("Cannot load stub: no whole answer within 15 s.") == true)
    run.at(500) { $0.type("\u{12}") }
    #expect(run.lines(2).last == "1 airport")
    #expect(run.api.begun == 3)
  }

  @Test("With a place, or the airport that measures it, rows have their distance")
  func origin() {
    for origin in [
      CommandOptions.Origin.airport(code: "ICN"), .point(GeoPoint(latitude: 37.4691, longitude: 126.451)!),
    ] {
      let run = InteractiveRun(.airports(sampleAirports, after: .seconds(1))) { $0.origin = origin }
      run.at(0) { $0.type("seoul") }
      run.at(1000)
      #expect(
        run.lines(4).dropFirst(2) == [
          "  CODE  AIRPORT          CITY   COUNTRY      DISTANCE",
          "> ICN   Incheon Airport  Seoul  South Korea    0.0 km",
        ])
    }
    let unknown = InteractiveRun(.airports(sampleAirports)) { $0.origin = .airport(code: "QQQ") }
    unknown.at(0) { $0.type("seoul") }
    unknown.at(300)
    #expect(unknown.lines(2).last?.hasPrefix("--from: no airport has the code \"QQQ\".") == true)
  }

  @Test("At most as many rows as asked for are shown")
  func limit() {
    let run = InteractiveRun(.airports(sampleAirports)) { $0.limit = 2 }
    run.at(0) { $0.type("seoul") }
    run.at(300)
    #expect(run.lines(2).last == "Airport 1 of 2")
  }

  @Test("A document without an airport is told of")
  func empty() {
    let run = InteractiveRun(.airports([]))
    run.at(0)
    #expect(run.lines(2).last == "Cannot use stub: the document is empty.")
  }

  @Test("A window that changes its size is painted anew, as is one that shows anything after a stop")
  func window() {
    let run = InteractiveRun(.airports(sampleAirports))
    run.at(0) { $0.type("서울") }
    run.at(300) { $0.resize(columns: 20, rows: 4) }
    #expect(run.lines(3) == ["> 서울", "No airport matches", "\"서울\"."])
    run.at(400) { run in
      run.terminal.spoil()
      run.terminal.tell(.continued)
    }
    #expect(run.lines(3) == ["> 서울", "No airport matches", "\"서울\"."])
    run.at(500) { run in
      run.terminal.spoil()
      run.type("\u{1A}")
    }
    #expect(run.terminal.suspensions == 1)
    #expect(run.lines(3) == ["> 서울", "No airport matches", "\"서울\"."])
    run.at(600) { run in
      run.terminal.spoil()
      run.type("\u{C}")
    }
    #expect(run.lines(1) == ["> 서울"])
  }

  @Test("A signal ends it with its number, the load cancelled; a window that takes nothing ends it with 2")
  func ends() {
    let run = InteractiveRun(.airports(sampleAirports, after: .seconds(10)))
    run.at(100) { $0.terminal.tell(.ended(signal: 15)) }
    #expect(run.codes == [143])
    #expect(run.api.cancelled == 1)
    #expect(run.terminal.isStopped)
    let gone = InteractiveRun(.airports(sampleAirports))
    gone.terminal.isGone = true
    gone.at(100) { $0.type("x") }
    #expect(gone.codes == [2])
  }

  @Test("It speaks Korean")
  func korean() {
    let run = InteractiveRun(.airports(sampleAirports)) { $0.language = .korean }
    run.at(0)
    #expect(run.lines(2).last == "도시, 공항 이름, 코드 또는 국가를 입력하세요.")
    run.at(0) { $0.type("제주") }
    run.at(300) { $0.type("\r") }
    #expect(run.lines(5) == ["> 제주", "공항 1개", "", "제주국제공항", "  코드  CJU / RKPC"])
  }

  @Test("It goes when it has ended, and when it is dropped its load is cancelled")
  func released() {
    let run = InteractiveRun(.airports(sampleAirports, after: .seconds(10)))
    run.at(100)
    weak let search = run.search
    #expect(search != nil)
    run.search = nil
    #expect(search == nil)
    #expect(run.api.cancelled == 1)
  }
}

/// The interactive search in a window of 60 columns, on a clock that a test moves.
@MainActor
private final class InteractiveRun {
  let scheduler = VirtualTimeScheduler()
  let terminal = StubTerminal()
  let api: StubAirportAPI
  var search: InteractiveSearch?
  var progress: TransferProgress?
  private(set) var codes: [Int32] = []

  init(_ answers: StubAirportAPI.Answer..., change: (inout CommandOptions) -> Void = { _ in }) {
    api = StubAirportAPI(answers, scheduler: scheduler)
    var options = CommandOptions(query: "")
    change(&options)
    search = InteractiveSearch(
      options, on: terminal, address: "stub", scheduler: scheduler, record: RunRecord(scheduler: scheduler),
      progress: { [weak self] in self?.progress }
    ) { [weak self] in self?.codes.append($0) }
    search?.start(api)
  }

  /// Moves the clock, does something, and lets what it set going for now happen.
  func at(_ milliseconds: Int, _ action: (InteractiveRun) -> Void = { _ in }) {
    scheduler.advance(to: .milliseconds(milliseconds))
    action(self)
    scheduler.advance(by: .zero)
    #expect(terminal.screen.faults == [])
  }

  func type(_ text: String) { terminal.tell(.bytes(Array(text.utf8))) }

  func resize(columns: Int, rows: Int) {
    terminal.size = ScreenSize(columns: columns, rows: rows)
    terminal.screen.resize(columns: columns, rows: rows)
    terminal.tell(.resized)
  }

  /// The first lines that the window shows.
  func lines(_ count: Int) -> [String] { Array(terminal.screen.lines.prefix(count)) }
}

/// A terminal that shows what it is sent.
@MainActor
private final class StubTerminal: Terminal {
  var size = ScreenSize(columns: 60, rows: 12)
  var screen = TerminalScreen(columns: 60, rows: 12)
  var isGone = false
  private(set) var suspensions = 0
  private(set) var isStopped = false
  private var listener: @MainActor (TerminalEvent) -> Void = { _ in }

  func tell(_ event: TerminalEvent) { listener(event) }

  /// Other programs have written into the window.
  func spoil() { screen.receive("\u{1B}[2J\u{1B}[1;1Hspoiled".utf8) }

  func start(_ tell: @escaping @MainActor (TerminalEvent) -> Void) { listener = tell }

  func write(_ text: String) -> Bool {
    screen.receive(text.utf8)
    return !isGone
  }

  func suspend() { suspensions += 1 }

  func stop() {
    isStopped = true
    listener = { _ in }
  }
}
