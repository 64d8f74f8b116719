import AirportApp
import Foundation
import TestSupport
import Testing

@MainActor
@Suite("The command inside of a process", .serialized)
struct AirportsCommandTests {
  @Test("On a terminal it colours, and cuts to the window")
  func terminal() async {
    let run = await CommandRun(["gimpo"], columns: 44).finished()
    #expect(
      run.output.value == """
        \u{1B}[2mCODE  AIRPORT             CITY   COUNTRY\u{1B}[0m
        \u{1B}[1mGMP\u{1B}[0m   Gimpo Internation…  Seoul  South Korea

        """)
    #expect(run.codes == [0])
  }

  @Test(
    "It does not colour when it is asked not to",
    arguments: [
      (["--no-color"], [:]), ([], ["NO_COLOR": "1"]), ([], ["TERM": "dumb"]), (["--json"], [:]), (["--plain"], [:]),
    ]
      as [([String], [String: String])])
  func noColour(arguments: [String], environment: [String: String]) async {
    let run = await CommandRun(["gimpo"] + arguments, environment: environment, columns: 80).finished()
    #expect(run.output.value.contains("GMP"))
    #expect(!run.output.value.contains("\u{1B}"))
  }

  @Test("A load that takes longer than a tenth of a second shows so on a terminal, and wipes it")
  func progress() async {
    let slow = await CommandRun(["gimpo", "--latency", "400"], showsProgress: true).finished()
    #expect(slow.errors.value.hasPrefix("\r| Loading the airports…\u{1B}[K\r/ Loading the airports…\u{1B}[K"))
    #expect(slow.errors.value.hasSuffix("\u{1B}[K\r\u{1B}[K"))
    let failed = await CommandRun(["gimpo", "--latency", "400", "--fail", "500"], showsProgress: true).finished()
    #expect(failed.errors.value.contains("\u{1B}[K\r\u{1B}[Kairports: Cannot load "))
    let quiet = await CommandRun(["gimpo", "--latency", "400", "-q"], showsProgress: true).finished()
    #expect(quiet.errors.value == "")
    let piped = await CommandRun(["gimpo", "--latency", "400"]).finished()
    #expect(piped.errors.value == "")
  }

  @Test("An interruption cancels the request at once, and ends once")
  func interrupted() async throws {
    let server = try LoopbackServer.started { $0.fault = .silence }
    defer { server.stop() }
    let run = CommandRun(["seoul", "--base-url", server.baseURL.absoluteString])
    run.command?.start()
    #expect(server.waitForRequests(1))
    run.command?.interrupt()
    run.command?.interrupt()
    #expect(run.codes == [130])
    #expect(server.waitForOpenConnections(atMost: 0))
    #expect(run.output.value + run.errors.value == "")
  }

  @Test("It ends well when nobody reads what it prints")
  func unread() async {
    let run = await CommandRun(["gimpo"], outcome: .unread).finished()
    #expect(run.codes == [0])
    #expect(run.errors.value == "")
  }

  @Test(
    "Output that is lost fails with 2 and one line, whatever was asked",
    arguments: [
      ["gimpo"], ["gimpo", "--json"], ["gimpo", "--plain", "-q"], ["zzzz", "--json", "-q"], ["--help"], ["--version"],
    ])
  func lost(arguments: [String]) async {
    let run = await CommandRun(arguments, outcome: .failed("No space")).finished()
    #expect(run.codes == [2])
    #expect(run.errors.value == "airports: Cannot write the output: No space.\n")
  }

  @Test("It goes when it has ended")
  func released() async {
    let run = await CommandRun(["gimpo"]).finished()
    weak let command = run.command
    #expect(command != nil)
    run.command = nil
    #expect(command == nil)
  }
}

/// One run of the command, and what it printed.
@MainActor
private final class CommandRun {
  let output = Locked("")
  let errors = Locked("")
  var command: AirportsCommand?
  private(set) var codes: [Int32] = []
  private var waiting: CheckedContinuation<Void, Never>?

  init(
    _ arguments: [String], environment: [String: String] = [:], columns: Int? = nil, showsProgress: Bool = false,
    outcome: CommandConsole.Outcome = .written
  ) {
    let console = CommandConsole(
      print: { [output] in
        output.value += $0; return outcome
      }, say: { [errors] in errors.value += $0 },
      columns: columns, showsProgress: showsProgress)
    command = AirportsCommand(arguments: arguments, environment: environment, console: console) { [weak self] code in
      self?.codes.append(code)
      self?.waiting?.resume()
      self?.waiting = nil
    }
  }

  /// Runs to the end.
  func finished() async -> CommandRun {
    await withWatchdog(seconds: 120, "the command") {
      await withCheckedContinuation { continuation in
        waiting = continuation
        command?.start()
      }
    }
    return self
  }
}
