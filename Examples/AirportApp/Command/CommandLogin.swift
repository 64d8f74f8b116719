internal import AirportNet
internal import MiniRx

/// `airports login`: asks for what is missing, asks back, logs in, and prints the server's message.
@MainActor
final class CommandLogin: CommandRun {
  private let options: CommandOptions
  private let voice: CommandVoice
  private let console: CommandConsole
  private let finish: @MainActor (Int32) -> Void
  private var alerts: CommandAlerts?
  private var server: CommandServer?
  private var model: LoginViewModel?
  private var bag = DisposeBag()

  init(_ options: CommandOptions, _ console: CommandConsole, finish: @escaping @MainActor (Int32) -> Void) {
    (self.options, self.console, self.finish) = (options, console, finish)
    voice = CommandVoice(options, console)
  }

  func start() {
    let phrases = voice.phrases
    let (own, input) = (options.subcommand, console.input)
    let canAsk = own.mayAsk && input.isTerminal
    if own.email == nil && !canAsk { return refuse(phrases.needed(phrases.theEmail, "--email")) }
    if !own.readsPassword && !canAsk { return refuse(phrases.needed(phrases.thePassword, "--password-stdin")) }
    if !own.isConfirmed && !canAsk { return refuse(phrases.needed(phrases.theConfirmation, "--yes")) }

    let email = own.email.map { Single<String?>.just($0) } ?? console.ask(phrases.prompt(phrases.email))
    let password =
      own.readsPassword ? input.line(false) {} : console.ask(phrases.prompt(phrases.password), isHidden: true)
    email.flatMap { email in password.map { (email ?? "", $0 ?? "") } }
      .subscribe(with: self, onSuccess: { run, typed in run.send(email: typed.0, password: typed.1) })
      .disposed(by: bag)
  }

  func cancel() {
    voice.hideProgress()
    bag = DisposeBag()
    (model, alerts) = (nil, nil)
    server?.stop()
    server = nil
  }

  private func send(email: String, password: String) {
    guard let server = voice.server(options) else { return end(2) }
    self.server = server
    let alerts = CommandAlerts(options, console)
    self.alerts = alerts
    let model = LoginViewModel(
      service: LoginService(session: server.session, baseUrlString: server.base), alerts: alerts)
    self.model = model
    model.email.accept(email)
    model.password.accept(password)
    model.status.drive(with: self) { run, status in run.show(status) }.disposed(by: bag)
    model.submit.accept(())
  }

  private func show(_ status: LoginStatus) {
    switch status {
    case .idle, .asking: break
    case .sending:
      voice.note(voice.phrases.say("Sending to \(address).", "\(address)(으)로 보냅니다."))
      voice.showProgress()
    case .incomplete:
      let isEmailMissing = model?.email.value.allSatisfy(\.isWhitespace) ?? true
      let phrases = voice.phrases
      refuse(
        isEmailMissing
          ? phrases.needed(phrases.theEmail, "--email") : phrases.needed(phrases.thePassword, "--password-stdin"))
    case .declined:
      voice.inform(voice.phrases.declined)
      end(1)
    case .loggedIn(let message): end(voice.end(0, printing: text(message)))
    case .refused(let message):
      voice.tell(message)
      end(1)
    case .failed(let error):
      voice.note(error.debugDescription)
      voice.tell(voice.phrases.failure(error, at: address, timeout: options.timeout, expecting: .anything))
      end(2)
    }
  }

  private func text(_ message: String) -> String {
    switch options.format {
    case .json: JSONText.object([("success", "true"), ("message", JSONText.of(message))]) + "\n"
    case .plain, .table: message.onOneLine + "\n"
    }
  }

  private var address: String { server?.address("login") ?? "" }

  private func refuse(_ message: String) {
    voice.tell(message)
    end(64)
  }

  private func end(_ code: Int32) {
    cancel()
    finish(code)
  }
}

extension CommandConsole {
  /// Asks for a line; nil when there is none.
  func ask(_ prompt: String, isHidden: Bool = false) -> Single<String?> {
    input.line(isHidden) { say(prompt) }
  }
}
