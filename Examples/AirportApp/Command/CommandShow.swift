internal import AirportNet
internal import MiniRx

/// `airports show CODE`: one airport, in full.
@MainActor
final class CommandShow: CommandRun {
  private let code: String
  private let options: CommandOptions
  private let voice: CommandVoice
  private let console: CommandConsole
  private let finish: @MainActor (Int32) -> Void
  private var server: CommandServer?
  private var model: AirportDetailViewModel?
  private var bag = DisposeBag()
  private var detail: AirportDetail?
  private var status = AirportSearchStatus.loading

  init(
    code: String, _ options: CommandOptions, _ console: CommandConsole, finish: @escaping @MainActor (Int32) -> Void
  ) {
    (self.code, self.options, self.console, self.finish) = (code, options, console, finish)
    voice = CommandVoice(options, console)
  }

  func start() {
    guard let server = voice.server(options) else { return end(2) }
    self.server = server
    voice.note(voice.phrases.say("Loading \(address).", "\(address)을(를) 불러옵니다."))
    voice.showProgress()
    let api = AirportService(
      service: AirportHttpService(sessionManager: server.session), baseUrlString: server.base)
    let model = AirportDetailViewModel(library: AirportLibrary(api: api), code: code)
    self.model = model
    if case .point(let point) = options.origin { model.location.accept(point) }
    model.detail.drive(with: self) { run, detail in
      run.detail = detail
      run.settle()
    }.disposed(by: bag)
    model.status.drive(with: self) { run, status in
      run.status = status
      run.settle()
    }.disposed(by: bag)
  }

  func cancel() {
    voice.hideProgress()
    bag = DisposeBag()
    model = nil
    server?.stop()
    server = nil
  }

  private var address: String { server?.address("airports.json") ?? "" }

  /// Ends when detail and status say the same, and the distance is there if it was asked for.
  private func settle() {
    guard let model else { return }
    switch status {
    case .idle, .loading: return
    case .failed(let error):
      voice.note(error.debugDescription)
      voice.tell(voice.phrases.failure(error, at: address, timeout: options.timeout))
      return end(2)
    case .noMatch(let codes):
      if let fault = model.library.documentFault {
        voice.tell(voice.phrases.unusable(fault, at: address))
        return end(2)
      }
      voice.inform(voice.phrases.noAirport(code, meant: codes))
      return end(1)
    case .found: break
    }
    guard let detail else { return }
    if case .airport(let origin) = options.origin, model.location.value == nil {
      guard let place = model.library.airport(code: origin)?.location else {
        voice.tell(voice.phrases.unknownOrigin(origin))
        return end(64)
      }
      // The airport comes again, with its distance.
      return model.location.accept(place)
    }
    if options.origin != nil && detail.distance == nil { return }
    end(voice.end(0, printing: text(detail)))
  }

  private func text(_ detail: AirportDetail) -> String {
    let renderer = DetailRenderer(phrases: voice.phrases)
    return switch options.format {
    case .json: renderer.json(detail) + "\n"
    case .plain: renderer.plain(detail) + "\n"
    case .table:
      renderer.lines(
        detail, width: console.columns, isColoured: console.columns != nil && options.isColourAllowed
      ).map { $0 + "\n" }.joined()
    }
  }

  private func end(_ code: Int32) {
    cancel()
    finish(code)
  }
}
