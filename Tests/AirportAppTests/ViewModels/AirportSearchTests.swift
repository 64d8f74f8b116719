import AirportApp
import AirportNet
import MiniRx
import Testing

@MainActor
@Suite("Search while typing")
struct AirportSearchTests {
  @Test("A word typed at once is searched once, when the typing has paused")
  func debounced() {
    let run = SearchRun(.airports(sampleAirports, after: .milliseconds(50)))
    run.type("seoul", from: 100, every: 100)
    run.at(2_000)
    #expect(run.rows == ["0", "50", "800 GMP ICN SSN"])
    #expect(run.statuses == ["0 idle", "800 found 3"])
    #expect(run.api.begun == 1)
  }

  @Test("Letters typed slower than the pause are each searched")
  func slowTyping() {
    let run = SearchRun(.airports(sampleAirports))
    run.type("new", from: 0, every: 400)
    run.at(2_000)
    #expect(run.rows == ["0", "300 JFK SFO LCY LHR ICN YXU SAF SSN YNY", "700 JFK", "1100 JFK"])
  }

  @Test("The pause is exact: a letter just before its end begins it anew")
  func boundary() {
    let run = SearchRun(.airports(sampleAirports))
    run.at(0) { $0.query.accept("icn") }
    run.at(299) { $0.query.accept("gmp") }
    run.at(598)
    #expect(run.rows == ["0"])
    run.at(599)
    #expect(run.rows == ["0", "599 GMP"])
  }

  @Test("The first letters, typed before the airports are there, find them when they come")
  func typedBeforeLoad() {
    let run = SearchRun(.airports(sampleAirports, after: .milliseconds(1_000)))
    run.at(0) { $0.query.accept("icn") }
    run.at(2_000)
    #expect(run.rows == ["0", "300", "1000 ICN"])
    #expect(run.statuses == ["0 idle", "300 loading", "1000 found 1"])
    #expect(run.loading == ["0 true", "1000 false"])
  }

  @Test("Airports that come within the pause wait for its end")
  func loadedWithinPause() {
    let run = SearchRun(.airports(sampleAirports, after: .milliseconds(200)))
    run.at(100) { $0.query.accept("icn") }
    run.at(2_000)
    #expect(run.rows == ["0", "200", "400 ICN"])
    #expect(run.statuses == ["0 idle", "400 found 1"])
  }

  @Test("The same text, and one that folds to it, is not searched twice")
  func sameText() {
    let run = SearchRun(.airports(sampleAirports))
    run.at(0) { $0.query.accept("sao") }
    run.at(500) { $0.query.accept("são ") }
    run.at(1_000) { $0.query.accept("sao") }
    run.at(2_000)
    #expect(run.rows == ["0", "300 GRU"])
  }

  @Test("An empty field shows nothing, and says nothing")
  func cleared() {
    let run = SearchRun(.airports(sampleAirports))
    run.at(0) { $0.query.accept("icn") }
    run.at(1_000) { $0.query.accept("") }
    run.at(2_000)
    #expect(run.rows == ["0", "300 ICN", "1300"])
    #expect(run.statuses == ["0 idle", "300 found 1", "1300 idle"])
  }

  @Test("What nobody is called has no rows, and a word that may have been meant")
  func noMatch() {
    let run = SearchRun(.airports(sampleAirports))
    run.at(0) { $0.query.accept("guarrullos") }
    run.at(1_000) { $0.query.accept("xylophone") }
    run.at(2_000)
    #expect(run.rows == ["0", "300", "1300"])
    #expect(run.statuses == ["0 idle", "300 no match, Guarulhos", "1300 no match"])
  }

  @Test("The airports are loaded once, however much is typed and however many listen")
  func loadedOnce() {
    let run = SearchRun(.airports(sampleAirports, after: .milliseconds(10)))
    var late: [[String]] = []
    run.type("london canada", from: 0, every: 500)
    let subscription = run.model?.rows.drive(onNext: { late.append($0.map(\.id)) })
    run.at(10_000)
    subscription?.dispose()
    #expect(run.api.begun == 1)
    #expect(late == [["YXU"], ["YXU"]])
  }

  @Test("The pause can be chosen")
  func otherPause() {
    let run = SearchRun(.airports(sampleAirports), debounce: .milliseconds(10))
    run.at(0) { $0.query.accept("icn") }
    run.at(100)
    #expect(run.rows == ["0", "10 ICN"])
  }

  @Test("A listener that comes back hears at once how things stand")
  func listenerAgain() {
    let run = SearchRun(.airports(sampleAirports))
    run.at(0) { $0.query.accept("icn") }
    run.at(1_000)
    let again = SecondLook(run)
    #expect(again.seen == ["ICN", "found(1)", "false"])
  }
}

/// What a screen that is opened over the same model sees at once.
@MainActor
private final class SecondLook {
  var seen: [String] = []

  init(_ run: SearchRun) {
    guard let model = run.model else { return }
    model.rows.drive(onNext: { self.seen.append($0.map(\.id).joined(separator: " ")) }).dispose()
    model.status.drive(onNext: { self.seen.append("\($0)") }).dispose()
    model.isLoading.drive(onNext: { self.seen.append("\($0)") }).dispose()
  }
}

@MainActor
@Suite("Search finds what is meant")
struct AirportSearchMatchingTests {
  @Test(
    "What is typed in one go finds its airports, and cities are grouped with their country",
    arguments: [
      ("new york", ["New York, United States: JFK"]), ("NEWYORK", ["New York, United States: JFK"]),
      ("san f", ["San Francisco, United States: SFO", "Santa Fe, United States: SAF"]),
      ("são", ["São Paulo, Brazil: GRU"]), ("sao", ["São Paulo, Brazil: GRU"]), ("제주", ["제주, 대한민국: CJU"]),
      ("제ㅈ", ["제주, 대한민국: CJU"]), ("gru", ["São Paulo, Brazil: GRU"]), ("RKSI", ["Seoul, South Korea: ICN"]),
      ("guarulhso", ["São Paulo, Brazil: GRU"]), ("kennedi", ["New York, United States: JFK"]),
      ("london", ["London, United Kingdom: LCY LHR", "London, Canada: YXU"]),
      ("london canada", ["London, Canada: YXU"]),
      ("kennedxx", []),
    ])
  func matching(query: String, cities: [String]) {
    let run = SearchRun(.airports(sampleAirports, after: .milliseconds(100)))
    var seen: [String] = []
    let watching = run.model?.sections.drive(onNext: { sections in
      seen = sections.map { "\($0.city.name), \($0.city.country ?? ""): \($0.rows.map(\.id).joined(separator: " "))" }
    })
    run.at(0) { $0.query.accept(query) }
    run.at(500)
    watching?.dispose()
    #expect(seen == cities)
  }
}
