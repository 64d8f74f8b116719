internal import AirportNet
internal import MiniRx

/// The interactive search: joins a terminal, a screen and a view model, until a person or a signal ends it.
///
/// Ctrl-C gives up the load under way, and ends with 130 when it is pressed again; Ctrl-D in an empty field ends with 0, a
/// signal with 128 and its number. It ends once, the terminal restored and the load cancelled.
@MainActor
final class InteractiveSearch {
  private let options: CommandOptions
  private let terminal: any Terminal
  private let scheduler: any SchedulerType
  private let record: RunRecord
  private let progress: @MainActor () -> TransferProgress?
  private let finish: @MainActor (Int32) -> Void
  private let renderer: ScreenRenderer
  private var screen: SearchScreen
  private var model: AirportSearchViewModel?
  private var shown: AirportDetailViewModel?
  private var input: KeyInput?
  private var painted: ScreenFrame?
  private var found: [AirportRow] = []
  private var shownResult = ""
  private var bag = DisposeBag()
  private var spinning = DisposeBag()
  private var painting: (any Disposable)?

  /// A search that has not begun.
  ///
  /// - Parameters:
  ///   - options: of the command.
  ///   - terminal: where it shows itself.
  ///   - address: where the airports come from, for people.
  ///   - scheduler: measures the pause of the typing, and all else that takes time.
  ///   - record: is told what happens.
  ///   - progress: how far the load under way is.
  ///   - finish: is called once with the exit code.
  init(
    _ options: CommandOptions, on terminal: any Terminal, address: String, scheduler: any SchedulerType,
    record: RunRecord, progress: @escaping @MainActor () -> TransferProgress? = { nil },
    finish: @escaping @MainActor (Int32) -> Void
  ) {
    self.options = options
    self.terminal = terminal
    self.scheduler = scheduler
    self.record = record
    self.progress = progress
    self.finish = finish
    renderer = ScreenRenderer(isColoured: options.isColourAllowed)
    screen = SearchScreen(phrases: Phrases(language: options.language), size: terminal.size)
    screen.address = address
    screen.timeout = options.timeout
  }

  /// What the window shows now.
  var frame: ScreenFrame {
    screen.scroll()
    return screen.frame
  }

  /// Takes the terminal and begins to load.
  func start(_ airports: any AirportAPI) {
    input = KeyInput(scheduler: scheduler) { [weak self] in self?.press($0) }
    let model = AirportSearchViewModel(
      api: RecordedAirports(airports: airports, record: record), scheduler: scheduler,
      debounce: options.debounce ?? .milliseconds(300))
    let shown = AirportDetailViewModel(library: model.library)
    (self.model, self.shown) = (model, shown)
    terminal.start { [weak self] in self?.receive($0) }
    if case .point(let point) = options.origin { measure(from: point) }
    model.isLoading.drive(with: self) { $0.load(isUnderWay: $1) }.disposed(by: bag)
    model.error.drive(with: self) { search, error in search.update { $0.error = error == .cancelled ? nil : error } }
      .disposed(by: bag)
    model.rows.drive(with: self) { search, rows in
      search.found = rows
      search.update { $0.show(Array(rows.prefix(search.options.limit ?? rows.count))) }
    }.disposed(by: bag)
    model.status.drive(with: self) { search, status in search.update { $0.status = status } }.disposed(by: bag)
    shown.detail.drive(with: self) { search, detail in search.update { $0.detail = detail } }.disposed(by: bag)
    model.settled.asObservable().skip(1)
      .subscribe(with: self) { $0.record.note(.debounced, $1.isEmpty ? "\"\"" : $1) }.disposed(by: bag)
  }

  /// Takes keys, all before the window is painted again.
  func press(_ keys: [Key]) {
    for key in keys where model != nil {
      record.note(.keys, key.label)
      screen.press(key).forEach(perform)
    }
    draw()
  }

  /// Ends with a code.
  func end(_ code: Int32) {
    guard model != nil else { return }
    (bag, spinning) = (DisposeBag(), DisposeBag())
    painting?.dispose()
    (model, shown, input, painting) = (nil, nil, nil, nil)
    terminal.stop()
    finish(code)
  }

  /// Takes what the terminal tells.
  private func receive(_ event: TerminalEvent) {
    switch event {
    case .bytes(let bytes): input?.receive(bytes)
    case .resized: resize()
    case .continued:
      painted = nil
      resize()
    case .ended(let signal): end(128 + signal)
    }
  }

  private func resize() { update { $0.size = terminal.size } }

  private func perform(_ action: SearchScreen.Action) {
    switch action {
    case .search(let text): model?.query.accept(text)
    case .pick(let code): shown?.code.accept(code)
    case .refresh: model?.refresh.accept(())
    case .cancel: model?.cancel.accept(())
    case .redraw: painted = nil
    case .suspend:
      terminal.suspend()
      painted = nil
      screen.size = terminal.size
    case .quit(let code): end(code)
    }
  }

  /// Turns the spinner while a load is under way.
  private func load(isUnderWay: Bool) {
    spinning = DisposeBag()
    update { $0.meter = isUnderWay ? ProgressMeter() : nil }
    if isUnderWay {
      Observable<Int>.interval(.milliseconds(100), scheduler: scheduler).subscribe(with: self) { search, turn in
        search.update { $0.meter = ProgressMeter(progress: search.progress(), turn: turn + 1) }
      }.disposed(by: spinning)
    }
  }

  private func update(_ change: (inout SearchScreen) -> Void) {
    change(&screen)
    locate()
    recordResult()
    draw()
  }

  /// Measures from an airport once it is known where that is; says what is wrong with the airports or with the code.
  private func locate() {
    guard let model, screen.meter == nil, screen.error == nil else { return }
    if let fault = model.documentFault { screen.notice = screen.phrases.unusable(fault, at: screen.address) }
    guard case .airport(let code) = options.origin, model.location.value == nil else { return }
    if let place = model.airport(code: code)?.location {
      measure(from: place)
    } else if case .found = screen.status, screen.detail == nil {
      screen.notice = screen.phrases.unknownOrigin(code)
    }
  }

  private func measure(from place: GeoPoint) {
    model?.location.accept(place)
    shown?.location.accept(place)
  }

  /// Notes what is shown, when it is something else.
  private func recordResult() {
    let label: String
    switch screen.status {
    case .loading: return
    case .idle: label = ""
    case .found(let count):
      if count != found.count { return }
      let codes = found.prefix(3).map(\.id).joined(separator: ",")
      label = count > 3 ? "\(codes)+\(count - 3)" : codes
    case .noMatch: label = "none"
    case .failed: label = "#"
    }
    if label == shownResult { return }
    shownResult = label
    record.note(.results, label.isEmpty ? "\"\"" : label)
  }

  /// Paints once for all that changes now: rows and status come one after the other.
  private func draw() {
    guard painting == nil, model != nil else { return }
    painting = Observable<Int>.timer(.zero, scheduler: scheduler).subscribe(with: self) { search, _ in search.paint() }
  }

  private func paint() {
    painting = nil
    guard model != nil else { return }
    let new = frame
    let text = renderer.text(from: painted, to: new)
    painted = new
    if !text.isEmpty, !terminal.write(text) { end(2) }
  }
}
