internal import Dispatch
internal import Foundation
internal import MiniRx

/// Keeps a terminal from showing what is typed, until `restore()`.
///
/// A signal that would end the process restores the terminal and then does so; one that stops it restores it for the
/// time being. Interruptions (SIGINT) are the command's own business, which disposes the reading.
final class HiddenEcho: @unchecked Sendable {
  // Guarded by `lock`.
  private var saved: termios?
  private var sources: [any DispatchSourceSignal] = []
  private let lock = Lock()

  /// Hides what is typed from now on. Nothing changes where standard input is no terminal.
  init() {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
    saved = modes
    sources = [SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT].map(watch)
    Self.hide(modes)
  }

  /// Shows again what is typed, and ends the line that the person could not see ending. May be called again.
  func restore() {
    let (modes, sources) = lock.withLock {
      defer { (saved, self.sources) = (nil, []) }
      return (saved, self.sources)
    }
    guard let modes else { return }
    sources.forEach { $0.cancel() }
    for number in [SIGTERM, SIGHUP, SIGQUIT, SIGTSTP] { signal(number, SIG_DFL) }
    Self.show(modes)
    FileHandle.standardError.write(Data("\n".utf8))
  }

  private func watch(_ number: Int32) -> any DispatchSourceSignal {
    if number != SIGCONT { signal(number, SIG_IGN) }
    let source = DispatchSource.makeSignalSource(signal: number, queue: .global())
    source.setEventHandler { [weak self] in self?.handle(number) }
    source.resume()
    return source
  }

  private func handle(_ number: Int32) {
    guard let modes = lock.withLock({ saved }) else { return }
    if number == SIGCONT { return Self.hide(modes) }
    Self.show(modes)
    // The default action, right here: it ends the process, or stops all its threads up to SIGCONT.
    var (mask, old) = (sigset_t(), sigset_t())
    sigemptyset(&mask)
    sigaddset(&mask, number)
    signal(number, SIG_DFL)
    pthread_sigmask(SIG_UNBLOCK, &mask, &old)
    raise(number)
    pthread_sigmask(SIG_SETMASK, &old, nil)
    signal(number, SIG_IGN)
    // A process that no shell looks after is not stopped, and gets no SIGCONT.
    Self.hide(modes)
  }

  private static func hide(_ modes: termios) {
    var hidden = modes
    hidden.c_lflag &= ~tcflag_t(ECHO)
    set(hidden)
  }

  private static func show(_ modes: termios) { set(modes) }

  private static func set(_ modes: termios) {
    var modes = modes
    while tcsetattr(STDIN_FILENO, TCSANOW, &modes) != 0 && errno == EINTR {}
  }
}
