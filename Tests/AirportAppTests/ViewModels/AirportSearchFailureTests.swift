import AirportApp
import AirportNet
import MiniRx
import Testing

@MainActor
@Suite("Search survives failing loads")
struct AirportSearchFailureTests {
  @Test("A failure shows, and the next key press loads again and finds")
  func nextKeyPress() {
    let run = SearchRun(
      .failure(.refused, after: .milliseconds(100)), .airports(sampleAirports, after: .milliseconds(50)))
    run.at(0) { $0.query.accept("ic") }
    run.at(1_000) { $0.query.accept("icn") }
    run.at(2_000)
    #expect(run.errors == ["0 none", "100 refused", "300 none"])
    #expect(run.api.begun == 2)
    #expect(run.rows == ["0", "300", "350 ICN", "1300 ICN"])
  }

  @Test("A failure with nothing typed waits for the key press, and loads nothing by itself")
  func waits() {
    let run = SearchRun(.failure(.refused), .airports(sampleAirports))
    run.at(60_000)
    #expect(run.api.begun == 1)
    #expect(run.errors == ["0 refused"])
    #expect(run.statuses == ["0 failed refused"])
    run.at(60_000) { $0.query.accept("icn") }
    run.at(61_000)
    #expect(run.api.begun == 2)
    #expect(run.errors == ["0 refused", "60300 none"])
    #expect(run.rows == ["0", "60300", "60300 ICN"])
  }

  @Test("Each key press after each failure tries once more, the same text too")
  func again() {
    let run = SearchRun(.failure(.refused), .failure(.late), .failure(.late), .airports(sampleAirports))
    for time in [0, 1_000, 2_000] { run.at(time) { $0.query.accept("icn") } }
    run.at(3_000)
    #expect(run.api.begun == 4)
    #expect(run.errors == ["0 refused", "300 none", "300 timed out", "1300 none", "1300 timed out", "2300 none"])
    #expect(run.rows == ["0", "300", "2300 ICN"])
    #expect(run.statuses.last == "2300 found 1")
  }

  @Test("A key press while a load is under way does not begin another")
  func noSecondLoad() {
    let run = SearchRun(.airports(sampleAirports, after: .seconds(10)))
    run.type("icn", from: 0, every: 1_000)
    run.at(20_000)
    #expect(run.api.begun == 1)
    #expect(run.api.cancelled == 0)
    #expect(run.rows == ["0", "300", "1300", "2300", "10000 ICN"])
  }
}

@MainActor
@Suite("Search loads anew")
struct AirportSearchRefreshTests {
  private let before = [sampleAirport("OLD", city: "Seoul")]
  private let after = [sampleAirport("NEW", city: "Seoul")]

  @Test("A refresh keeps the rows until the new ones are there")
  func refresh() {
    let run = SearchRun(.airports(before), .airports(after, after: .milliseconds(100)))
    run.at(0) { $0.query.accept("seoul") }
    run.at(1_000) { $0.refresh.accept(()) }
    run.at(2_000)
    #expect(run.rows == ["0", "300 OLD", "1100 NEW"])
    #expect(run.loading == ["0 false", "1000 true", "1100 false"])
    #expect(run.statuses == ["0 idle", "300 found 1"])
  }

  @Test("A refresh that fails says so and keeps the rows; the next key press tries again")
  func failed() {
    let run = SearchRun(.airports(before), .failure(.refused, after: .milliseconds(100)), .airports(after))
    run.at(0) { $0.query.accept("seoul") }
    run.at(1_000) { $0.refresh.accept(()) }
    run.at(2_000) { $0.query.accept("seoul ") }
    run.at(3_000)
    #expect(run.rows == ["0", "300 OLD", "2300 NEW"])
    #expect(run.errors == ["0 none", "1100 refused", "2300 none"])
    #expect(run.statuses == ["0 idle", "300 found 1"])
  }

  @Test("The answer of an older load never comes after that of a newer one")
  func stale() {
    let run = SearchRun(
      .airports(before, after: .seconds(5)), .airports(after, after: .milliseconds(100)), .failure(.refused))
    run.at(0) { $0.query.accept("seoul") }
    run.at(1_000) { $0.refresh.accept(()) }
    run.at(10_000)
    #expect(run.rows == ["0", "300", "1100 NEW"])
    #expect(run.errors == ["0 none"])
    #expect(run.api.begun == 2)
    #expect(run.api.cancelled == 1)
  }

  @Test("A load that is given up is cancelled, says so, and the next key press loads again")
  func givenUp() {
    let run = SearchRun(.airports(before, after: .seconds(5)), .airports(after, after: .milliseconds(100)))
    run.at(0) { $0.query.accept("seoul") }
    run.at(1_000) { $0.cancel.accept(()) }
    run.at(1_000) { $0.cancel.accept(()) }
    #expect(run.api.cancelled == 1)
    run.at(2_000) { $0.query.accept("seoul") }
    run.at(3_000) { $0.cancel.accept(()) }
    run.at(10_000)
    #expect(run.errors == ["0 none", "1000 Cancelled.", "2300 none"])
    #expect(run.loading == ["0 true", "1000 false", "2300 true", "2400 false"])
    #expect(run.rows == ["0", "300", "2400 NEW"])
  }

  @Test("A model that goes cancels its load, and nothing is shown afterwards")
  func released() {
    let run = SearchRun(.airports(before, after: .seconds(5)))
    run.at(0) { $0.query.accept("seoul") }
    run.at(100)
    weak let model = run.model
    #expect(model != nil)
    run.drop()
    #expect(model == nil)
    #expect(run.api.cancelled == 1)
    run.at(10_000)
    #expect(run.rows == ["0"])
    #expect(run.statuses == ["0 idle"])
    #expect(run.scheduler.isIdle)
  }

  @Test("A model that goes after its load has cancelled nothing, and forgets what was typed last")
  func releasedLater() {
    let run = SearchRun(.airports(before))
    run.at(0) { $0.query.accept("seoul") }
    run.at(100)
    weak let model = run.model
    run.drop()
    run.at(1_000)
    #expect(model == nil)
    #expect(run.api.cancelled == 0)
    #expect(run.rows == ["0"])
  }
}
