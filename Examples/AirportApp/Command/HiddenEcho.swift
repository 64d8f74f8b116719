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
  private var watches: [SignalWatch] = []
  private let lock = Lock()

  /// Hides what is typed from now on. Nothing changes where standard input is no terminal.
  init() {
    var modes = termios()
    guard tcgetattr(STDIN_FILENO, &modes) == 0 else { return }
    saved = modes
    watches = [SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCONT].map(watch)
    Self.hide(modes)
  }

  /// Shows again what is typed, and ends the line that the person could not see ending. May be called again.
  func restore() {
    let (modes, watches) = lock.withLock {
      defer { (saved, self.watches) = (nil, []) }
      return (saved, self.watches)
    }
    guard let modes else { return }
    watches.forEach { $0.cancel() }
    Self.show(modes)
    FileHandle.standardError.write(Data("\n".utf8))
  }

  private func watch(_ number: Int32) -> SignalWatch {
    SignalWatch(number, on: .global()) { [weak self] in self?.handle(number) }
  }

  private func handle(_ number: Int32) {
    guard let modes = lock.withLock({ saved }) else { return }
    if number == SIGCONT { return hideAgain() }
    Self.show(modes)
    SignalWatch.takeDefaultAction(number)
    // A process that no shell looks after is not stopped, and gets no SIGCONT.
    hideAgain()
  }

  /// Not after `restore()`, which another thread may call at any time.
  private func hideAgain() {
    lock.withLock { if let saved { Self.hide(saved) } }
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
