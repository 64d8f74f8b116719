internal import MiniRx

/// The command's interactive search: from the server's start to the terminal's return, and the diagram of the run.
@MainActor
final class InteractiveSession {
  private let options: CommandOptions
  private let console: CommandConsole
  private let finish: @MainActor (Int32) -> Void
  private var source: AirportSource?
  private var search: InteractiveSearch?

  init(_ options: CommandOptions, _ console: CommandConsole, finish: @escaping @MainActor (Int32) -> Void) {
    self.options = options
    self.console = console
    self.finish = finish
  }

  /// Searches on the terminal of the process; ends by a call of `finish`.
  func start() {
    let source: AirportSource
    do throws(LoopbackServerError) {
      source = try AirportSource(options)
    } catch {
      console.say("airports: \("\(error)".onOneLine)\n")
      return finish(2)
    }
    self.source = source
    let record = RunRecord(scheduler: MainScheduler.instance)
    let search = InteractiveSearch(
      options, on: TerminalDevice(), address: source.address, scheduler: MainScheduler.instance, record: record,
      progress: { [weak source] in source?.progress }
    ) { [weak self] in self?.end($0, record) }
    self.search = search
    search.start(source.api)
  }

  /// Gives the terminal back and cancels the load.
  func cancel() { search?.end(130) }

  private func end(_ code: Int32, _ record: RunRecord) {
    source?.stop()
    (source, search) = (nil, nil)
    guard options.showsMarbles else { return finish(code) }
    let phrases = Phrases(language: options.language)
    let diagram = MarbleDiagram(record.events, names: phrases.lanes).lines(columns: console.columns ?? 80)
    finish(console.end(code, printing: diagram.map { $0 + "\n" }.joined(), phrases))
  }
}
