public import MiniRx

/// A drawing of hot sources, one a line, and of what an operator should make of them, on the last line.
///
///     let marbles = Marbles(
///       """
///       source    -a--b---c--|
///       debounce  ------b----(c|)
///       """)
///     let events = marbles.run { $0["source"].debounce(.seconds(2), scheduler: $0.scheduler) }
///     #expect(events == marbles.expected)
///
/// A line is a name, blanks, the marbles, and perhaps blanks and a remark. A column is a tick, the first is 0: `-` is
/// nothing, `|` the end, `#` a failure with `MarbleError`, anything else an element, the character as a string. What stands
/// in parentheses happens in the column of the opening one.
public struct Marbles {
  /// The clock of the drawing; a tick is a second.
  public let scheduler = TestScheduler(initialClock: 0, simulateProcessingDelay: false)
  /// What the last line shows.
  public let expected: [Recorded<Event<String>>]
  private let sources: [String: TestableObservable<String>]
  private let columns: Int

  /// Reads a drawing. Traps on a line without marbles, on a name that comes twice, on parentheses that do not match.
  public init(_ drawing: String) {
    let lines = drawing.split(separator: "\n").map { $0.split(separator: " ", maxSplits: 2) }.filter { !$0.isEmpty }
    precondition(!lines.isEmpty && lines.allSatisfy { $0.count > 1 }, "Marbles: a line needs a name and marbles.")
    let read = lines.map { (name: String($0[0]), events: Self.events(in: $0[1]), columns: $0[1].count) }
    sources = Dictionary(
      uniqueKeysWithValues: read.dropLast().map { [scheduler] in ($0.name, scheduler.createHotObservable($0.events)) })
    expected = read.last?.events ?? []
    columns = read.map(\.columns).max() ?? 0
  }

  /// The source with that name. Traps where there is none.
  public subscript(name: String) -> TestableObservable<String> {
    guard let source = sources[name] else { preconditionFailure("Marbles: no source is called \(name).") }
    return source
  }

  /// Subscribes at the first column, runs to the end of the longest line, disposes, and answers what came.
  public func run<Result: ObservableConvertibleType>(
    _ build: (Marbles) -> Result
  ) -> [Recorded<Event<String>>] where Result.Element == String {
    let observer = scheduler.createObserver(String.self)
    let subscription = build(self).asObservable().subscribe(observer)
    scheduler.advance(to: columns)
    subscription.dispose()
    return observer.events
  }

  /// Reads the marbles of one line.
  static func events(in line: some StringProtocol) -> [Recorded<Event<String>>] {
    var events: [Recorded<Event<String>>] = []
    var opened: TestTime?
    for (column, character) in line.enumerated() {
      let time = opened ?? column
      switch character {
      case "-": break
      case "|": events.append(.completed(time))
      case "#": events.append(.error(time, MarbleError()))
      case "(":
        precondition(opened == nil, "Marbles: a parenthesis inside another: \(line)")
        opened = column
      case ")":
        precondition(opened != nil, "Marbles: a parenthesis was not opened: \(line)")
        opened = nil
      default: events.append(.next(time, String(character)))
      }
    }
    precondition(opened == nil, "Marbles: a parenthesis was not closed: \(line)")
    return events
  }
}

/// The failure that `#` stands for.
public struct MarbleError: Error, Hashable {
  /// It.
  public init() {}
}
