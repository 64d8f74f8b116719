import AirportApp
import AirportNet
import MiniRx

/// A search screen in virtual time: what it was told and what it showed, with the milliseconds at which it did.
@MainActor
final class SearchRun {
  let scheduler = VirtualTimeScheduler()
  let api: StubAirportAPI
  private(set) var model: AirportSearchViewModel?
  /// What the screen showed: `300 rows ICN GMP`.
  private(set) var rows: [String] = []
  /// `0 idle`, `300 found 2`
  private(set) var statuses: [String] = []
  /// `0 true`
  private(set) var loading: [String] = []
  /// `500 refused`
  private(set) var errors: [String] = []
  /// `500 ICN`
  private(set) var selected: [String] = []
  private let bag = DisposeBag()

  init(_ answers: StubAirportAPI.Answer..., debounce: Duration? = nil) {
    api = StubAirportAPI(answers, scheduler: scheduler)
    let model =
      debounce.map { AirportSearchViewModel(api: api, scheduler: scheduler, debounce: $0) }
      ?? AirportSearchViewModel(api: api, scheduler: scheduler)
    self.model = model
    model.rows.drive(with: self) { run, rows in
      run.rows.append(run.stamp(rows.map { row in row.distance.map { "\(row.id)@\(Int($0))" } ?? row.id }))
    }.disposed(by: bag)
    model.status.drive(with: self) { run, status in run.statuses.append(run.stamp([Self.text(status)])) }
      .disposed(by: bag)
    model.isLoading.drive(with: self) { run, isLoading in run.loading.append(run.stamp(["\(isLoading)"])) }
      .disposed(by: bag)
    model.error.drive(with: self) { run, error in run.errors.append(run.stamp([error.map(Self.text) ?? "none"])) }
      .disposed(by: bag)
    model.selected.drive(with: self) { run, row in
      run.selected.append(
        run.stamp([row.map { "\($0.id) \($0.distance.map { "\(Int($0))" } ?? "somewhere")" } ?? "none"]))
    }.disposed(by: bag)
  }

  /// Moves the clock to a time in milliseconds, then does something.
  func at(_ milliseconds: Int, _ action: (AirportSearchViewModel) -> Void = { _ in }) {
    scheduler.advance(to: .milliseconds(milliseconds))
    if let model { action(model) }
  }

  /// Types a text, a letter at a time.
  func type(_ text: String, from start: Int, every step: Int) {
    for count in 1...text.count {
      at(start + (count - 1) * step) { $0.query.accept(String(text.prefix(count))) }
    }
  }

  /// Lets the screen go.
  func drop() { model = nil }

  private func stamp(_ words: [String]) -> String {
    ([String(Int(scheduler.now / .milliseconds(1)))] + words).joined(separator: " ")
  }

  private static func text(_ status: AirportSearchStatus) -> String {
    switch status {
    case .idle: "idle"
    case .loading: "loading"
    case .found(let count): "found \(count)"
    case .noMatch(let suggestions): (["no match"] + suggestions).joined(separator: ", ")
    case .failed(let error): "failed \(text(error))"
    }
  }

  private static func text(_ error: NetworkError) -> String {
    switch error {
    case .transport(.refused, _, _): "refused"
    case .timedOut: "timed out"
    default: "\(error)"
    }
  }
}

extension NetworkError {
  static let refused = NetworkError.transport(.refused, phase: .connecting, mayHaveReachedServer: false)
  static let late = NetworkError.timedOut(.total, mayHaveReachedServer: true)
}
