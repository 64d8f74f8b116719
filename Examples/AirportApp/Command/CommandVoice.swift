internal import MiniRx

/// What a subcommand says on standard error, with the line that shows that something is done.
@MainActor
final class CommandVoice {
  let phrases: Phrases
  private let console: CommandConsole
  private let verbosity: CommandOptions.Verbosity
  private let progress = SerialDisposable()
  private var isProgressShown = false

  init(_ options: CommandOptions, _ console: CommandConsole) {
    phrases = Phrases(language: options.language)
    verbosity = options.verbosity
    self.console = console
  }

  /// Says why something failed, however quiet the command shall be.
  func tell(_ message: String) {
    hideProgress()
    console.say("airports: \(message.onOneLine)\n")
  }

  /// Says what a person must know.
  func inform(_ message: String) { if verbosity != .quiet { tell(message) } }

  /// Says what is done, where that is asked for.
  func note(_ message: String) { if verbosity == .verbose { tell(message) } }

  /// Says on a terminal that something is done, unless it is done within a tenth of a second.
  func showProgress() {
    guard console.showsProgress, verbosity == .normal else { return }
    progress.disposable = Observable<Int>.timer(.milliseconds(80), scheduler: MainScheduler.instance)
      .subscribe(with: self) { voice, _ in
        voice.console.say(voice.phrases.waiting)
        voice.isProgressShown = true
      }
  }

  /// Wipes that line, or no longer lets it come.
  func hideProgress() {
    progress.disposable = Disposables.create()
    if isProgressShown { console.say("\r\u{1B}[K") }
    isProgressShown = false
  }

  /// Prints data; the code to end with, which is 2 when it is lost.
  func end(_ code: Int32, printing text: String) -> Int32 {
    hideProgress()
    return console.end(code, printing: text, phrases)
  }
}
