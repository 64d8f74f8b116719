public import MiniRx
internal import Foundation

/// What the command reads from a person or a pipe.
public struct CommandInput: Sendable {
  /// Whether standard input is a terminal, at which a person can be asked.
  public var isTerminal: Bool
  /// The next line without its end, nil when there is none. Cold; what is typed is not shown when `isHidden`, and is
  /// shown again at the end, at a dispose, and at a signal that ends or stops the process. Calls `ask` once the person
  /// may type.
  public var line: @Sendable (_ isHidden: Bool, _ ask: @escaping @Sendable () -> Void) -> Single<String?>

  /// Takes its parts as they are.
  public init(
    isTerminal: Bool,
    line: @escaping @Sendable (_ isHidden: Bool, _ ask: @escaping @Sendable () -> Void) -> Single<String?>
  ) {
    self.isTerminal = isTerminal
    self.line = line
  }

  /// Nothing can be read.
  public static let none = CommandInput(isTerminal: false) { _, _ in .just(nil) }

  /// The process's own standard input.
  public static var system: CommandInput {
    CommandInput(isTerminal: isatty(STDIN_FILENO) == 1) { isHidden, ask in
      .create { answer in
        let echo = isHidden ? HiddenEcho() : nil
        ask()
        // A read cannot be interrupted; the thread ends with its line, or with the process.
        Thread.detachNewThread {
          let line = readLine()
          echo?.restore()
          answer(.success(line))
        }
        return Disposables.create { echo?.restore() }
      }
    }
  }

  /// Reads up to the end of a line and no byte further, so that the next reader finds the rest.
  private static func readLine() -> String? {
    var (bytes, byte) = ([UInt8](), UInt8(0))
    while true {
      let count = read(STDIN_FILENO, &byte, 1)
      if count < 0 && errno == EINTR { continue }
      if count <= 0 && bytes.isEmpty { return nil }
      if count <= 0 || byte == UInt8(ascii: "\n") || bytes.count == 65_536 { break }
      bytes.append(byte)
    }
    if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
