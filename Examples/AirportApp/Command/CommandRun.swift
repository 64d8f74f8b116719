/// What one subcommand does: it begins once, and ends by a call of the closure it was made with, or by `cancel()`.
@MainActor
protocol CommandRun: AnyObject {
  /// Begins.
  func start()
  /// Gives up all that is under way and restores what was changed; the closure is not called any more.
  func cancel()
}

extension CommandVoice {
  /// The server to talk to; nil where the one inside does not start, which is said.
  func server(_ options: CommandOptions) -> CommandServer? {
    do throws(LoopbackServerError) {
      return try CommandServer(options)
    } catch {
      tell(phrases.cannotServe(error))
      return nil
    }
  }
}
