import AirportApp
import MiniRx
import TestSupport

/// One run of the command at a terminal whose person types these lines, and what it printed.
@MainActor
final class SubcommandRun {
  let output = Locked("")
  let errors = Locked("")
  /// Whether each line that was read was hidden.
  let hidden = Locked<[Bool]>([])
  private(set) var codes: [Int32] = []
  private(set) var command: AirportsCommand?
  private var waiting: CheckedContinuation<Void, Never>?

  /// A run.
  ///
  /// - Parameters:
  ///   - arguments: the words behind the command's name.
  ///   - lines: what is typed; behind the last one the input ends, unless the person goes on thinking.
  ///   - thinks: whether she does.
  ///   - isTerminal: whether she can be asked.
  ///   - columns: the columns of the terminal that is printed on, nil for none.
  init(
    _ arguments: [String], typing lines: [String] = [], thinks: Bool = false, isTerminal: Bool = true,
    columns: Int? = nil
  ) {
    let left = Locked(lines[...])
    var console = CommandConsole(
      print: { [output] in
        output.value += $0
        return .written
      }, say: { [errors] in errors.value += $0 }, columns: columns)
    console.input = CommandInput(isTerminal: isTerminal) { [hidden] isHidden, ask in
      ask()
      hidden.value += [isHidden]
      guard let line = left.value.first else { return thinks ? .never() : .just(nil) }
      left.value = left.value.dropFirst()
      return .just(line)
    }
    command = AirportsCommand(arguments: arguments, environment: [:], console: console) { [weak self] code in
      self?.codes.append(code)
      self?.waiting?.resume()
      self?.waiting = nil
    }
  }

  /// Begins.
  func start() { command?.start() }

  /// Runs to the end.
  func finished() async -> SubcommandRun {
    await withWatchdog(seconds: 120, "the command") {
      await withCheckedContinuation { continuation in
        waiting = continuation
        command?.start()
      }
    }
    return self
  }

  /// Lets the command go.
  func drop() { command = nil }
}
