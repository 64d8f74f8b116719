internal import AirportNet
internal import MiniRx

/// Asks a person at the terminal, and answers for one who said `--yes`. What there is to tell, the command tells.
@MainActor
final class CommandAlerts: AlertPresenter {
  private let options: CommandOptions
  private let console: CommandConsole
  private let phrases: Phrases

  init(_ options: CommandOptions, _ console: CommandConsole) {
    self.options = options
    self.console = console
    phrases = Phrases(language: options.language)
  }

  func show(_ message: AlertMessage) {}

  func confirm(_ question: AlertQuestion) -> Single<Bool> {
    if options.subcommand.isConfirmed { return .just(true) }
    let text = "\(question.text(in: options.language)) \(phrases.choices) ".onOneLine
    return console.ask(text).map { [phrases] in phrases.isYes($0 ?? "") }
  }
}
