import AirportApp
import Foundation
import Testing

@Suite("The built command", .serialized)
struct BuiltCommandTests {
  @Test("finds Seoul's airports in a table")
  func seoul() throws {
    let outcome = try BuiltCommand.run("seoul")
    #expect(
      outcome.output == """
        CODE  AIRPORT                        CITY   COUNTRY
        GMP   Gimpo International Airport    Seoul  South Korea
        ICN   Incheon International Airport  Seoul  South Korea
        SSN   Seoul Air Base                 -      South Korea

        """)
    #expect(outcome.errors == "")
    #expect(outcome.code == 0)
  }

  @Test(
    "sorts by distance from a place and from an airport",
    arguments: [("37.46,126.44", [1.4, 33, 60]), ("ICN", [0, 32, 59]), ("rksi", [0, 32, 59])])
  func from(origin: String, kilometres: [Double]) throws {
    let outcome = try BuiltCommand.run("seoul", "--from", origin)
    #expect(outcome.outputLines.first == "CODE  AIRPORT                        CITY   COUNTRY      DISTANCE")
    #expect(outcome.outputLines.dropFirst().map { $0.prefix(3) } == ["ICN", "GMP", "SSN"])
    let distances = outcome.outputLines.dropFirst().map { line in
      line.components(separatedBy: " km")[0].split(separator: " ").last.flatMap { Double($0) } ?? -1
    }
    #expect(distances == kilometres)
    #expect(outcome.code == 0)
  }

  @Test("prints the nearest first, wherever they fit, and at most as many as asked")
  func nearest() throws {
    let outcome = try BuiltCommand.run("united", "--from", "51.5,-0.1", "--plain", "--limit", "20")
    let distances = outcome.outputLines.map { Double($0.components(separatedBy: "\t")[4]) ?? -1 }
    #expect(distances.count == 20)
    #expect(distances == distances.sorted())
    #expect(distances[0] < 20)
  }

  @Test("prints JSON that a program can read")
  func json() throws {
    let outcome = try BuiltCommand.run("london", "canada", "--json", "--from", "YXU")
    let objects = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]]
    let airport = try #require(objects?.first)
    #expect(objects?.count == 1)
    #expect(airport["code"] as? String == "YXU")
    #expect(airport["city"] as? String == "London")
    #expect(airport["latitude"] as? Double == 43.0356)
    #expect(airport["distance_km"] as? Double == 0)
    #expect(airport["runway_ft"] is NSNull)
    #expect(airport.count == 13)
    #expect(outcome.errors == "")
  }

  @Test("prints at most as many airports as asked")
  func limit() throws {
    let outcome = try BuiltCommand.run("london", "--limit", "2")
    #expect(outcome.outputLines.count == 3)
    #expect(outcome.code == 0)
  }

  @Test("finds nothing for an unknown word, says what may have been meant, and ends with 1")
  func unknown() throws {
    let outcome = try BuiltCommand.run("guarullios")
    #expect(outcome.output == "")
    #expect(outcome.errors == "airports: No airport matches \"guarullios\". Did you mean \"Guarulhos\"?\n")
    #expect(outcome.code == 1)
    let json = try BuiltCommand.run("guarullios", "--json", "-q")
    #expect(json.output == "[]\n")
    #expect(json.errors == "")
    #expect(json.code == 1)
  }

  @Test("finds what has a typo, and says so")
  func typo() throws {
    let outcome = try BuiltCommand.run("seuol", "--plain")
    #expect(outcome.outputLines.map { $0.prefix(3) } == ["GMP", "ICN", "SSN"])
    #expect(outcome.errors == "airports: Nothing is spelled \"seuol\"; these are spelled alike.\n")
    #expect(outcome.code == 0)
  }

  @Test("speaks Korean when asked to, or when the locale does")
  func korean() throws {
    let outcome = try BuiltCommand.run("seoul", environment: ["LANG": "ko_KR.UTF-8"])
    #expect(outcome.outputLines.first?.hasPrefix("코드  공항") == true)
    let unknown = try BuiltCommand.run("zzxxyyqq", "--lang", "ko")
    #expect(unknown.errors == "airports: \"zzxxyyqq\"에 맞는 공항이 없습니다.\n")
  }

  @Test("says what it does when asked to")
  func verbose() throws {
    let outcome = try BuiltCommand.run("seoul", "-v")
    #expect(outcome.errorLines.count == 2)
    #expect(outcome.errorLines.first?.hasPrefix("airports: Loading http://127.0.0.1:") == true)
    #expect(outcome.errorLines.last == "airports: 3 found, 3 printed.")
  }

  @Test("prints help and version on standard output")
  func help() throws {
    let help = try BuiltCommand.run("--help")
    #expect(help.output.contains("Usage: airports QUERY... [options]"))
    #expect(help.errors == "")
    #expect(help.code == 0)
    let version = try BuiltCommand.run("--version")
    #expect(version.output == "airports 0.1.0\n")
    #expect(version.code == 0)
  }

  @Test("prints the help on standard error and ends with 64 when nothing is asked")
  func nothing() throws {
    let outcome = try BuiltCommand.run()
    #expect(outcome.output == "")
    #expect(outcome.errors.contains("Usage: airports QUERY... [options]"))
    #expect(outcome.code == 64)
  }

  @Test(
    "says in one line that it needs something to search for when there are only options",
    arguments: [["--from", "ICN"], ["--limit", "3"], ["-v"], ["--"]])
  func noQuery(arguments: [String]) throws {
    let outcome = try BuiltCommand.start(arguments).outcome()
    #expect(outcome.output == "")
    #expect(outcome.errors == "airports: needs something to search for, such as: airports seoul --from ICN\n")
    #expect(outcome.code == 64)
  }

  @Test(
    "refuses bad options with 64, on standard error",
    arguments: [
      (["seoul", "--nonsense"], "airports: There is no option --nonsense."),
      (["seoul", "--limit", "x"], "airports: --limit needs a whole number from 1 to 100000, not \"x\"."),
      (
        ["seoul", "--from", "QQQ0"],
        "airports: --from: no airport has the code \"QQQ0\". Give another code, or LAT,LON."
      ),
      (
        ["seoul", "--base-url", "nonsense\nline"],
        "airports: --base-url needs an http or https address such as http://127.0.0.1:8080, not \"nonsense line\"."
      ),
    ])
  func usage(arguments: [String], line: String) throws {
    let outcome = try BuiltCommand.start(arguments).outcome()
    #expect(outcome.output == "")
    #expect(outcome.errorLines.first.map(String.init) == line)
    #expect(outcome.code == 64)
  }
}

@Suite("The built command fails", .serialized)
struct BuiltCommandFailureTests {
  static let endless: Set<LoopbackServer.Fault> = [.slow, .silence, .silenceAfterHead, .silenceInBody]

  @Test("with one line and 2 for every fault, within its timeout", arguments: faultNames)
  func faults(name: String) throws {
    let isEndless = Self.endless.contains { $0.rawValue == name }
    let clock = ContinuousClock()
    var outcome: BuiltCommand.Outcome?
    let time = try clock.measure {
      outcome = try BuiltCommand.run("seoul", "--fail", name, "--timeout", isEndless ? "0.7" : "60")
    }
    #expect(outcome?.code == 2)
    #expect(outcome?.output == "")
    #expect(outcome?.errorLines.count == 1)
    #expect(outcome?.errors.hasPrefix("airports: Cannot load http://127.0.0.1:") == true, "\(outcome?.errors ?? "")")
    if isEndless { #expect(outcome?.errors.contains("no whole answer within 0.7 s") == true) }
    #expect(time < .seconds(30))
  }

  @Test("with one line and 2 when nobody listens at the address")
  func refused() throws {
    let outcome = try BuiltCommand.run("seoul", environment: ["AIRPORTS_BASE_URL": "http://127.0.0.1:1"])
    #expect(
      outcome.errors == "airports: Cannot load http://127.0.0.1:1/airports.json. "
        + "The server cannot be reached. Try again later. Check --base-url.\n")
    #expect(outcome.output == "")
    #expect(outcome.code == 2)
  }

  @Test("never by waiting for longer than the latency that its timeout allows")
  func latency() throws {
    let late = try BuiltCommand.run("seoul", "--latency", "60000", "--timeout", "0.5")
    #expect(late.code == 2)
    let early = try BuiltCommand.run("seoul", "--latency", "200", "--timeout", "60")
    #expect(early.code == 0)
  }

  @Test(
    "with one line and 2 when what it prints is lost",
    arguments: [["gimpo"], ["gimpo", "--json"], ["gimpo", "--plain"], ["--help"]])
  func lostOutput(arguments: [String]) throws {
    #if os(Linux)
      let full = try BuiltCommand.run(arguments, through: ">/dev/full")
      #expect(full.errors == "airports: Cannot write the output: No space left on device.\n")
      #expect(full.code == 2)
    #endif
    let closed = try BuiltCommand.run(arguments, through: ">&-")
    #expect(closed.errors == "airports: Cannot write the output: Bad file descriptor.\n")
    #expect(closed.code == 2)
  }

  @Test("not at all when standard input or standard error is closed")
  func closedOthers() throws {
    let outcome = try BuiltCommand.run(["gimpo", "--plain", "-v"], through: "<&- 2>&-")
    #expect(outcome.output.hasPrefix("GMP\t"))
    #expect(outcome.errors == "")
    #expect(outcome.code == 0)
  }

  @Test("quietly when nobody reads what it prints")
  func closedPipe() throws {
    let command = try BuiltCommand.start(["a", "--json", "--latency", "300"])
    try command.stopReading()
    #expect(command.codeUnread() == 0)
    #expect(command.errorsUnread == "")
  }
}

@Suite("The built command and another server", .serialized)
struct BuiltCommandServerTests {
  @Test("loads the airports once from the address it is given")
  func otherServer() throws {
    let document = #"[{"code":"QQ1","lat":"1","lon":"2","name":"First Field","city":"Nowhere"},{"bad":1}]"#
    let server = try LoopbackServer.started { $0.document = Data(document.utf8) }
    defer { server.stop() }
    let outcome = try BuiltCommand.run("nowhere", "--base-url", server.baseURL.absoluteString)
    #expect(outcome.outputLines.last == "QQ1   First Field  Nowhere")
    #expect(outcome.code == 0)
    #expect(server.requests.map(\.target) == ["/airports.json"])
  }

  @Test(
    "says why a document has no airport, and ends with 2",
    arguments: [
      ("[]", ["seoul"], "the document is empty."), ("[]", ["seoul", "--from", "ICN"], "the document is empty."),
      (
        #"[{"a":1},null]"#, ["seoul", "--json", "--from", "ICN"],
        "the document has no usable airport. Its first row failed at [0].code: The value is missing."
      ),
    ])
  func unusable(document: String, arguments: [String], reason: String) throws {
    let server = try LoopbackServer.started { $0.document = Data(document.utf8) }
    defer { server.stop() }
    let address = server.baseURL.absoluteString
    let outcome = try BuiltCommand.start(arguments + ["--base-url", address]).outcome()
    #expect(outcome.errors == "airports: Cannot use \(address)/airports.json: \(reason)\n")
    #expect(outcome.output == "")
    #expect(outcome.code == 2)
  }

  @Test("takes the address from the environment, with a path and a slash, and shows no password")
  func environment() throws {
    let server = try LoopbackServer.started { $0.fault = .status404 }
    defer { server.stop() }
    let address = "http://traveller:hush@127.0.0.1:\(server.port)/v1/"
    let outcome = try BuiltCommand.run("qa1", environment: ["AIRPORTS_BASE_URL": address])
    #expect(
      outcome.errors == "airports: Cannot load http://127.0.0.1:\(server.port)/v1/airports.json: "
        + "the server answered 404. This was not found. Check --base-url.\n")
    #expect(outcome.code == 2)
  }

  @Test("lets go of the connection and ends with 130 when it is interrupted")
  func interrupted() throws {
    let server = try LoopbackServer.started { $0.fault = .silence }
    defer { server.stop() }
    let command = try BuiltCommand.start(["seoul", "--base-url", server.baseURL.absoluteString, "--timeout", "100"])
    #expect(server.waitForRequests(1, timeout: .seconds(60)))
    command.process.interrupt()
    let outcome = command.outcome()
    #expect(outcome.code == 130)
    #expect(outcome.output == "")
    #expect(outcome.errors == "")
    #expect(server.waitForOpenConnections(atMost: 0))
  }
}

/// Every fault that the help names.
private let faultNames = [
  "400", "401", "403", "404", "408", "409", "410", "422", "429", "500", "502", "503", "504", "204", "empty200",
  "html200", "html500", "badjson", "wrongshape", "slow", "truncate", "reset", "reset-before-head",
  "close-before-head", "silence", "silence-after-head", "silence-in-body", "gzip-cut", "gzip-garbage", "chunk-cut",
  "chunk-garbage", "bad-status-line", "not-http", "redirect-loop", "redirect-nowhere",
]
