import AirportNet
import MiniRx

struct Refusal: Decodable {
  let message: String
}

@MainActor func handle(_ error: NetworkError, logIn: () -> Void, present: (String) -> Void) {
  switch error.advice {
  case .ignore: break
  case .logIn: logIn()
  case .retry, .waitForNetwork, .showMessage, .reportBug:
    present(error.decodeBody(as: Refusal.self)?.message ?? error.userMessage)
  }
}

func names(of text: String, report: (String) -> Void) async -> [String] {
  do {
    return try await AirportsRouter.search(text).value(of: [Airport].self).map(\.name)
  } catch {
    if !error.isCancelled { report(error.userMessage) }
    return []
  }
}

func refreshed(by taps: Observable<Void>, _ service: AirportsService) -> Observable<[Airport]> {
  taps.flatMapLatest { service.search("seoul").catchAndReturn([]) }
}

func patientSearch(_ text: String, _ service: AirportsService, scheduler: any SchedulerType) -> Single<[Airport]> {
  service.search(text).retry(.exponential(attempts: 3, initial: .seconds(1)), scheduler: scheduler) { error in
    (error as? NetworkError)?.isRetryable == true
  }
}
