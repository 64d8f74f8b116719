internal import AirportNet
internal import Foundation
internal import MiniRx

/// One search of the command, from the server's start to the last line.
@MainActor
final class CommandSearch {
  private let options: CommandOptions
  private let console: CommandConsole
  private let finish: @MainActor (Int32) -> Void
  private let phrases: Phrases
  private var source: AirportSource?
  private var model: AirportSearchViewModel?
  private var bag = DisposeBag()
  private var rows: [AirportRow] = []
  private var status = AirportSearchStatus.idle
  private var isProgressShown = false

  init(_ options: CommandOptions, _ console: CommandConsole, finish: @escaping @MainActor (Int32) -> Void) {
    self.options = options
    self.console = console
    self.finish = finish
    phrases = Phrases(language: options.language)
  }

  /// Loads and searches; ends by a call of `finish`.
  func start() {
    let source: AirportSource
    do throws(LoopbackServerError) {
      source = try AirportSource(options)
    } catch {
      tell("\(error)")
      return end(2)
    }
    self.source = source
    note("Loading \(address).")
    showProgress(of: source)
    let model = AirportSearchViewModel(api: source.api, scheduler: MainScheduler.instance, debounce: .zero)
    self.model = model
    if case .point(let point) = options.origin { model.location.accept(point) }
    model.rows.drive(with: self) { search, rows in
      search.rows = rows
      search.settle()
    }.disposed(by: bag)
    model.status.drive(with: self) { search, status in
      search.status = status
      search.settle()
    }.disposed(by: bag)
    model.query.accept(options.query)
  }

  /// Cancels the request; `finish` is not called any more.
  func cancel() {
    hideProgress()
    bag = DisposeBag()
    model = nil
    source?.stop()
    source = nil
  }

  /// Shows on a terminal how far the load is, unless it is done at once.
  private func showProgress(of source: AirportSource) {
    guard console.showsProgress, options.verbosity == .normal else { return }
    let times = (first: Duration.milliseconds(80), next: Duration.milliseconds(100))
    Observable<Int>.timer(times.first, period: times.next, scheduler: MainScheduler.instance)
      .subscribe(with: self) { [weak source] search, turn in
        let meter = ProgressMeter(progress: source?.progress, turn: turn)
        // The window of standard error is not known to be as wide as a table may be.
        let line = meter.text(search.phrases, columns: (search.console.columns ?? 40) - 1)
        search.console.say("\r\(line)\u{1B}[K")
        search.isProgressShown = true
      }.disposed(by: bag)
  }

  private var address: String { source?.address ?? "" }

  /// Ends when rows and status say the same, and the distances are there if any were asked for.
  private func settle() {
    guard let model else { return }
    switch status {
    case .idle, .loading: return
    case .failed(let error):
      note(error.debugDescription)
      tell(phrases.failure(error, at: address, timeout: options.timeout))
      return end(2)
    case .found(let count) where count != rows.count: return
    case .found, .noMatch: break
    }
    if let fault = model.documentFault {
      tell(phrases.unusable(fault, at: address))
      return end(2)
    }
    if case .airport(let code) = options.origin, model.location.value == nil {
      guard let location = model.airport(code: code)?.location else {
        tell(phrases.unknownOrigin(code))
        return end(64)
      }
      // The rows come again, with distances.
      model.location.accept(location)
      if !rows.isEmpty { return }
    }
    if options.origin != nil && rows.contains(where: { $0.distance == nil }) { return }
    report()
  }

  private func report() {
    var found = rows
    if options.origin != nil { found.sort { ($0.distance ?? .infinity) < ($1.distance ?? .infinity) } }
    if let limit = options.limit { found = Array(found.prefix(limit)) }
    if case .noMatch(let suggestions) = status, options.verbosity != .quiet {
      let command = FoldedText(options.query).words.first.flatMap { Subcommand.alike(String($0)) }
      tell(phrases.noMatch(options.query, suggestions: suggestions, command: command))
    } else if !rows.isEmpty, rows.allSatisfy({ $0.rank == .fuzzy }), options.verbosity != .quiet {
      tell(phrases.spelledAlike(options.query))
    }
    note("\(rows.count) found, \(found.count) printed.")
    hideProgress()
    end(console.end(rows.isEmpty ? 1 : 0, printing: text(found), phrases))
  }

  private func text(_ rows: [AirportRow]) -> String {
    let renderer = AirportRenderer(phrases: phrases, hasDistance: options.origin != nil)
    switch options.format {
    case .json: return renderer.json(rows) + "\n"
    case .plain: return renderer.plain(rows).map { $0 + "\n" }.joined()
    case .table:
      if rows.isEmpty { return "" }
      let isColoured = console.columns != nil && options.isColourAllowed
      let lines = renderer.table(rows).lines(width: console.columns, isColoured: isColoured)
      return lines.map { $0 + "\n" }.joined()
    }
  }

  private func hideProgress() {
    if isProgressShown { console.say("\r\u{1B}[K") }
    isProgressShown = false
  }

  private func tell(_ message: String) {
    hideProgress()
    console.say("airports: \(message.onOneLine)\n")
  }

  private func note(_ message: String) { if options.verbosity == .verbose { tell(message) } }

  private func end(_ code: Int32) {
    cancel()
    finish(code)
  }
}
