internal import AirportNet
internal import MiniRx

/// What happened in a run of the interactive search, and when. Filled from any thread.
final class RunRecord: @unchecked Sendable {
  /// A line of the diagram.
  enum Lane: Hashable, Sendable, CaseIterable {
    /// Keys that were pressed.
    case keys
    /// Texts that were searched for, once the typing had paused.
    case debounced
    /// Loads: their begin, `?`, and their end, `!`, `#` for a failure or `x` for one that was given up.
    case requests
    /// What was shown.
    case results
  }

  /// Something that happened.
  struct Event: Hashable, Sendable {
    var time: Duration
    var lane: Lane
    var label: String
  }

  // Guarded by `lock`.
  private var all: [Event] = []
  private let lock = Lock()
  private let scheduler: any SchedulerType
  private let start: Duration

  /// A record whose clock is at zero now.
  init(scheduler: any SchedulerType) {
    self.scheduler = scheduler
    start = scheduler.now
  }

  /// What happened up to now, the oldest first.
  var events: [Event] { lock.withLock { all } }

  /// Notes that something happens now.
  func note(_ lane: Lane, _ label: String) {
    let time = scheduler.now - start
    lock.withLock { all.append(Event(time: time, lane: lane, label: label)) }
  }
}

/// Airports whose loads are noted.
struct RecordedAirports: AirportAPI {
  let airports: any AirportAPI
  let record: RunRecord

  func fetchAirports() -> Single<AirportResponse> {
    Single<AirportResponse>.deferred { [airports, record] in
      let load = RecordedLoad(record)
      return airports.fetchAirports().do(
        onSuccess: { _ in load.end("!") }, onError: { _ in load.end("#") }, onDispose: { load.end("x") })
    }
  }
}

/// One load; only its first end counts.
private final class RecordedLoad: @unchecked Sendable {
  // Guarded by `lock`.
  private var isOver = false
  private let lock = Lock()
  private let record: RunRecord

  init(_ record: RunRecord) {
    self.record = record
    record.note(.requests, "?")
  }

  func end(_ label: String) {
    let isFirst = lock.withLock {
      defer { isOver = true }
      return !isOver
    }
    if isFirst { record.note(.requests, label) }
  }
}
