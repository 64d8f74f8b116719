import AirportApp
import MiniRx

/// A person who answers questions as a test tells her, and hears what is said.
@MainActor
final class StubAlerts: AlertPresenter {
  /// What was asked.
  private(set) var questions: [AlertQuestion] = []
  /// What was said, with its time.
  private(set) var messages: [AlertMessage] = []
  /// How many questions stand unanswered.
  private(set) var open = 0
  private let answer: Result<Bool, RxError>?
  private let scheduler: VirtualTimeScheduler
  private let delay: Duration?

  /// A person who answers after a while, or at once; nil for never.
  init(_ answer: Result<Bool, RxError>?, after delay: Duration?, scheduler: VirtualTimeScheduler) {
    self.answer = answer
    self.delay = delay
    self.scheduler = scheduler
  }

  func show(_ message: AlertMessage) { messages.append(message) }

  func confirm(_ question: AlertQuestion) -> Single<Bool> {
    questions.append(question)
    let answered =
      switch answer {
      case .success(let isConfirmed):
        delay.map { Single.just(isConfirmed).delay($0, scheduler: scheduler) } ?? .just(isConfirmed)
      case .failure(let error): Single<Bool>.error(error)
      case nil: Single<Bool>.never()
      }
    return answered.do(
      onSubscribe: { MainActor.assumeIsolated { self.open += 1 } },
      onDispose: { MainActor.assumeIsolated { self.open -= 1 } })
  }
}
