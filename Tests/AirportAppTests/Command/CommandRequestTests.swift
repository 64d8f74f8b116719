import AirportNet
import Testing

@testable import AirportApp

@Suite("The command reads its options")
struct CommandRequestTests {
  @Test("Words that are options change the search", arguments: optionCases)
  fileprivate func options(_ option: OptionCase) throws {
    #expect(try CommandRequest(arguments: option.arguments, environment: [:]) == .search(option.expected))
  }

  @Test("The environment counts where no option says otherwise", arguments: environmentCases)
  fileprivate func environment(_ option: OptionCase) throws {
    let arguments = ["seoul"] + option.arguments
    #expect(try CommandRequest(arguments: arguments, environment: option.environment) == .search(option.expected))
  }

  @Test(
    "Help and version win over all else; nothing asked is nothing",
    arguments: [
      (["--help"], CommandRequest.help), (["-h"], .help), (["seoul", "--nonsense", "--help"], .help),
      (["--version"], .version), ([], .interactive(CommandOptions(query: ""), isBare: true)), (["--json"], .noQuery),
      (["--"], .interactive(CommandOptions(query: ""), isBare: false)),
    ])
  func others(arguments: [String], request: CommandRequest) throws {
    #expect(try CommandRequest(arguments: arguments, environment: [:]) == request)
  }

  @Test(
    "What makes no sense is refused with the option's name",
    arguments: [
      (["--limit"], "--limit needs a value."), (["--limit", ""], "--limit needs a value."),
      (["--limit="], "--limit needs a value."), (["--limit", "--json"], "--limit needs a value."),
      (["--limit", "0"], "--limit needs a whole number from 1 to 100000, not \"0\"."),
      (["--limit", "2.5"], "--limit needs a whole number from 1 to 100000, not \"2.5\"."),
      (
        ["--limit", "99999999999999999999"],
        "--limit needs a whole number from 1 to 100000, not \"99999999999999999999\"."
      ),
      (["--timeout", "0"], "--timeout needs a number of seconds from 0.001 to 3600, not \"0\"."),
      (["--timeout", "nan"], "--timeout needs a number of seconds from 0.001 to 3600, not \"nan\"."),
      (["--latency", "-1"], "--latency needs a whole number from 0 to 3600000, not \"-1\"."),
      (["--lang", "fr"], "--lang needs ko or en, not \"fr\"."), (["--json=yes"], "--json takes no value."),
      (["--jsno"], "There is no option --jsno. Did you mean --json?"), (["-x"], "There is no option -x."),
      (["--interactive"], "There is no option --interactive."),
      (
        ["--base-url", "ftp://host"],
        "--base-url needs an http or https address such as http://127.0.0.1:8080, not \"ftp://host\"."
      ),
      (
        ["--base-url", "host:80"],
        "--base-url needs an http or https address such as http://127.0.0.1:8080, not \"host:80\"."
      ),
      (
        ["--base-url", "http://"],
        "--base-url needs an http or https address such as http://127.0.0.1:8080, not \"http://\"."
      ),
      (
        ["--base-url", "http://127.0.0.1:99999"],
        "--base-url needs an http or https address such as http://127.0.0.1:8080, not \"http://127.0.0.1:99999\"."
      ),
      (
        ["--base-url", "http://127.0.0.1:0"],
        "--base-url needs an http or https address such as http://127.0.0.1:8080, not \"http://127.0.0.1:0\"."
      ),
      (["--fail", "nosuch"], "--fail: there is no fault \"nosuch\"."),
      (["--fail", "503x"], "--fail: there is no fault \"503x\". Did you mean 503?"),
      (["--fail", "Trunkate"], "--fail: there is no fault \"Trunkate\". Did you mean truncate?"),
      (
        ["--base-url", "http://host", "--fail", "500"], "--fail is for the built-in server only; leave --base-url out."
      ),
      (
        ["--latency", "5", "--base-url", "http://host"],
        "--latency is for the built-in server only; leave --base-url out."
      ),
    ])
  func refused(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) {
      try CommandRequest(arguments: ["seoul"] + arguments, environment: [:])
    }
  }

  @Test(
    "A place that is none is refused",
    arguments: ["91,0", "0,181", "1", "1,2,3", "1,", ",", "nan,0", "ICNX5", "IC", "인천공항", "I.N", "a b"])
  func badPlace(text: String) {
    let message = "--from needs LAT,LON (-90 to 90, -180 to 180) or an airport's code such as ICN, not \"\(text)\"."
    #expect(throws: UsageError(message)) { try CommandRequest(arguments: ["x", "--from", text], environment: [:]) }
  }

  @Test("An environment that makes no sense is refused with the variable's name")
  func badEnvironment() {
    let bad = "AIRPORTS_BASE_URL needs an http or https address such as http://127.0.0.1:8080, not \"nonsense\"."
    #expect(throws: UsageError(bad)) {
      try CommandRequest(arguments: ["x"], environment: ["AIRPORTS_BASE_URL": "nonsense"])
    }
    let both = "--fail is for the built-in server only; leave AIRPORTS_BASE_URL out."
    #expect(throws: UsageError(both)) {
      try CommandRequest(arguments: ["x", "--fail", "500"], environment: ["AIRPORTS_BASE_URL": "http://host"])
    }
  }

  @Test("A query without a letter or digit is refused")
  func others() {
    #expect(throws: UsageError("The query \"? !\" has no letter and no digit.")) {
      try CommandRequest(arguments: ["?", "!"], environment: [:])
    }
  }

  @Test("The help names every option and every fault, in at most 100 columns")
  func help() {
    for option in [
      "--from", "--limit", "--json", "--plain", "--base-url", "--timeout", "--latency", "--fail", "--no-color",
      "--lang", "-q", "-v", "-h", "--help", "--version", "AIRPORTS_BASE_URL", "NO_COLOR",
    ] { #expect(CommandHelp.text.contains(option)) }
    for fault in CommandFaults.all { #expect(CommandHelp.text.contains(" \(fault.rawValue)")) }
    #expect(CommandHelp.text.split(separator: "\n").allSatisfy { $0.count <= 100 })
  }
}

private func point(_ latitude: Double, _ longitude: Double) -> CommandOptions.Origin? {
  GeoPoint(latitude: latitude, longitude: longitude).map { .point($0) }
}

/// Words and variables, and the search that they ask for.
private struct OptionCase: Sendable, CustomTestStringConvertible {
  let arguments: [String]
  let environment: [String: String]
  let expected: CommandOptions

  init(_ arguments: [String], _ environment: [String: String] = [:], _ change: (inout CommandOptions) -> Void) {
    self.arguments = arguments
    self.environment = environment
    var expected = CommandOptions(query: "seoul")
    change(&expected)
    self.expected = expected
  }

  var testDescription: String { "\(arguments) \(environment)" }
}

private let optionCases: [OptionCase] = [
  OptionCase(["seoul"]) { _ in },
  OptionCase(["new", "york"]) { $0.query = "new york" },
  OptionCase(["seoul", "--limit", "5"]) { $0.limit = 5 }, OptionCase(["seoul", "--limit=5"]) { $0.limit = 5 },
  OptionCase(["--limit", "5", "--limit", "7", "seoul"]) { $0.limit = 7 },
  OptionCase(["seoul", "--from", "37.46,126.44"]) { $0.origin = point(37.46, 126.44) },
  OptionCase(["seoul", "--from", "-37.5, -0.5"]) { $0.origin = point(-37.5, -0.5) },
  OptionCase(["seoul", "--from=-90,180"]) { $0.origin = point(-90, 180) },
  OptionCase(["seoul", "--from", "icn"]) { $0.origin = .airport(code: "ICN") },
  OptionCase(["seoul", "--from", "RKSI"]) { $0.origin = .airport(code: "RKSI") },
  OptionCase(["seoul", "--json"]) { $0.format = .json }, OptionCase(["seoul", "--plain"]) { $0.format = .plain },
  OptionCase(["seoul", "--json", "--plain"]) { $0.format = .plain },
  OptionCase(["seoul", "--base-url", "http://host:1/v1"]) { $0.baseURL = "http://host:1/v1" },
  OptionCase(["seoul", "--base-url", "HTTPS://host"]) { $0.baseURL = "HTTPS://host" },
  OptionCase(["seoul", "--timeout", "0.25"]) { $0.timeout = .milliseconds(250) },
  OptionCase(["seoul", "--timeout", "3600"]) { $0.timeout = .seconds(3600) },
  OptionCase(["seoul", "--latency", "20"]) { $0.latency = .milliseconds(20) },
  OptionCase(["seoul", "--fail", "500"]) { $0.fault = .status500 },
  OptionCase(["seoul", "--fail", "slow"]) { $0.fault = .slow },
  OptionCase(["seoul", "--no-color"]) { $0.isColourAllowed = false },
  OptionCase(["seoul", "-q"]) { $0.verbosity = .quiet }, OptionCase(["seoul", "-v"]) { $0.verbosity = .verbose },
  OptionCase(["seoul", "--lang", "ko"]) { $0.language = .korean },
  OptionCase(["--", "--json"]) { $0.query = "--json" }, OptionCase(["seoul", "--", "-q"]) { $0.query = "seoul -q" },
]

private let environmentCases: [OptionCase] = [
  OptionCase([], ["AIRPORTS_BASE_URL": "http://host:1"]) { $0.baseURL = "http://host:1" },
  OptionCase(["--base-url", "http://host:2"], ["AIRPORTS_BASE_URL": "http://host:1"]) { $0.baseURL = "http://host:2" },
  OptionCase(["--base-url", "http://host:2"], ["AIRPORTS_BASE_URL": "nonsense"]) { $0.baseURL = "http://host:2" },
  OptionCase([], ["AIRPORTS_BASE_URL": ""]) { _ in }, OptionCase([], ["NO_COLOR": "1"]) { $0.isColourAllowed = false },
  OptionCase([], ["NO_COLOR": ""]) { _ in }, OptionCase([], ["TERM": "dumb"]) { $0.isColourAllowed = false },
  OptionCase([], ["LANG": "ko_KR.UTF-8"]) { $0.language = .korean },
  OptionCase([], ["LANG": "ko_KR.UTF-8", "LC_ALL": "en_GB.UTF-8"]) { _ in },
  OptionCase(["--lang", "en"], ["LANG": "ko_KR.UTF-8"]) { _ in },
]
