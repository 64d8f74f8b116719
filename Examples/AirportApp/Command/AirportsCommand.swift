internal import AirportNet
internal import Foundation
internal import MiniRx

/// The command `airports`: reads its options, searches, prints, and ends with an exit code.
///
/// It ends once: 0 found, 1 no match, 2 network, server, decoding or output failure, 64 usage, 130 interrupted. It does
/// not wait for longer than its timeout.
@MainActor
public final class AirportsCommand {
  private let console: CommandConsole
  private let finish: @MainActor (Int32) -> Void
  private let request: Result<CommandRequest, UsageError>
  /// The language of usage errors.
  private let language: MessageLanguage
  /// What is under way, by what cancels it.
  private var cancel: (@MainActor () -> Void)?

  /// A command that has not begun.
  ///
  /// - Parameters:
  ///   - arguments: the words behind the command's name.
  ///   - environment: the environment variables.
  ///   - console: where it prints.
  ///   - finish: is called once with the exit code.
  public init(
    arguments: [String], environment: [String: String], console: CommandConsole,
    finish: @escaping @MainActor (Int32) -> Void
  ) {
    self.console = console
    self.finish = finish
    language = CommandRequest.language(arguments: arguments, environment: environment)
    request = Result { () throws(UsageError) in try CommandRequest(arguments: arguments, environment: environment) }
  }

  /// Does what was asked; may be called once.
  public func start() {
    switch request {
    case .failure(let error):
      let phrases = Phrases(language: language)
      console.say("airports: \(error.text(in: language).onOneLine)\n\(phrases.seeHelp)\n")
      finish(64)
    case .success(.help):
      finish(console.end(0, printing: CommandHelp.text + "\n"))
    case .success(.version):
      finish(console.end(0, printing: CommandHelp.version + "\n"))
    case .success(.interactive(let options, _)) where console.isInteractive && options.subcommand.mayAsk:
      let session = InteractiveSession(options, console) { [weak self] in self?.end($0) }
      cancel = { session.cancel() }
      session.start()
    case .success(.interactive(_, isBare: true)):
      console.say(CommandHelp.text + "\n")
      finish(64)
    case .success(.interactive), .success(.noQuery):
      console.say("airports: needs something to search for, such as: airports seoul --from ICN\n")
      finish(64)
    case .success(.scripted(let options)):
      let session = ScriptedSession(options, console) { [weak self] in self?.end($0) }
      cancel = { session.cancel() }
      session.start()
    case .success(.search(let options)):
      let search = CommandSearch(options, console) { [weak self] in self?.end($0) }
      cancel = { search.cancel() }
      search.start()
    case .success(.show(let code, let options)): run { CommandShow(code: code, options, console, finish: $0) }
    case .success(.login(let options)): run { CommandLogin(options, console, finish: $0) }
    case .success(.posts(let request, let options)): run { CommandPosts(request, options, console, finish: $0) }
    case .success(.serve(let options)): run { CommandServe(options, console, finish: $0) }
    }
  }

  /// Cancels the request and ends with 130.
  public func interrupt() {
    cancel?()
    end(130)
  }

  private func run(_ make: (@escaping @MainActor (Int32) -> Void) -> any CommandRun) {
    let run = make { [weak self] in self?.end($0) }
    cancel = { run.cancel() }
    run.start()
  }

  private func end(_ code: Int32) {
    guard cancel != nil else { return }
    cancel = nil
    finish(code)
  }
}
