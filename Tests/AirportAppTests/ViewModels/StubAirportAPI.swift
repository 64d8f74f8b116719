import AirportNet
import MiniRx

/// Answers loads as a test tells it, in virtual time, and counts them.
@MainActor
final class StubAirportAPI: AirportAPI {
  /// One load: its answer, and how long it takes. The last one is given again and again.
  struct Answer: Sendable {
    let result: Result<[AirportModel], NetworkError>
    let latency: Duration?

    static func airports(_ airports: [AirportModel], after latency: Duration? = nil) -> Answer {
      Answer(result: .success(airports), latency: latency)
    }

    static func failure(_ error: NetworkError, after latency: Duration? = nil) -> Answer {
      Answer(result: .failure(error), latency: latency)
    }
  }

  /// How many loads have begun.
  private(set) var begun = 0
  /// How many were given up before they ended.
  private(set) var cancelled = 0
  private let answers: [Answer]
  private let scheduler: VirtualTimeScheduler

  init(_ answers: [Answer], scheduler: VirtualTimeScheduler) {
    self.answers = answers
    self.scheduler = scheduler
  }

  nonisolated func fetchAirports() -> Single<AirportResponse> {
    Single.create { answer in MainActor.assumeIsolated { self.load(answer) } }
  }

  private func load(_ answer: @escaping @Sendable (Result<AirportResponse, any Error>) -> Void) -> any Disposable {
    let scripted = answers[min(begun, answers.count - 1)]
    begun += 1
    let result = scripted.result.map { AirportResponse(airports: $0) }.mapError { $0 as any Error }
    guard let latency = scripted.latency else {
      answer(result)
      return Disposables.create()
    }
    let isOver = BooleanFlag()
    let timer = scheduler.scheduleRelative((), dueTime: latency) { _ in
      MainActor.assumeIsolated { isOver.isSet = true }
      answer(result)
      return Disposables.create()
    }
    return Disposables.create {
      timer.dispose()
      MainActor.assumeIsolated { if !isOver.isSet { self.cancelled += 1 } }
    }
  }
}

@MainActor
private final class BooleanFlag {
  var isSet = false
}
