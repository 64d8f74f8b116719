import AirportNet
import Testing

@testable import AirportApp

@Suite("The command reads its subcommands")
struct SubcommandRequestTests {
  @Test("The first word may name a subcommand", arguments: subcommandCases)
  fileprivate func named(_ line: SubcommandCase) throws {
    #expect(try CommandRequest(arguments: line.words, environment: [:]) == line.expected)
  }

  @Test(
    "Behind a mark, and behind another word, the name of a subcommand is searched for",
    arguments: [
      (["--", "login"], "login"), (["--", "show", "ICN"], "show ICN"), (["new", "posts"], "new posts"),
      (["-q", "--", "serve"], "serve"),
    ])
  func searched(words: [String], query: String) throws {
    guard case .search(let options) = try CommandRequest(arguments: words, environment: [:]) else {
      Issue.record("\(words) is no search.")
      return
    }
    #expect(options.query == query)
  }

  @Test("A mark behind the name of a subcommand ends its options")
  func marked() throws {
    #expect(
      try CommandRequest(arguments: ["show", "--", "-x"], environment: [:])
        == .show(code: "-x", CommandOptions(query: "")))
  }

  @Test(
    "What makes no sense is refused in one line",
    arguments: [
      (["show"], "show needs CODE, such as: airports show ICN"), (["show", "ICN", "GMP"], "show takes no \"GMP\"."),
      (["login", "a@b.c", "x"], "login takes no \"x\"."), (["serve", "8080"], "serve takes no \"8080\"."),
      (["posts"], "posts needs list|comments|create|update|delete, such as: airports posts list"),
      (
        ["posts", "lst"],
        "posts has no \"lst\"; it has list, comments, create, update, delete. Did you mean list?"
      ),
      (["posts", "office"], "posts has no \"office\"; it has list, comments, create, update, delete."),
      (["posts", "comments"], "posts comments needs N, such as: airports posts comments 1"),
      (["posts", "delete", "x"], "posts delete needs the number of a post, not \"x\"."),
      (["posts", "delete", "0"], "posts delete needs the number of a post, not \"0\"."),
      (["posts", "list", "1"], "posts list takes no \"1\"."),
      (["posts", "update", "1", "2"], "posts update takes no \"2\"."),
      (["seoul", "--title", "x"], "--title is for airports posts only."),
      (["login", "--port", "1"], "--port is for airports serve only."),
      (["posts", "list", "--from", "ICN"], "--from is for a search and airports show only."),
      (["show", "ICN", "--limit", "1"], "--limit is for a search and airports posts only."),
      (["serve", "--base-url", "http://host"], "--base-url is not for serve: it is the server."),
      (["serve", "--port", "65536"], "--port needs a whole number from 0 to 65535, not \"65536\"."),
      (["login", "--pasword-stdin"], "There is no option --pasword-stdin. Did you mean --password-stdin?"),
      (["login", "--yes=1"], "--yes takes no value."),
      (
        ["show", "ICN", "--fail", "500", "--base-url", "http://host"],
        "--fail is for the built-in server only; leave --base-url out."
      ),
    ])
  func refused(words: [String], message: String) {
    #expect(throws: UsageError(message)) { try CommandRequest(arguments: words, environment: [:]) }
  }

  @Test("A server does not ask where another one is")
  func serveAlone() throws {
    let environment = ["AIRPORTS_BASE_URL": "http://host"]
    let request = try CommandRequest(arguments: ["serve", "--fail", "500"], environment: environment)
    guard case .serve(let options) = request else {
      Issue.record("\(request)")
      return
    }
    #expect(options.fault == .status500)
  }

  @Test(
    "The language of errors is known also where the words make no sense",
    arguments: [
      (["--lang", "ko"], MessageLanguage.korean), (["--lang=ko", "--nonsense"], .korean), (["--nonsense"], .english),
      (["--", "--lang", "ko"], .english), (["--lang"], .english),
    ])
  func language(words: [String], language: MessageLanguage) {
    #expect(CommandRequest.language(arguments: words, environment: ["LANG": "en_GB"]) == language)
    #expect(CommandRequest.language(arguments: ["x"], environment: ["LANG": "ko_KR.UTF-8"]) == .korean)
  }

  @Test(
    "A word that is spelled like one of several finds it",
    arguments: [
      ("shwo", "show"), ("logn", "login"), ("post", "posts"), ("SERV", "serve"), ("login", nil), ("seoul", nil),
    ])
  func alike(word: String, name: String?) {
    #expect(Subcommand.alike(word) == name)
  }

  @Test("The help names every subcommand and every option of one")
  func help() {
    for name in [
      "show CODE", "login [EMAIL]", "posts list", "comments N", "create", "update N", "delete N", "serve [--port N]",
      "--email", "--password-stdin", "--yes", "--no-input", "--title", "--body", "--user", "--port",
    ] { #expect(CommandHelp.text.contains(name)) }
  }
}

/// Words, and what they ask for.
private struct SubcommandCase: Sendable, CustomTestStringConvertible {
  let words: [String]
  let expected: CommandRequest

  init(
    _ words: String..., make: (CommandOptions) -> CommandRequest, _ change: (inout CommandOptions) -> Void = { _ in }
  ) {
    self.words = words
    var options = CommandOptions(query: "")
    change(&options)
    expected = make(options)
  }

  var testDescription: String { words.joined(separator: " ") }
}

private let subcommandCases: [SubcommandCase] = [
  SubcommandCase("show", "ICN", make: { .show(code: "ICN", $0) }),
  SubcommandCase("--json", "show", "--from", "GMP", "icn", make: { .show(code: "icn", $0) }) {
    ($0.format, $0.origin) = (.json, .airport(code: "GMP"))
  },
  SubcommandCase("login", make: { .login($0) }),
  SubcommandCase("login", "a@example.com", "-y", "--password-stdin", "--no-input", make: { .login($0) }) {
    $0.subcommand.email = "a@example.com"
    ($0.subcommand.isConfirmed, $0.subcommand.readsPassword, $0.subcommand.mayAsk) = (true, true, false)
  },
  SubcommandCase("login", "--email=a@example.com", make: { .login($0) }) { $0.subcommand.email = "a@example.com" },
  SubcommandCase("posts", "list", "--limit", "3", make: { .posts(.list, $0) }) { $0.limit = 3 },
  SubcommandCase("posts", "comments", "2", make: { .posts(.comments(2), $0) }),
  SubcommandCase("posts", "create", "--title", "t", "--body", "b", "--user", "7", make: { .posts(.create, $0) }) {
    $0.subcommand.post = PostFields(userId: 7, title: "t", body: "b")
  },
  SubcommandCase("posts", "update", "2", make: { .posts(.update(2), $0) }),
  SubcommandCase("posts", "delete", "2", "--timeout", "2", make: { .posts(.delete(2), $0) }) {
    $0.timeout = .seconds(2)
  },
  SubcommandCase("serve", make: { .serve($0) }),
  SubcommandCase("serve", "--port", "8080", "--latency", "5", make: { .serve($0) }) {
    ($0.subcommand.port, $0.latency) = (8080, .milliseconds(5))
  },
]
