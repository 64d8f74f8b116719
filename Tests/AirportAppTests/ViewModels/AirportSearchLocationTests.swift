import AirportApp
import AirportNet
import MiniRx
import Testing

@MainActor
@Suite("Search knows where the person is")
struct AirportSearchLocationTests {
  private let incheon = GeoPoint(latitude: 37.4691, longitude: 126.451)
  private let jeju = GeoPoint(latitude: 33.5113, longitude: 126.493)

  @Test("Rows are sorted by distance when the location is known before")
  func known() {
    let run = SearchRun(.airports(sampleAirports))
    run.at(0) { $0.location.accept(incheon) }
    run.at(0) { $0.query.accept("seoul") }
    run.at(500)
    #expect(run.rows == ["0", "0", "300 ICN@0 GMP@31 SSN@58"])
  }

  @Test("Rows are sorted again when the location comes late, when it moves and when it goes")
  func late() {
    let run = SearchRun(.airports(sampleAirports))
    run.at(0) { $0.query.accept("seoul") }
    run.at(500) { $0.location.accept(incheon) }
    run.at(600) { $0.location.accept(jeju) }
    run.at(700) { $0.location.accept(nil) }
    #expect(
      run.rows == [
        "0", "300 GMP ICN SSN", "500 ICN@0 GMP@31 SSN@58", "600 ICN@440 GMP@450 SSN@441", "700 GMP ICN SSN",
      ])
    #expect(run.statuses == ["0 idle", "300 found 3"])
    #expect(run.api.begun == 1)
  }

  @Test("What fits better stays before what is nearer")
  func rankFirst() {
    let airports = [
      sampleAirport("AAA", "Seoul Field", city: "Elsewhere", at: (0, 1)),
      sampleAirport("BBB", city: "Seoul", at: (0, 9)),
      sampleAirport("CCC", city: "Seoul", at: (0, 5)), sampleAirport("DDD", city: "Seoul", at: (0, 5)),
    ]
    let run = SearchRun(.airports(airports))
    run.at(0) { $0.location.accept(GeoPoint(latitude: 0, longitude: 0)) }
    run.at(0) { $0.query.accept("seoul") }
    run.at(500)
    #expect(run.rows.last == "300 CCC@555 DDD@555 BBB@1000 AAA@111")
  }

  @Test("The airport that was picked shows its distance, also when the location or the airports come later")
  func selection() {
    let run = SearchRun(.airports(sampleAirports, after: .milliseconds(100)))
    run.at(0) { $0.selection.accept("CJU") }
    run.at(200) { $0.location.accept(incheon) }
    run.at(300) { $0.selection.accept("QQQ") }
    run.at(400) { $0.selection.accept(nil) }
    #expect(run.selected == ["0 none", "0 none", "100 CJU somewhere", "200 CJU 440", "300 none", "400 none"])
  }
}
