import Foundation
import Testing

@Suite("The built command runs scripts, the same each time", .serialized)
struct ScriptedCommandTests {
  private static func run(_ script: String, _ arguments: String...) throws -> BuiltCommand.Outcome {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).keys")
    try Data(script.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let outcome = try BuiltCommand.start(["--script", file.path] + arguments).outcome()
    return BuiltCommand.Outcome(
      code: outcome.code, output: outcome.output,
      errors: outcome.errors.replacingOccurrences(of: file.path, with: "FILE"))
  }

  @Test("It prints screens of the bundled airports")
  func screens() throws {
    let outcome = try Self.run(
      """
      0     resize 60x8 "seoul" every 80
      1500  down show enter
      +100  show
      """)
    #expect(
      outcome.output == """
        --- 1500 ms
        > seoul
        Airport 2 of 3
          CODE  AIRPORT                        CITY   COUNTRY
          GMP   Gimpo International Airport    Seoul  South Korea
        > ICN   Incheon International Airport  Seoul  South Korea
          SSN   Seoul Air Base                 -      South Korea

        Up/Down choose  Enter details  Esc clear  Ctrl-C cancel  Ct…
        --- 1600 ms
        > seoul
        Airport 2 of 3

        Incheon International Airport
          Code       ICN / RKSI
          Place      Seoul, Incheon, South Korea
          Position   37.4691, 126.4510
        Esc back  Up/Down other airports  Ctrl-C twice quit

        """)
    #expect(outcome.errors == "")
    #expect(outcome.code == 0)
  }

  @Test("It draws the run, failures of the server inside included, and ends as the keys do")
  func marbles() throws {
    let outcome = try Self.run(
      "0 \"icn\" every 100\n900 ctrl-c ctrl-c", "--marbles", "--fail", "500", "--latency", "100")
    #expect(
      outcome.output == """
        ms         0     100   200             500     600             900
        keys       i-----c-----n---------------------------------------(ctrl-c ctrl-c)-
        debounced  ----------------------------icn-------------------------------------
        requests   ?~~~~~#---------------------?~~~~~~~#-------------------------------
        results    ------#-------------------------------------------------------------

        """)
    #expect(outcome.code == 130)
    let query = try BuiltCommand.run("gmp", "--marbles", "--debounce", "50")
    #expect(
      query.output == """
        ms         0        50                   100   150                200   250
        keys       g-----------------------------m------------------------p---------
        debounced  ---------g--------------------------gm-----------------------gmp-
        requests   (?!)-------------------------------------------------------------
        results    ---------LPJ,GSU,SSZ+3529-----------AGA,OUD,MEK+74-----------GMP-

        """)
    #expect(query.code == 0)
  }

  @Test("A script at fault is told of by line and column, and a file that is not there by its name; both end with 64")
  func faults() throws {
    let fault = try Self.run("0 up\n5 upp")
    #expect(fault.errors == "airports: FILE:2:3: There is no step \"upp\".\n")
    #expect(fault.output == "")
    #expect(fault.code == 64)
    let missing = try BuiltCommand.run("--script", "/nowhere/a.keys")
    #expect(missing.errors == "airports: --script: cannot read /nowhere/a.keys: No such file or directory.\n")
    #expect(missing.code == 64)
  }
}
