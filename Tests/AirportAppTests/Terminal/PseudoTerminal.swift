import Foundation
import Testing

@testable import AirportApp

/// A process in a terminal of its own, whose window is read as text. Waits are for conditions, half a minute each.
final class PseudoTerminal: @unchecked Sendable {
  /// The terminal did not show in time what a test waited for.
  struct Late: Error, CustomStringConvertible {
    let description: String
  }

  // Guarded by `changed`.
  private var shown: TerminalScreen
  private var isClosed = false
  private let changed = NSCondition()
  private let master: Int32
  private let slave: Int32
  private(set) var process: pid_t = 0
  /// The modes of the terminal before the process began.
  let modesBefore: termios

  /// Starts a program in a window; it leads a session of its own, with the terminal as its controlling terminal.
  init(
    _ path: String, _ arguments: [String], columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws {
    shown = TerminalScreen(columns: columns, rows: rows)
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard let slaveName = Self.unlockedName(of: master) else { throw Late(description: "no pseudo-terminal") }
    slave = open(slaveName, O_RDWR | O_NOCTTY | O_CLOEXEC)
    var modes = termios()
    tcgetattr(slave, &modes)
    modesBefore = modes
    resizeWindow(columns, rows)
    let environment = environment.merging(["TERM": "xterm", "LANG": "C.UTF-8"]) { given, _ in given }
    process = try spawn(path, [path] + arguments, environment.map { "\($0)=\($1)" }, slaveName)
    Thread { [self] in read() }.start()
  }

  /// The built command.
  static func airports(
    _ arguments: String..., columns: Int = 80, rows: Int = 24, environment: [String: String] = [:]
  ) throws -> PseudoTerminal {
    try PseudoTerminal(
      BuiltCommand.location().path, arguments, columns: columns, rows: rows, environment: environment)
  }

  var screen: TerminalScreen {
    changed.lock()
    defer { changed.unlock() }
    return shown
  }

  /// The modes of the terminal now: those a shell would find.
  var modes: termios {
    var modes = termios()
    tcgetattr(slave, &modes)
    return modes
  }

  var isRaw: Bool { modes.c_lflag & tcflag_t(ICANON | ECHO | ISIG) == 0 }

  /// Whether the modes are those from before.
  var isRestored: Bool {
    let modes = modes
    return (modes.c_lflag, modes.c_iflag, modes.c_oflag) == (
      modesBefore.c_lflag, modesBefore.c_iflag, modesBefore.c_oflag
    )
  }

  func type(_ text: String) { type(Array(text.utf8)) }

  func type(_ bytes: [UInt8]) {
    var left = bytes[...]
    while !left.isEmpty {
      let count = left.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      if count > 0 { left = left.dropFirst(count) } else if errno != EINTR && errno != EAGAIN { return }
    }
  }

  /// Waits until the window shows what a test wants to see.
  func wait(_ what: String, until isSo: (TerminalScreen) -> Bool) throws {
    let limit = Date(timeIntervalSinceNow: 30)
    changed.lock()
    defer { changed.unlock() }
    while !isSo(shown) {
      if !changed.wait(until: limit) {
        throw Late(description: "no \(what) in 30 s; the window shows:\n\(shown.text)\nfaults: \(shown.faults)")
      }
    }
    if !shown.faults.isEmpty { throw Late(description: "the window was sent \(shown.faults)") }
  }

  /// Waits until the window shows a text.
  func wait(for text: String) throws { try wait(text) { $0.text.contains(text) } }

  func resize(columns: Int, rows: Int) {
    changed.lock()
    shown.resize(columns: columns, rows: rows)
    changed.unlock()
    resizeWindow(columns, rows)
  }

  func signal(_ number: Int32) { kill(process, number) }

  /// Sends a signal to the processes in front, which a shell may have started.
  func signalForeground(_ number: Int32) { kill(-tcgetpgrp(master), number) }

  /// Waits for the end of the process, and then for all that it wrote; the exit code, or 1000 and the signal.
  func end() throws -> Int32 {
    var status: Int32 = 0
    let limit = Date(timeIntervalSinceNow: 30)
    while true {
      let ended = waitpid(process, &status, WNOHANG)
      if ended == process { break }
      if ended < 0 && errno != EINTR { throw Late(description: "no such process") }
      if Date() > limit {
        throw Late(description: "no end in 30 s; the window shows:\n\(screen.text)")
      }
      usleep(5000)
    }
    process = 0
    let signal = status & 0x7F
    return signal == 0 ? (status >> 8) & 0xFF : 1000 + signal
  }

  /// Takes the terminal away, as a window that is closed does.
  func hangUp() {
    changed.lock()
    isClosed = true
    changed.unlock()
  }

  /// Ends the process, if it has not ended, and takes the terminal away. Must be called at the end of a test.
  func close() {
    if process > 0 {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    process = 0
    hangUp()
  }

  /// The name of the other side, which may be opened from now on.
  private static func unlockedName(of master: Int32) -> String? {
    #if os(Linux)
      // Not `unlockpt` and `ptsname`: glibc shows them only to programs that ask for X/Open.
      var (number, isLocked): (Int32, Int32) = (0, 0)
      let (lock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)  // TIOCSPTLCK, TIOCGPTN
      guard ioctl(master, lock, &isLocked) == 0, ioctl(master, getNumber, &number) == 0 else { return nil }
      return "/dev/pts/\(number)"
    #else
      guard grantpt(master) == 0, unlockpt(master) == 0, let name = ptsname(master) else { return nil }
      return String(cString: name)
    #endif
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      let count = poll(&ready, 1, 50) > 0 ? Foundation.read(master, &bytes, bytes.count) : 0
      changed.lock()
      if count > 0 { shown.receive(bytes[..<count]) }
      let isOver = isClosed || count < 0 && errno != EINTR
      changed.broadcast()
      changed.unlock()
      if !isOver { continue }
      Foundation.close(slave)
      Foundation.close(master)
      return
    }
  }

  private func resizeWindow(_ columns: Int, _ rows: Int) {
    var window = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &window)
  }

  private func spawn(
    _ path: String, _ arguments: [String], _ environment: [String], _ terminal: String
  ) throws -> pid_t {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that the leader of a session opens controls it.
    posix_spawn_file_actions_addopen(&actions, 0, terminal, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var (all, none) = (sigset_t(), sigset_t())
    sigfillset(&all)
    sigemptyset(&none)
    posix_spawnattr_setsigdefault(&attributes, &all)
    posix_spawnattr_setsigmask(&attributes, &none)
    #if os(Linux)
      let newSession: Int32 = 0x80  // POSIX_SPAWN_SETSID, which glibc shows only to programs that ask for GNU
    #else
      let newSession = POSIX_SPAWN_SETSID
    #endif
    posix_spawnattr_setflags(
      &attributes, Int16(newSession | Int32(POSIX_SPAWN_SETSIGDEF) | Int32(POSIX_SPAWN_SETSIGMASK)))
    let words = arguments.map { strdup($0) } + [nil]
    let settings = environment.map { strdup($0) } + [nil]
    defer { (words + settings).forEach { free($0) } }
    var child: pid_t = 0
    let code = posix_spawn(&child, path, &actions, &attributes, words, settings)
    guard code == 0 else { throw Late(description: "cannot start \(path): \(String(cString: strerror(code)))") }
    return child
  }
}
