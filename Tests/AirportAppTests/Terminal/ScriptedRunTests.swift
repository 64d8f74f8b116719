import AirportNet
import Testing

@testable import AirportApp

@MainActor
@Suite("A script in virtual time has the same output everywhere")
struct ScriptedRunTests {
  private static func run(
    _ script: String,
    answer: Result<AirportResponse, NetworkError> = .success(AirportResponse(airports: sampleAirports)),
    columns: Int = 72, change: (inout CommandOptions) -> Void = { _ in }
  ) throws -> (code: Int32, text: String) {
    var options = CommandOptions(query: "")
    change(&options)
    return ScriptedRun(try KeyScript(script), options, answer: answer, address: "stub", columns: columns).run()
  }

  @Test("Letters typed one after the other are searched for once, when the airports are there")
  func marbles() throws {
    let run = try Self.run("0 \"seoul\" every 100") { ($0.showsMarbles, $0.latency) = (true, .milliseconds(250)) }
    #expect(
      run.text == """
        ms         0     100   200    300   400             700
        keys       s-----e-----o------u-----l---------------------------
        debounced  -----------------------------------------seoul-------
        requests   ?~~~~~~~~~~~~~~!-------------------------------------
        results    -----------------------------------------GMP,ICN,SSN-

        """)
    #expect(run.code == 0)
  }

  @Test("What was typed before the airports came is found when they come; Korean keeps the lines even")
  func korean() throws {
    let run = try Self.run("0 \"제주\" every 200\n900 ctrl-u ctrl-d") {
      ($0.showsMarbles, $0.latency, $0.language) = (true, .milliseconds(600), .korean)
    }
    #expect(
      run.text == """
        ms      0     200     500   600      900
        입력    제----주---------------------(ctrl-u ctrl-d)-
        검색어  --------------제주---------------------------
        요청    ?~~~~~~~~~~~~~~~~~~~!------------------------
        결과    --------------------CJU----------------------

        """)
  }

  @Test("A cancelled load, one that fails, one that takes too long")
  func loads() throws {
    let cancelled = try Self.run("100 ctrl-c\n200 \"s\"\n900 ctrl-c ctrl-c") {
      ($0.showsMarbles, $0.latency) = (true, .milliseconds(300))
    }
    #expect(cancelled.code == 130)
    #expect(
      cancelled.text == """
        ms         0  100     200    500    800            900
        keys       ---ctrl-c--s----------------------------(ctrl-c ctrl-c)-
        debounced  ------------------s-------------------------------------
        requests   ?~~x--------------?~~~~~~!------------------------------
        results    ---#---------------------SFO,GMP,GRU+4------------------

        """)
    let failed = try Self.run("0 \"s\"", answer: .failure(.refused)) { $0.showsMarbles = true }
    #expect(
      failed.text == """
        ms         0                                 300
        keys       s--------------------------------------
        debounced  ----------------------------------s----
        requests   (?#)------------------------------(?#)-
        results    #--------------------------------------

        """)
    let late = try Self.run("0 \"s\"") {
      ($0.showsMarbles, $0.latency, $0.timeout) = (true, .seconds(9), .seconds(2))
    }
    #expect(
      late.text == """
        ms         0      300                                2000
        keys       s-------------------------------------------
        debounced  -------s------------------------------------
        requests   ?~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~#-
        results    ------------------------------------------#-

        """)
  }

  @Test("Without a diagram the screens are printed that the script shows, else the last one")
  func screens() throws {
    let last = try Self.run("0 \"gmp\"\n400 resize 50x8")
    #expect(
      last.text == """
        --- 400 ms
        > gmp
        1 airport
          CODE  AIRPORT        CITY   COUNTRY
        > GMP   Gimpo Airport  Seoul  South Korea



        Up/Down choose  Enter details  Esc clear  Ctrl-C …

        """)
    let shown = try Self.run("0 resize 50x5 \"london\" show\n+300 show enter show\n+50 esc down enter show")
    #expect(
      shown.text == """
        --- 0 ms
        > london
        Type a city, a name, a code or a country.
        --- 300 ms
        > london
        Airport 1 of 3
          CODE  AIRPORT       CITY    COUNTRY
        > LCY   City Airport  London  United Kingdom
          LHR   Heathrow      London  United Kingdom
        --- 300 ms
        > london
        Airport 1 of 3

        City Airport
          Code      LCY / EGLC
        --- 350 ms
        > london
        Airport 2 of 3

        Heathrow
          Code      LHR / EGLL

        """)
  }

  @Test("It ends with the code of the keys", arguments: [("0 ctrl-d", 0), ("0 ctrl-c ctrl-c up", 130), ("0 up", 0)])
  func codes(script: String, code: Int32) throws {
    #expect(try Self.run(script).code == code)
  }
}
