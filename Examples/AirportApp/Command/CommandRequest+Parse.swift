internal import AirportNet
internal import Foundation

extension CommandRequest {
  /// Reads the words behind the command's name, and the environment (AIRPORTS_BASE_URL, NO_COLOR, TERM and the language).
  ///
  /// An option's value is the next word or follows a `=`; the last one of several counts. What stands behind `--` is no
  /// option.
  ///
  /// - Throws: `UsageError` for an option that there is not, and for a value that is none.
  public init(arguments: [String], environment: [String: String]) throws(UsageError) {
    var parser = OptionParser(arguments: arguments, environment: environment)
    self = try parser.parse()
  }

  /// The language that the words ask for, else the environment; also where the words make no sense otherwise.
  static func language(arguments: [String] = [], environment: [String: String]) -> MessageLanguage {
    let named = ["LC_ALL", "LC_MESSAGES", "LANG"].lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
    var asked: String?
    var previous = ""
    for word in arguments.prefix(while: { $0 != "--" }) {
      if previous == "--lang" { asked = word }
      if word.hasPrefix("--lang=") { asked = String(word.dropFirst(7)) }
      previous = word
    }
    return MessageLanguage(localeIdentifier: asked ?? named ?? "")
  }
}

/// Reads words from the first to the last.
private struct OptionParser {
  private var left: ArraySlice<String>
  private let environment: [String: String]
  /// Whether there is no word at all.
  private let isBare: Bool
  private var options = CommandOptions(query: "")
  private var words: [String] = []
  /// The words in front of `--`, nil as long as there is none.
  private var wordsBeforeMark: Int?
  /// The names of the options that were given.
  private var given: Set<String> = []
  /// The option that only the server inside understands, if one was given.
  private var serverOption: String?

  init(arguments: [String], environment: [String: String]) {
    left = arguments[...]
    isBare = arguments.isEmpty
    self.environment = environment
    options.language = CommandRequest.language(environment: environment)
    options.isColourAllowed = environment["NO_COLOR", default: ""].isEmpty && environment["TERM"] != "dumb"
  }

  mutating func parse() throws(UsageError) -> CommandRequest {
    let flags = left.prefix { $0 != "--" }
    if flags.contains("--help") || flags.contains("-h") { return .help }
    if flags.contains("--version") { return .version }
    while let word = left.popFirst() {
      if word == "--" {
        wordsBeforeMark = words.count
        words += left
        left = []
      } else if word.hasPrefix("-"), word != "-" {
        try read(option: word)
      } else {
        words.append(word)
      }
    }
    return try finished()
  }

  private mutating func read(option word: String) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    let name = parts[0]
    let attached = parts.count == 2 ? parts[1] : nil
    given.insert(name)
    if try read(flag: name, attached: attached) { return }
    switch name {
    case "--email": options.subcommand.email = try value(name, attached)
    case "--port": options.subcommand.port = UInt16(try wholeNumber(name, value(name, attached), 0...65_535))
    case "--title": options.subcommand.post.title = try value(name, attached)
    case "--body": options.subcommand.post.body = try value(name, attached)
    case "--user": options.subcommand.post.userId = try wholeNumber(name, value(name, attached), 1...1_000_000)
    case "--from": options.origin = try origin(value(name, attached))
    case "--limit": options.limit = try wholeNumber(name, value(name, attached), 1...100_000)
    case "--base-url": options.baseURL = try address(name, value(name, attached))
    case "--timeout": options.timeout = try seconds(name, value(name, attached))
    case "--latency":
      options.latency = .milliseconds(try wholeNumber(name, value(name, attached), 0...3_600_000))
      serverOption = name
    case "--fail":
      options.fault = try fault(name, value(name, attached))
      serverOption = name
    case "--debounce":
      options.debounce = .milliseconds(try wholeNumber(name, value(name, attached), 0...60_000))
    case "--script": options.script = try value(name, attached)
    case "--lang":
      switch try value(name, attached) {
      case "ko": options.language = .korean
      case "en": options.language = .english
      case let other: throw UsageError("--lang needs ko or en, not \"\(other)\".")
      }
    default: throw UsageError("There is no option \(name)." + (Self.alike(name).map { " Did you mean \($0)?" } ?? ""))
    }
  }

  /// Reads an option without a value; false if it is none.
  private mutating func read(flag name: String, attached: String?) throws(UsageError) -> Bool {
    switch name {
    case "--json": options.format = .json
    case "--plain": options.format = .plain
    case "--marbles": options.showsMarbles = true
    case "--no-color": options.isColourAllowed = false
    case "-y", "--yes": options.subcommand.isConfirmed = true
    case "--no-input": options.subcommand.mayAsk = false
    case "--password-stdin": options.subcommand.readsPassword = true
    case "-q", "--quiet": options.verbosity = .quiet
    case "-v", "--verbose": options.verbosity = .verbose
    default: return false
    }
    if attached != nil { throw UsageError("\(name) takes no value.") }
    return true
  }

  private mutating func value(_ name: String, _ attached: String?) throws(UsageError) -> String {
    guard let value = attached ?? left.popFirst(), !value.isEmpty, !value.hasPrefix("--") else {
      throw UsageError("\(name) needs a value.")
    }
    return value
  }

  private func wholeNumber(_ name: String, _ text: String, _ range: ClosedRange<Int>) throws(UsageError) -> Int {
    guard let number = Int(text), range.contains(number) else {
      throw UsageError(
        "\(name) needs a whole number from \(range.lowerBound) to \(range.upperBound), not \"\(text)\".")
    }
    return number
  }

  private func seconds(_ name: String, _ text: String) throws(UsageError) -> Duration {
    guard let number = Double(text), (0.001...3600).contains(number) else {
      throw UsageError("\(name) needs a number of seconds from 0.001 to 3600, not \"\(text)\".")
    }
    return .milliseconds(Int((number * 1000).rounded()))
  }

  private func origin(_ text: String) throws(UsageError) -> CommandOptions.Origin {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false)
      .map { Double($0.trimmingCharacters(in: .whitespaces)) }
    if parts.count == 2, let latitude = parts[0], let longitude = parts[1],
      let point = GeoPoint(latitude: latitude, longitude: longitude)
    {
      return .point(point)
    }
    if (3...4).contains(text.count), text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "z") ~= $0 }),
      text.allSatisfy({ $0.isLetter || $0.isNumber })
    {
      return .airport(code: text.uppercased())
    }
    throw UsageError(
      "--from needs LAT,LON (-90 to 90, -180 to 180) or an airport's code such as ICN, not \"\(text)\".")
  }

  private func address(_ name: String, _ text: String) throws(UsageError) -> String {
    guard let parts = URLComponents(string: text), ["http", "https"].contains(parts.scheme?.lowercased() ?? ""),
      let host = parts.host, !host.isEmpty, (1...65_535).contains(parts.port ?? 1),
      (try? AirportHttpRouter.getAirports(from: text).asUrlRequest()) != nil
    else { throw UsageError("\(name) needs an http or https address such as http://127.0.0.1:8080, not \"\(text)\".") }
    return text
  }

  private func fault(_ name: String, _ text: String) throws(UsageError) -> LoopbackServer.Fault {
    if let fault = CommandFaults.all.first(where: { $0.rawValue == text }) { return fault }
    let meant = CommandFaults.alike(text).map { " Did you mean \($0)?" } ?? ""
    throw UsageError("\(name): there is no fault \"\(text)\".\(meant)")
  }

  /// The subcommand that the first word names, unless it stands behind `--`.
  private var subcommand: Subcommand? {
    wordsBeforeMark == 0 ? nil : words.first.flatMap { Subcommand(rawValue: $0) }
  }

  private mutating func finished() throws(UsageError) -> CommandRequest {
    if subcommand == .serve {
      return try CommandRequest(.serve, words: words.dropFirst(), given: given, options)
    }
    let named = options.baseURL == nil ? "AIRPORTS_BASE_URL" : "--base-url"
    if options.baseURL == nil, let base = environment["AIRPORTS_BASE_URL"], !base.isEmpty {
      options.baseURL = try address("AIRPORTS_BASE_URL", base)
    }
    if options.baseURL != nil, let serverOption {
      throw UsageError("\(serverOption) is for the built-in server only; leave \(named) out.")
    }
    if let subcommand { return try CommandRequest(subcommand, words: words.dropFirst(), given: given, options) }
    try CommandRequest.check(given, for: nil)
    if options.format != .table, options.showsMarbles || options.script != nil {
      throw UsageError("--script and --marbles print text; leave --json and --plain out.")
    }
    options.query = words.joined(separator: " ")
    if words.isEmpty {
      if options.script != nil { return .scripted(options) }
      return options.format == .table ? .interactive(options, isBare: isBare) : .noQuery
    }
    if options.script != nil { throw UsageError("--script types the query; leave \"\(options.query)\" out.") }
    if FoldedText(options.query).isEmpty {
      throw UsageError("The query \"\(options.query)\" has no letter and no digit.")
    }
    return options.showsMarbles ? .scripted(options) : .search(options)
  }

  /// The option that may have been meant.
  private static func alike(_ name: String) -> String? {
    let known = [
      "--from", "--limit", "--json", "--plain", "--base-url", "--timeout", "--latency", "--fail", "--debounce",
      "--script", "--marbles", "--no-color",
      "--quiet", "--verbose", "--lang", "--help", "--version",
      "--email", "--password-stdin", "--yes", "--no-input", "--title", "--body", "--user", "--port",
    ]
    return known.first {
      Spelling.distance(Array(name.unicodeScalars), Array($0.unicodeScalars), limit: 2) != nil
    }
  }
}
