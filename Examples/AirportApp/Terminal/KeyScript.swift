/// Keys and the times at which they are pressed, read from a text.
///
///     # Types Seoul a letter at a time, opens the second airport, and looks at it.
///     0     "seoul" every 80
///     1500  down enter
///     +100  show
///     2000  resize 40x10 esc ctrl-d
///
/// A line is a time and steps, parted by blanks. The time is a whole number of milliseconds, from the start or, behind a
/// `+`, from the time of the line before. A step is
///
/// - a text in double quotes, typed at once or, with `every N`, a character each N milliseconds; `\"`, `\\` and `\u{...}`
///   stand for a quote, a backslash and any character;
/// - `paste` and a text in double quotes;
/// - a key: enter, esc, backspace, up, down, pageup, pagedown, home, end, or ctrl- with c, d, l, r, u or w;
/// - `resize COLUMNSxROWS`; or `show`, which prints the screen.
///
/// What stands behind a `#` is a remark. Times never go back, and steps behind an `every` go on when it has ended.
struct KeyScript: Hashable, Sendable {
  /// What is done at a time.
  enum Step: Hashable, Sendable {
    case press(Key)
    case resize(ScreenSize)
    case show
  }

  /// A step and its time in milliseconds from the start.
  struct TimedStep: Hashable, Sendable {
    var time: Int
    var step: Step
  }

  /// Where a text is no script, and why.
  struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
    /// The line, counted from 1.
    var line: Int
    /// The character in the line, counted from 1.
    var column: Int
    /// One line for the person.
    var message: String

    /// As compilers write it.
    var description: String { "\(line):\(column): \(message)" }
  }

  /// The steps, the earliest first.
  var steps: [TimedStep]

  /// Takes the steps as they are.
  init(steps: [TimedStep]) { self.steps = steps }

  /// A script that types a text, a character each so many milliseconds.
  init(typing text: String, every milliseconds: Int) {
    steps = text.enumerated().map { place, character in
      TimedStep(time: place * milliseconds, step: .press(.text(String(character))))
    }
  }

  /// Reads a script.
  ///
  /// - Throws: `Fault` at the first thing that is none of the above.
  init(_ text: String) throws(Fault) {
    steps = []
    var time = 0
    for (number, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      var reader = KeyScriptLine(Array(line), line: number + 1)
      if reader.isAtEnd { continue }
      let begin = try reader.time(after: time)
      time = begin
      if reader.isAtEnd { throw reader.fault("A step must follow the time.") }
      while !reader.isAtEnd { steps += try reader.steps(at: &time) }
    }
  }
}
