internal import AirportNet
internal import Foundation

/// Where the command prints, and what is known of the terminal.
public struct CommandConsole: Sendable {
  /// What became of a text for standard output.
  public enum Outcome: Hashable, Sendable {
    /// All of it was written.
    case written
    /// Whoever read has seen enough; that is no failure.
    case unread
    /// It is lost, for this reason.
    case failed(String)
  }

  /// Writes to standard output.
  public var print: @Sendable (String) -> Outcome
  /// Writes to standard error.
  public var say: @Sendable (String) -> Void
  /// The columns of the terminal that standard output is; nil where it is none.
  public var columns: Int?

  /// Whether standard error is a terminal that a line can be wiped from again.
  public var showsProgress: Bool
  /// Whether a person can search here while typing: standard input and standard output are a terminal.
  public var isInteractive: Bool
  /// What it reads.
  public var input = CommandInput.none

  /// Takes its parts as they are.
  public init(
    print: @escaping @Sendable (String) -> Outcome, say: @escaping @Sendable (String) -> Void, columns: Int? = nil,
    showsProgress: Bool = false, isInteractive: Bool = false
  ) {
    self.print = print
    self.say = say
    self.columns = columns
    self.showsProgress = showsProgress
    self.isInteractive = isInteractive
  }

  /// The process's own standard output and standard error.
  public static var system: CommandConsole {
    var console = output
    console.input = .system
    return console
  }

  private static var output: CommandConsole {
    CommandConsole(
      print: { write($0, to: STDOUT_FILENO) }, say: { _ = write($0, to: STDERR_FILENO) },
      columns: isatty(STDOUT_FILENO) == 1 ? windowColumns() ?? 80 : nil,
      showsProgress: isatty(STDERR_FILENO) == 1
        && ProcessInfo.processInfo.environment["TERM", default: "dumb"] != "dumb",
      isInteractive: TerminalDevice.isThere(ProcessInfo.processInfo.environment))
  }

  /// Occupies those of the descriptors 0 to 2 that are closed, so that no socket gets one and is written to instead.
  ///
  /// Writing to an occupied one fails as it would have failed to a closed one. Must be called before anything is opened.
  public static func occupyClosedDescriptors() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
      _ = open("/dev/null", descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }

  /// Prints a text; the code to end with, which is 2 when the text is lost.
  func end(_ code: Int32, printing text: String, _ phrases: Phrases = Phrases(language: .english)) -> Int32 {
    guard !text.isEmpty, case .failed(let reason) = print(text) else { return code }
    say("airports: \(phrases.lostOutput(reason).onOneLine)\n")
    return 2
  }

  private static func windowColumns() -> Int? {
    var window = winsize()
    guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0 else { return nil }
    return Int(window.ws_col)
  }

  /// Writes all bytes.
  static func write(_ text: String, to descriptor: Int32) -> Outcome {
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
      if count < 0 { return errno == EPIPE ? .unread : .failed(String(cString: strerror(errno))) }
      if count == 0 { return .failed(String(cString: strerror(EIO))) }
      written += count
    }
    return .written
  }
}
