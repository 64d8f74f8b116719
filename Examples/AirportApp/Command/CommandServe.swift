internal import Dispatch
internal import Foundation

/// `airports serve`: only the server, until Ctrl-C or SIGTERM.
@MainActor
final class CommandServe: CommandRun {
  private let options: CommandOptions
  private let voice: CommandVoice
  private let finish: @MainActor (Int32) -> Void
  private var server: LoopbackServer?
  private var termination: SignalWatch?

  init(_ options: CommandOptions, _ console: CommandConsole, finish: @escaping @MainActor (Int32) -> Void) {
    (self.options, self.finish) = (options, finish)
    voice = CommandVoice(options, console)
  }

  /// Prints the address, which a script may read, and serves.
  func start() {
    var configuration = CommandServer.configuration(options)
    configuration.port = options.subcommand.port
    let server = LoopbackServer(configuration: configuration)
    do throws(LoopbackServerError) {
      try server.start()
    } catch {
      voice.tell(voice.phrases.cannotServe(error))
      return finish(2)
    }
    self.server = server
    watch()
    let address = server.baseURL.absoluteString
    voice.inform(voice.phrases.serving(address))
    if voice.end(0, printing: address + "\n") != 0 { end(2) }
  }

  func cancel() {
    termination?.cancel()
    termination = nil
    server?.stop()
    server = nil
  }

  /// SIGTERM is how a server is asked to end: that is no failure.
  private func watch() {
    termination = SignalWatch(SIGTERM, on: .main) { [weak self] in MainActor.assumeIsolated { self?.end(0) } }
  }

  private func end(_ code: Int32) {
    guard server != nil else { return }
    cancel()
    finish(code)
  }
}
