import AirportApp
import AirportNet
import MiniRx
import Testing

@MainActor
@Suite("The page of a city")
struct AirportListTests {
  private let london = AirportCity(sampleAirport("LHR", city: "London", country: "United Kingdom"))
  private let otherLondon = AirportCity(sampleAirport("YXU", city: "LONDON", country: "Canada"))
  private let seoul = AirportCity(sampleAirport("ICN", city: "Seoul", country: "South Korea"))

  @Test("Two Londons stay apart, and each has its airports by name")
  func apart() {
    let run = ListRun(.airports(sampleAirports))
    run.at(0) { $0.city.accept(london) }
    run.at(100) { $0.city.accept(otherLondon) }
    run.at(200) { $0.city.accept(nil) }
    #expect(run.screen["rows"] == ["0", "0 LCY LHR", "100 YXU", "200"])
    #expect(run.screen["status"] == ["0 idle", "0 found(2)", "100 found(1)", "200 idle"])
  }

  @Test("The nearest comes first once the location is there, and again when it moves")
  func late() {
    let run = ListRun(.airports(sampleAirports, after: .milliseconds(100)))
    run.at(0) { $0.city.accept(seoul) }
    run.at(200) { $0.location.accept(GeoPoint(latitude: 37.4691, longitude: 126.451)) }
    run.at(300) { $0.location.accept(GeoPoint(latitude: 37.5583, longitude: 126.791)) }
    #expect(run.screen["rows"] == ["0", "0", "100 GMP ICN", "200 ICN@0 GMP@31", "300 GMP@0 ICN@31"])
    #expect(run.screen["status"] == ["0 idle", "0 loading", "100 found(2)"])
    #expect(run.screen["loading"] == ["0 true", "100 false"])
  }

  @Test("An airport that was picked is told as seen from the location; one of another city is none")
  func selection() {
    let run = ListRun(.airports(sampleAirports))
    run.at(0) { $0.city.accept(seoul) }
    run.at(100) { $0.selection.accept("ICN") }
    run.at(200) { $0.location.accept(GeoPoint(latitude: 37.5583, longitude: 126.791)) }
    run.at(300) { $0.selection.accept("LHR") }
    #expect(run.screen["selected"] == ["0 -", "0 -", "100 ICN", "200 ICN@31", "300 -"])
  }

  @Test("A city that is not in the document has no airport")
  func unknown() {
    let run = ListRun(.airports(sampleAirports))
    run.at(0) { $0.city.accept(AirportCity(sampleAirport("QQQ", city: "Nowhere"))) }
    #expect(run.screen["rows"] == ["0", "0"])
    #expect(run.screen["status"] == ["0 idle", "0 noMatch(suggestions: [])"])
  }

  @Test("A failure shows, and the airports come with the next load")
  func failure() {
    let run = ListRun(.failure(.refused, after: .milliseconds(50)), .airports(sampleAirports))
    run.at(0) { $0.city.accept(london) }
    run.at(100) { $0.refresh.accept(()) }
    #expect(run.screen["error"] == ["0 none", "50 refused", "100 none"])
    #expect(run.screen["rows"] == ["0", "0", "100 LCY LHR"])
    #expect(run.screen["status"] == ["0 idle", "0 loading", "50 failed", "100 loading", "100 found(2)"])
  }

  @Test("A model that goes in the middle of a load cancels it")
  func released() {
    let run = ListRun(.airports(sampleAirports, after: .seconds(5)))
    run.at(0) { $0.city.accept(london) }
    run.at(100)
    weak let model = run.model
    run.model = nil
    #expect(model == nil)
    #expect(run.api.cancelled == 1)
    run.at(10_000)
    #expect(run.screen["rows"] == ["0", "0"])
    #expect(run.screen.scheduler.isIdle)
  }
}

/// The page of a city in virtual time.
@MainActor
private final class ListRun {
  let screen = Screen()
  let api: StubAirportAPI
  var model: AirportListViewModel?

  init(_ answers: StubAirportAPI.Answer...) {
    api = StubAirportAPI(answers, scheduler: screen.scheduler)
    let model = AirportListViewModel(library: AirportLibrary(api: api))
    self.model = model
    screen.watch("rows", model.rows) { $0.map(wayText).joined(separator: " ") }
    screen.watch("status", model.status, statusText)
    screen.watch("loading", model.isLoading) { "\($0)" }
    screen.watch("error", model.error) { $0 == nil ? "none" : "refused" }
    screen.watch("selected", model.selected) { $0.map(wayText) ?? "-" }
  }

  func at(_ milliseconds: Int, _ action: (AirportListViewModel) -> Void = { _ in }) {
    screen.at(milliseconds)
    if let model { action(model) }
  }
}

/// `ICN@31`
func wayText(_ detail: AirportDetail) -> String {
  detail.distance.map { "\(detail.id)@\(Int($0))" } ?? detail.id
}

/// `found(2)`
func statusText(_ status: AirportSearchStatus) -> String {
  if case .failed = status { "failed" } else { "\(status)" }
}
