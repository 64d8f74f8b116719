import AirportNet
import Testing

@testable import AirportApp

@Suite("The command reads how to search while one types")
struct InteractiveRequestTests {
  private static func options(_ change: (inout CommandOptions) -> Void) -> CommandOptions {
    var options = CommandOptions(query: "")
    change(&options)
    return options
  }

  @Test("Without a word it is a search while one types")
  func interactive() throws {
    let request = try CommandRequest(arguments: ["--debounce", "0", "--marbles", "--lang=ko"], environment: [:])
    let options = Self.options { ($0.debounce, $0.showsMarbles, $0.language) = (.zero, true, .korean) }
    #expect(request == .interactive(options, isBare: false))
  }

  @Test("A script, or a query whose diagram is wanted, is run in virtual time")
  func scripted() throws {
    let script = try CommandRequest(arguments: ["--script", "a.keys", "--marbles"], environment: [:])
    #expect(script == .scripted(Self.options { ($0.script, $0.showsMarbles) = ("a.keys", true) }))
    let query = try CommandRequest(arguments: ["new", "york", "--marbles"], environment: [:])
    #expect(query == .scripted(Self.options { ($0.query, $0.showsMarbles) = ("new york", true) }))
  }

  @Test(
    "What makes no sense is refused",
    arguments: [
      (["--debounce", "-1"], "--debounce needs a whole number from 0 to 60000, not \"-1\"."),
      (["--debounce"], "--debounce needs a value."), (["--script"], "--script needs a value."),
      (["--marbles=1"], "--marbles takes no value."),
      (["seoul", "--script", "f"], "--script types the query; leave \"seoul\" out."),
      (["--script", "f", "--json"], "--script and --marbles print text; leave --json and --plain out."),
      (["seoul", "--marbles", "--plain"], "--script and --marbles print text; leave --json and --plain out."),
      (["--marble"], "There is no option --marble. Did you mean --marbles?"),
    ])
  func refused(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try CommandRequest(arguments: arguments, environment: [:]) }
  }
}
