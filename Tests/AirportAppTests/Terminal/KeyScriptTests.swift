import Testing

@testable import AirportApp

@Suite("A script is a text of timed keys")
struct KeyScriptTests {
  @Test("Lines have times, texts, keys, sizes and remarks")
  func all() throws {
    let script = try KeyScript(
      """
      # A remark.

      0     "ab" every 80 enter   # another
      +100  paste "x # \\"y\\" \\u{C11C}\\\\" ctrl-w
        1000 resize 40x10 show
      """)
    #expect(
      script.steps == [
        .init(time: 0, step: .press(.text("a"))), .init(time: 80, step: .press(.text("b"))),
        .init(time: 80, step: .press(.enter)), .init(time: 180, step: .press(.paste("x # \"y\" 서\\"))),
        .init(time: 180, step: .press(.deleteWord)),
        .init(time: 1000, step: .resize(ScreenSize(columns: 40, rows: 10))), .init(time: 1000, step: .show),
      ])
  }

  @Test("Every named key can be pressed")
  func named() throws {
    for (name, key) in Key.names {
      #expect(try KeyScript("5 \(name)").steps == [.init(time: 5, step: .press(key))])
    }
  }

  @Test(
    "A fault has its line and its column",
    arguments: [
      ("x", "1:1: A line begins with a time such as 1500 or +500, in milliseconds, not with \"x\"."),
      ("\n -5 enter", "2:2: A line begins with a time such as 1500 or +500, in milliseconds, not with \"-5\"."),
      ("99999999 up", "1:1: A line begins with a time such as 1500 or +500, in milliseconds, not with \"99999999\"."),
      ("3600001 up", "1:1: A time is at most 3600000."), ("5 \"ab\" every 3600000", "1:14: A time is at most 3600000."),
      ("10 up\n9 up", "2:1: The time 9 lies before 10."),
      ("0 \"ab\" every 80\n79 up", "2:1: The time 79 lies before 80."), ("7", "1:2: A step must follow the time."),
      ("7 # up", "1:2: A step must follow the time."), ("7 up upp", "1:6: There is no step \"upp\"."),
      ("7 \"서울", "1:3: The text has no end."),
      ("7 \"a\\n\"", "1:5: A backslash stands before a quote, a backslash or u{HEX}."),
      ("7 \"\\u{110000}\"", "1:4: A backslash stands before a quote, a backslash or u{HEX}."),
      ("7 paste up", "1:9: paste needs a text in double quotes."),
      ("7 paste", "1:8: paste needs a text in double quotes."),
      ("7 \"a\" every", "1:7: every needs a whole number of milliseconds."),
      ("7 \"a\" every 0", "1:13: every needs a whole number of milliseconds."),
      ("7 resize 0x5", "1:10: resize needs a size such as 80x24, at most 500x500."),
      ("7 resize", "1:3: resize needs a size such as 80x24, at most 500x500."),
      ("7 resize 1x2x3", "1:10: resize needs a size such as 80x24, at most 500x500."),
    ])
  func fault(text: String, message: String) {
    let error = #expect(throws: KeyScript.Fault.self) { try KeyScript(text) }
    #expect(error.map { "\($0)" } == message)
  }
}
