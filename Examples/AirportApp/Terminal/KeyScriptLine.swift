/// Reads the words of one line of a script.
struct KeyScriptLine {
  static let longest = 3_600_000
  private let characters: [Character]
  private let line: Int
  private var place = 0
  /// Where the word begins that was read last.
  private var wordPlace = 0

  init(_ characters: [Character], line: Int) { (self.characters, self.line) = (characters, line) }

  /// Whether only blanks and a remark are left.
  var isAtEnd: Bool {
    let rest = characters[place...].drop { $0.isWhitespace }
    return rest.isEmpty || rest.first == "#"
  }

  func fault(_ message: String) -> KeyScript.Fault { fault(message, at: place) }

  mutating func time(after last: Int) throws(KeyScript.Fault) -> Int {
    let word = word()
    let isRelative = word.hasPrefix("+")
    guard let number = Self.number(word.dropFirst(isRelative ? 1 : 0)) else {
      throw fault(
        "A line begins with a time such as 1500 or +500, in milliseconds, not with \"\(word)\".", at: wordPlace)
    }
    let time = isRelative ? last + number : number
    if time < last { throw fault("The time \(time) lies before \(last).", at: wordPlace) }
    if time > Self.longest { throw fault("A time is at most \(Self.longest).", at: wordPlace) }
    return time
  }

  /// The next step; moves the time on for a text that takes some.
  mutating func steps(at time: inout Int) throws(KeyScript.Fault) -> [KeyScript.TimedStep] {
    skipBlanks()
    if characters[place] == "\"" { return try typed(at: &time) }
    let word = word()
    switch word {
    case "show": return [.init(time: time, step: .show)]
    case "paste": return [.init(time: time, step: .press(.paste(try quoted(after: "paste"))))]
    case "resize": return [.init(time: time, step: .resize(try size()))]
    default:
      if let key = Key.names.first(where: { $0.name == word }) { return [.init(time: time, step: .press(key.key))] }
      throw fault("There is no step \"\(word)\".", at: wordPlace)
    }
  }

  private mutating func typed(at time: inout Int) throws(KeyScript.Fault) -> [KeyScript.TimedStep] {
    let text = try quoted(after: "")
    var ahead = self
    var span = 0
    if !isAtEnd, ahead.word() == "every" {
      let number = ahead.isAtEnd ? "" : ahead.word()
      guard let read = Self.number(number[...]), read > 0 else {
        throw ahead.fault("every needs a whole number of milliseconds.", at: ahead.wordPlace)
      }
      self = ahead
      span = read
    }
    let start = time
    time += span * max(0, text.count - 1)
    if time > Self.longest { throw fault("A time is at most \(Self.longest).", at: wordPlace) }
    return text.enumerated().map { count, character in
      .init(time: start + count * span, step: .press(.text(String(character))))
    }
  }

  private mutating func quoted(after word: String) throws(KeyScript.Fault) -> String {
    skipBlanks()
    guard place < characters.count, characters[place] == "\"" else {
      throw fault("\(word) needs a text in double quotes.")
    }
    let begin = place
    place += 1
    var text = ""
    while place < characters.count, characters[place] != "\"" {
      if characters[place] == "\\" {
        text.append(try escaped())
      } else {
        text.append(characters[place])
        place += 1
      }
    }
    guard place < characters.count else { throw fault("The text has no end.", at: begin) }
    place += 1
    return text
  }

  /// The character behind a backslash.
  private mutating func escaped() throws(KeyScript.Fault) -> Character {
    let begin = place
    let rest = characters[(place + 1)...]
    if let next = rest.first, next == "\"" || next == "\\" {
      place += 2
      return next
    }
    if rest.starts(with: ["u", "{"]), let end = rest.firstIndex(of: "}"),
      let value = UInt32(String(characters[(place + 3)..<end]), radix: 16), let scalar = UnicodeScalar(value)
    {
      place = end + 1
      return Character(scalar)
    }
    throw fault("A backslash stands before a quote, a backslash or u{HEX}.", at: begin)
  }

  private mutating func size() throws(KeyScript.Fault) -> ScreenSize {
    let word = isAtEnd ? "" : word()
    let numbers = word.split(separator: "x", omittingEmptySubsequences: false).map { Self.number($0) ?? 0 }
    guard numbers.count == 2, numbers.allSatisfy((1...500).contains) else {
      throw fault("resize needs a size such as 80x24, at most 500x500.", at: wordPlace)
    }
    return ScreenSize(columns: numbers[0], rows: numbers[1])
  }

  /// The characters up to the next blank.
  private mutating func word() -> String {
    skipBlanks()
    wordPlace = place
    while place < characters.count, !characters[place].isWhitespace { place += 1 }
    return String(characters[wordPlace..<place])
  }

  private mutating func skipBlanks() {
    while place < characters.count, characters[place].isWhitespace { place += 1 }
  }

  private func fault(_ message: String, at place: Int) -> KeyScript.Fault {
    KeyScript.Fault(line: line, column: place + 1, message: message)
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.allSatisfy { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } && text.count < 8 ? Int(text) : nil
  }
}
