internal import Dispatch
internal import Foundation

/// The terminal of the process: raw mode on standard input, the other screen on standard output, the signals that matter.
///
/// Whatever ends the search, `stop()` is called before and restores the modes; a signal that ends the process comes as an
/// event first. All on the main actor.
@MainActor
final class TerminalDevice: Terminal {
  private var saved: termios?
  private var input: (any DispatchSourceRead)?
  private var watches: [SignalWatch] = []
  private var tell: @MainActor (TerminalEvent) -> Void = { _ in }

  /// Whether standard input and standard output are a terminal that can place a cursor.
  nonisolated static func isThere(_ environment: [String: String]) -> Bool {
    isatty(STDIN_FILENO) == 1 && isatty(STDOUT_FILENO) == 1 && environment["TERM", default: "dumb"] != "dumb"
  }

  /// The terminal, left alone until `start`.
  nonisolated init() {}

  var size: ScreenSize {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
      return .usual
    }
    return ScreenSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
  }

  func start(_ tell: @escaping @MainActor (TerminalEvent) -> Void) {
    self.tell = tell
    var modes = termios()
    if tcgetattr(STDIN_FILENO, &modes) == 0 { saved = modes }
    watchInput()
    watch(SIGWINCH) { $0.tell(.resized) }
    watch(SIGCONT) { device in
      if !device.isRaw { device.take() }
      device.tell(.continued)
    }
    watch(SIGTSTP) { device in
      device.suspend()
      device.tell(.continued)
    }
    for number in [SIGTERM, SIGHUP, SIGQUIT] { watch(number) { $0.tell(.ended(signal: number)) } }
    // From here on no signal ends the process with the terminal raw.
    take()
  }

  func write(_ text: String) -> Bool { CommandConsole.write(text, to: STDOUT_FILENO) == .written }

  func suspend() {
    giveBack()
    // In a process group that no shell looks after the kernel does not stop anything.
    SignalWatch.takeDefaultAction(SIGTSTP)
    take()
  }

  func stop() {
    input?.cancel()
    watches.forEach { $0.cancel() }
    (input, watches) = (nil, [])
    tell = { _ in }
    if saved != nil { giveBack() }
    saved = nil
  }

  private var isRaw: Bool {
    var modes = termios()
    return tcgetattr(STDIN_FILENO, &modes) == 0 && modes.c_lflag & tcflag_t(ICANON) == 0
  }

  private func take() {
    guard var modes = saved else { return }
    cfmakeraw(&modes)
    tcsetattr(STDIN_FILENO, TCSANOW, &modes)
    _ = write(ScreenRenderer.enter)
  }

  private func giveBack() {
    guard var modes = saved else { return }
    _ = write(ScreenRenderer.leave)
    tcsetattr(STDIN_FILENO, TCSANOW, &modes)
  }

  private func watchInput() {
    let source = DispatchSource.makeReadSource(fileDescriptor: STDIN_FILENO, queue: .main)
    source.setEventHandler { [weak self] in MainActor.assumeIsolated { self?.read() } }
    source.resume()
    input = source
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = Foundation.read(STDIN_FILENO, &bytes, bytes.count)
    if count > 0 {
      tell(.bytes(Array(bytes[..<count])))
    } else if count == 0 || errno != EINTR && errno != EAGAIN {
      tell(.ended(signal: SIGHUP))
    }
  }

  private func watch(_ number: Int32, _ handle: @escaping @MainActor (TerminalDevice) -> Void) {
    let watch = SignalWatch(number, on: .main) { [weak self] in
      MainActor.assumeIsolated { if let self { handle(self) } }
    }
    watches.append(watch)
  }
}
