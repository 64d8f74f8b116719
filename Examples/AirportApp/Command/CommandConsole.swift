internal import Foundation

/// Where the command prints, and what is known of the terminal.
public struct CommandConsole: Sendable {
  /// Writes to standard output; false when nobody reads it any more.
  public var print: @Sendable (String) -> Bool
  /// Writes to standard error.
  public var say: @Sendable (String) -> Void
  /// The columns of the terminal that standard output is; nil where it is none.
  public var columns: Int?

  /// Whether standard error is a terminal that a line can be wiped from again.
  public var showsProgress: Bool

  /// Takes its parts as they are.
  public init(
    print: @escaping @Sendable (String) -> Bool, say: @escaping @Sendable (String) -> Void, columns: Int? = nil,
    showsProgress: Bool = false
  ) {
    self.print = print
    self.say = say
    self.columns = columns
    self.showsProgress = showsProgress
  }

  /// The process's own standard output and standard error.
  public static var system: CommandConsole {
    CommandConsole(
      print: { write($0, to: STDOUT_FILENO) }, say: { _ = write($0, to: STDERR_FILENO) },
      columns: isatty(STDOUT_FILENO) == 1 ? windowColumns() ?? 80 : nil,
      showsProgress: isatty(STDERR_FILENO) == 1
        && ProcessInfo.processInfo.environment["TERM", default: "dumb"] != "dumb")
  }

  private static func windowColumns() -> Int? {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Int(window.ws_col)
  }

  /// Writes all bytes; false when the other end is closed.
  private static func write(_ text: String, to descriptor: Int32) -> Bool {
    let bytes = Array(text.utf8)
    var written = 0
    while written < bytes.count {
      let count = bytes[written...].withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0 && errno == EINTR { continue }
      if count < 0 && errno == EAGAIN {
        var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = poll(&ready, 1, -1)
        continue
      }
      if count <= 0 { return false }
      written += count
    }
    return true
  }
}
