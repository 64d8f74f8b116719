import MiniRx
import TestSupport

/// Plays marbles in virtual time and draws what comes of them, so that whole histories are compared as one string.
///
/// A character is one tick: `-` nothing, a letter or digit an element, `|` the end, `#` a failure. `(ab|)` comes in one
/// tick, `[ab]` is one element of several characters, `{e}` an error by its description. Spaces do not count.
final class MarbleLab: Sendable {
  static let tick = Duration.milliseconds(10)

  let scheduler = VirtualTimeScheduler()
  private let log = Locked<[String]>([])

  /// When the named cold sources were subscribed to (`a^0`) and disposed or ended (`a!5`), in order.
  var subscriptions: [String] { log.value }

  private var ticks: Int { Int(scheduler.now / MarbleLab.tick) }

  /// A source that runs from now on, whoever listens.
  func hot(_ marbles: String) -> Observable<String> {
    let subject = PublishSubject<String>()
    for (tick, event) in MarbleLab.parse(marbles) {
      scheduler.scheduleAt(scheduler.now + MarbleLab.tick * tick) { subject.on(event) }
    }
    return subject.asObservable()
  }

  /// A source that starts anew with each subscription.
  func cold(_ marbles: String, _ name: String = "") -> Observable<String> {
    let events = MarbleLab.parse(marbles)
    return .create { [self] observer in
      if !name.isEmpty { log.update { $0.append("\(name)^\(ticks)") } }
      let timers = events.map { tick, event in
        scheduler.scheduleRelative((), dueTime: MarbleLab.tick * tick) {
          observer.on(event)
          return Disposables.create()
        }
      }
      return Disposables.create { [self] in
        if !name.isEmpty { log.update { $0.append("\(name)!\(ticks)") } }
        for timer in timers { timer.dispose() }
      }
    }
  }

  /// Subscribes now, advances the clock by so many ticks, and draws what came.
  func play(_ source: Observable<String>, disposeAt: Int? = nil, ticks: Int = 60) -> String {
    let start = self.ticks
    let came = Locked<[(tick: Int, text: String)]>([])
    let subscription = source.subscribe { [self] event in
      let text: String
      switch event {
      case .next(let element): text = element.count == 1 ? element : "[\(element)]"
      case .error(let error): text = error is TestFailure ? "#" : "{\(error)}"
      case .completed: text = "|"
      }
      came.update { $0.append((self.ticks - start, text)) }
    }
    if let disposeAt {
      scheduler.scheduleAt(scheduler.now + MarbleLab.tick * disposeAt) { subscription.dispose() }
    }
    scheduler.advance(by: MarbleLab.tick * ticks)
    subscription.dispose()
    return MarbleLab.draw(came.value)
  }

  private static func draw(_ events: [(tick: Int, text: String)]) -> String {
    var drawing = ""
    guard let last = events.last?.tick else { return drawing }
    for tick in 0...last {
      let texts = events.filter { $0.tick == tick }.map(\.text)
      switch texts.count {
      case 0: drawing += "-"
      case 1: drawing += texts[0]
      default: drawing += "(\(texts.joined()))"
      }
    }
    return drawing
  }

  private static func parse(_ marbles: String) -> [(Int, Event<String>)] {
    var (events, tick, isGroup) = ([(Int, Event<String>)](), 0, false)
    var rest = Substring(marbles.filter { $0 != " " })
    while let character = rest.popFirst() {
      switch character {
      case "-": break
      case "(": isGroup = true
      case ")": isGroup = false
      case "|": events.append((tick, .completed))
      case "#": events.append((tick, .error(TestFailure())))
      case "[":
        let element = rest.prefix { $0 != "]" }
        rest = rest.dropFirst(element.count + 1)
        events.append((tick, .next(String(element))))
      default: events.append((tick, .next(String(character))))
      }
      if !isGroup { tick += 1 }
    }
    return events
  }
}
