import AirportApp
import AirportNet
import MiniRx
import Testing

@MainActor
@Suite("The page of an airport")
struct AirportDetailViewModelTests {
  private let gimpo = GeoPoint(latitude: 37.5583, longitude: 126.791)

  @Test("It waits for the airports, then for the location", arguments: ["ICN", "icn", "RKSI"])
  func late(code: String) {
    let run = DetailRun(.airports(sampleAirports, after: .milliseconds(100)))
    run.at(0) { $0.code.accept(code) }
    run.at(200) { $0.location.accept(gimpo) }
    #expect(run.screen["detail"] == ["0 -", "0 -", "100 ICN", "200 ICN@31"])
    #expect(run.screen["status"] == ["0 idle", "0 loading", "100 found(1)"])
    #expect(run.screen["loading"] == ["0 true", "100 false"])
  }

  @Test("Another code is another airport, none is none")
  func change() {
    let run = DetailRun(.airports(sampleAirports))
    run.at(0) { $0.code.accept("ICN") }
    run.at(100) { $0.code.accept("YXU") }
    run.at(200) { $0.code.accept(nil) }
    #expect(run.screen["detail"] == ["0 -", "0 ICN", "100 YXU", "200 -"])
    #expect(run.screen["status"] == ["0 idle", "0 found(1)", "200 idle"])
  }

  @Test("For a word that is no code it names the codes that the word finds")
  func unknown() {
    let run = DetailRun(.airports(sampleAirports))
    run.at(0) { $0.code.accept("london") }
    run.at(100) { $0.code.accept("QQQ") }
    #expect(run.screen["detail"] == ["0 -", "0 -", "100 -"])
    #expect(
      run.screen["status"] == [
        "0 idle", #"0 noMatch(suggestions: ["LCY", "LHR", "YXU"])"#, "100 noMatch(suggestions: [])",
      ])
  }

  @Test("A failure shows, and a load anew finds")
  func failure() {
    let run = DetailRun(.failure(.refused, after: .milliseconds(50)), .airports(sampleAirports))
    run.at(0) { $0.code.accept("ICN") }
    run.at(100) { $0.refresh.accept(()) }
    #expect(run.screen["error"] == ["0 none", "50 refused", "100 none"])
    #expect(run.screen["status"] == ["0 idle", "0 loading", "50 failed", "100 loading", "100 found(1)"])
    #expect(run.screen["detail"].last == "100 ICN")
  }

  @Test("A load anew that says other things of the same airport shows them")
  func changed() {
    let run = DetailRun(
      .airports([sampleAirport("ICN", "Old")]), .airports([sampleAirport("ICN", "New")], after: .milliseconds(10)))
    var names: [String?] = []
    let watching = run.model?.detail.drive(onNext: { names.append($0?.airport.name) })
    run.at(0) { $0.code.accept("ICN") }
    run.at(100) { $0.refresh.accept(()) }
    run.at(200)
    watching?.dispose()
    #expect(names == [nil, "Old", "New"])
  }

  @Test("A model that goes in the middle of a load cancels it")
  func released() {
    let run = DetailRun(.airports(sampleAirports, after: .seconds(5)))
    run.at(0) { $0.code.accept("ICN") }
    run.at(100)
    weak let model = run.model
    run.model = nil
    #expect(model == nil)
    #expect(run.api.cancelled == 1)
    run.at(10_000)
    #expect(run.screen["detail"] == ["0 -", "0 -"])
    #expect(run.screen.scheduler.isIdle)
  }
}

@MainActor
@Suite("Screens share a library")
struct AirportLibraryTests {
  @Test("Search, city and airport load the document once")
  func once() {
    let screen = Screen()
    let api = StubAirportAPI([.airports(sampleAirports, after: .milliseconds(100))], scheduler: screen.scheduler)
    let search = AirportSearchViewModel(api: api, scheduler: screen.scheduler)
    let list = AirportListViewModel(library: search.library, city: AirportCity(sampleAirports[0]))
    let detail = AirportDetailViewModel(library: search.library, code: "YXU")
    screen.watch("search", search.rows) { $0.map(\.id).joined(separator: " ") }
    screen.watch("list", list.rows) { $0.map(\.id).joined(separator: " ") }
    screen.watch("detail", detail.detail) { $0?.id ?? "-" }
    search.query.accept("icn")
    screen.at(1_000)
    #expect(screen["search"] == ["0", "100", "300 ICN"])
    #expect(screen["list"] == ["0", "100 GMP ICN"])
    #expect(screen["detail"] == ["0 -", "100 YXU"])
    #expect(api.begun == 1)
  }

  @Test("A load is cancelled when the last that uses it goes, not before")
  func lastOne() {
    let screen = Screen()
    let api = StubAirportAPI([.airports(sampleAirports, after: .seconds(5))], scheduler: screen.scheduler)
    var search: AirportSearchViewModel? = AirportSearchViewModel(api: api, scheduler: screen.scheduler)
    var detail: AirportDetailViewModel? = search.map { AirportDetailViewModel(library: $0.library, code: "YXU") }
    weak let library = search?.library
    search = nil
    #expect(library != nil && detail != nil)
    #expect(api.cancelled == 0)
    detail = nil
    #expect(library == nil && search == nil)
    #expect(api.cancelled == 1)
    #expect(screen.scheduler.isIdle)
  }
}

/// The page of an airport in virtual time.
@MainActor
private final class DetailRun {
  let screen = Screen()
  let api: StubAirportAPI
  var model: AirportDetailViewModel?

  init(_ answers: StubAirportAPI.Answer...) {
    api = StubAirportAPI(answers, scheduler: screen.scheduler)
    let model = AirportDetailViewModel(library: AirportLibrary(api: api))
    self.model = model
    screen.watch("detail", model.detail) { $0.map(wayText) ?? "-" }
    screen.watch("status", model.status, statusText)
    screen.watch("loading", model.isLoading) { "\($0)" }
    screen.watch("error", model.error) { $0 == nil ? "none" : "refused" }
  }

  func at(_ milliseconds: Int, _ action: (AirportDetailViewModel) -> Void = { _ in }) {
    screen.at(milliseconds)
    if let model { action(model) }
  }
}
