internal import AirportNet
internal import Foundation
internal import MiniRx

/// The interactive search driven by a script in virtual time: the same keys give the same text, however slow the machine.
///
/// The airports are loaded once, for real, before the clock starts. Each load of the run is given that answer when
/// `--latency` has passed on the clock, or the error for a load that took too long when `--timeout` has.
@MainActor
final class ScriptedRun {
  private let options: CommandOptions
  private let script: KeyScript
  private let columns: Int
  private let scheduler = VirtualTimeScheduler()
  private let answer: Result<AirportResponse, NetworkError>
  private let address: String
  private var code: Int32?
  private var screens: [String] = []

  /// A run that has not begun.
  ///
  /// - Parameters:
  ///   - script: the keys.
  ///   - options: of the command.
  ///   - answer: what each load is given.
  ///   - address: where it comes from, for people.
  ///   - columns: how wide a diagram may be.
  init(
    _ script: KeyScript, _ options: CommandOptions, answer: Result<AirportResponse, NetworkError>, address: String,
    columns: Int
  ) {
    self.script = script
    self.options = options
    self.answer = answer
    self.address = address
    self.columns = columns
  }

  /// Runs to the end: the last step, and then all that it set going; returns the exit code and what is to be printed.
  ///
  /// That is the diagram with `--marbles`, else the screens that the script shows, else the last one.
  func run() -> (code: Int32, text: String) {
    let terminal = ScriptedTerminal()
    let record = RunRecord(scheduler: scheduler)
    let search = InteractiveSearch(
      options, on: terminal, address: address, scheduler: scheduler, record: record
    ) { [weak self] in self?.code = $0 }
    search.start(ScriptedAirports(answer: answer, options: options, scheduler: scheduler))
    for timed in script.steps where code == nil {
      scheduler.advance(to: .milliseconds(timed.time))
      if code == nil { perform(timed.step, search, terminal) }
    }
    comeToRest()
    if !options.showsMarbles, screens.isEmpty { show(search) }
    if code == nil { search.end(0) }
    let diagram = MarbleDiagram(record.events, names: Phrases(language: options.language).lanes)
    let lines = options.showsMarbles ? diagram.lines(columns: columns) : screens
    return (code ?? 0, lines.map { $0 + "\n" }.joined())
  }

  private func perform(_ step: KeyScript.Step, _ search: InteractiveSearch, _ terminal: ScriptedTerminal) {
    switch step {
    case .press(let key): search.press([key])
    case .resize(let size): terminal.resize(to: size)
    case .show: show(search)
    }
  }

  private func show(_ search: InteractiveSearch) {
    screens.append("--- \(Int(scheduler.now / .milliseconds(1))) ms\n" + search.frame.text)
  }

  /// Lets the clock run until nothing is left to happen.
  private func comeToRest() {
    let debounce = options.debounce ?? .milliseconds(300)
    let limit = scheduler.now + debounce + max(options.latency, options.timeout) + .seconds(1)
    scheduler.advance(by: .zero)
    while code == nil, !scheduler.isIdle, scheduler.now < limit { scheduler.advance(by: .milliseconds(10)) }
  }
}

/// A window without a person; what it shows is read from the search itself.
@MainActor
private final class ScriptedTerminal: Terminal {
  private(set) var size = ScreenSize.usual
  private var tell: @MainActor (TerminalEvent) -> Void = { _ in }

  func start(_ tell: @escaping @MainActor (TerminalEvent) -> Void) { self.tell = tell }
  func write(_ text: String) -> Bool { true }
  func suspend() {}
  func stop() { tell = { _ in } }

  func resize(to new: ScreenSize) {
    size = new
    tell(.resized)
  }
}

/// Gives each load the same answer after a time on the clock.
private struct ScriptedAirports: AirportAPI {
  let answer: Result<AirportResponse, NetworkError>
  let options: CommandOptions
  let scheduler: VirtualTimeScheduler

  func fetchAirports() -> Single<AirportResponse> {
    let isLate = options.latency >= options.timeout
    let late = NetworkError.timedOut(.total, mayHaveReachedServer: true)
    let result = isLate ? .failure(late) : answer
    let isTimeout = if case .failure(.timedOut) = result { true } else { false }
    let time = isTimeout ? options.timeout : options.latency
    return Single.create { [scheduler] tell in
      scheduler.scheduleRelative((), dueTime: time) { _ in
        tell(result.mapError { $0 as any Error })
        return Disposables.create()
      }
    }
  }
}
