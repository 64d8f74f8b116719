import Testing

@testable import AirportApp

@Suite("What is sent to a terminal leads from one frame to the next")
struct ScreenRendererTests {
  private static let size = ScreenSize(columns: 8, rows: 4)

  private static func frame(_ lines: [ScreenFrame.Line], size: ScreenSize = size, row: Int = 0, column: Int = 0)
    -> ScreenFrame
  {
    ScreenFrame(size: size, lines: lines, cursor: .init(row: row, column: column))
  }

  @Test("The first frame clears the window; only lines with text are sent")
  func first() {
    let new = Self.frame([.init("> a"), .init(), .init("b")], column: 3)
    #expect(
      ScreenRenderer(isColoured: true).text(from: nil, to: new)
        == "\u{1B}[?25l\u{1B}[2J\u{1B}[1;1H> a\u{1B}[3;1Hb\u{1B}[1;4H\u{1B}[?25h")
  }

  @Test("Only lines that changed are sent; nothing for nothing, and the place alone for a cursor that moved")
  func difference() {
    let renderer = ScreenRenderer(isColoured: true)
    let old = Self.frame([.init("> a"), .init("b"), .init("c")], column: 3)
    #expect(renderer.text(from: old, to: old) == "")
    #expect(renderer.text(from: old, to: Self.frame(old.lines, column: 1)) == "\u{1B}[1;2H")
    #expect(
      renderer.text(from: old, to: Self.frame([.init("> a"), .init("x")], column: 3))
        == "\u{1B}[?25l\u{1B}[2;1H\u{1B}[Kx\u{1B}[3;1H\u{1B}[K\u{1B}[1;4H\u{1B}[?25h")
  }

  @Test(
    "Without colours there is no style, and with them each has its own",
    arguments: [(.plain, nil), (.strong, 1), (.faint, 2), (.chosen, 7), (.failure, 31)] as [(ScreenFrame.Style, Int?)])
  func colour(style: ScreenFrame.Style, code: Int?) {
    let frame = Self.frame([.init("a", style)])
    let coloured = ScreenRenderer(isColoured: true).text(from: nil, to: frame)
    #expect(coloured.contains(code.map { "\u{1B}[\($0)ma\u{1B}[0m" } ?? "\u{1B}[1;1Ha\u{1B}"))
    #expect(ScreenRenderer(isColoured: false).text(from: nil, to: frame).contains("\u{1B}[1;1Ha\u{1B}"))
  }

  @Test("From any frame to any other the window shows the other")
  func walk() {
    let texts = ["", "a", "seoul", "12345678", "서울공항", "a서울공", "x"]
    let styles: [ScreenFrame.Style] = [.plain, .chosen, .strong]
    var screen = TerminalScreen(columns: 8, rows: 4)
    screen.receive(ScreenRenderer.enter.utf8)
    var old: ScreenFrame?
    let renderer = ScreenRenderer(isColoured: true)
    for seed in 0..<2000 {
      // A fixed walk that meets each text after each other in each line.
      let lines = (0..<(seed / 3 % 5)).map { row in
        ScreenFrame.Line(texts[(seed * (row + 1) + seed / 7) % texts.count], styles[(seed / 5 + row) % 3])
      }
      let new = Self.frame(lines, row: seed % 4, column: seed / 4 % 8)
      screen.receive(renderer.text(from: old, to: new).utf8)
      #expect(screen.text == new.text)
      #expect((screen.row, screen.column) == (new.cursor.row, new.cursor.column))
      old = new
    }
    #expect(screen.faults == [])
    #expect(screen.isCursorShown)
  }

  @Test("A window of another size is painted anew, and a window that is left is as it was")
  func sizes() {
    let renderer = ScreenRenderer(isColoured: false)
    let old = Self.frame([.init("a")])
    let new = Self.frame([.init("a")], size: ScreenSize(columns: 9, rows: 4))
    #expect(renderer.text(from: old, to: new) == renderer.text(from: nil, to: new))
    var screen = TerminalScreen(columns: 8, rows: 4)
    screen.receive("$ x\r\n".utf8)
    let before = screen.text
    screen.receive((ScreenRenderer.enter + renderer.text(from: nil, to: old)).utf8)
    #expect(screen.isOther && screen.pastesAreTold && !screen.isWrapping)
    screen.receive(ScreenRenderer.leave.utf8)
    #expect(screen.text == before)
    #expect((screen.row, screen.column) == (1, 0))
    #expect(!screen.isOther && !screen.pastesAreTold && screen.isWrapping && screen.isCursorShown)
    #expect(screen.faults == [])
  }
}
