import AirportNet
import Foundation
import MiniRx

struct Airport: Decodable, Equatable, Sendable {
  let code, name: String
}

enum AirportsRouter: HttpRouter {
  case search(String)

  var baseUrlString: String { "https://airports.example/v1" }
  var path: String { "airports" }
  var method: HTTPMethod { .get }
  var parameters: Parameters? {
    switch self {
    case .search(let text): ["q": text]
    }
  }
}

struct AirportsHttpService: HttpService {
  var sessionManager: Session

  func request(_ urlRequest: any URLRequestConvertible) -> DataRequest {
    sessionManager.request(urlRequest).validate()
  }
}

struct AirportsService {
  let http: AirportsHttpService

  func search(_ text: String) -> Single<[Airport]> {
    AirportsRouter.search(text).single(of: [Airport].self, usingHttpService: http)
  }
}

@MainActor final class SearchModel {
  let query = BehaviorRelay(value: "")
  private(set) var rows: [Airport] = []
  private(set) var message: String?
  private let bag = DisposeBag()

  init(service: AirportsService, scheduler: any SchedulerType) {
    found(by: settled(query.asObservable(), scheduler: scheduler), service)
      .subscribe(with: self, onNext: { model, answer in model.show(answer) })
      .disposed(by: bag)
  }

  private func show(_ answer: Result<[Airport], NetworkError>) {
    switch answer {
    case .success(let airports): (rows, message) = (airports, nil)
    case .failure(let error): message = error.userMessage
    }
  }
}

func settled(_ typed: Observable<String>, scheduler: any SchedulerType) -> Observable<String> {
  typed
    .map { $0.trimmingCharacters(in: .whitespaces) }
    .debounce(.milliseconds(300), scheduler: scheduler)
    .distinctUntilChanged()
}

func found(
  by texts: Observable<String>, _ service: AirportsService
) -> Observable<Result<[Airport], NetworkError>> {
  texts.flatMapLatest { text -> Single<Result<[Airport], NetworkError>> in
    if text.isEmpty { return .just(.success([])) }
    return service.search(text)
      .map { .success($0) }
      .catch { .just(.failure(NetworkError(wrapping: $0))) }
  }
}

func searchSession(
  over transport: any Transport, scheduler: any SchedulerType, decodingOn decoding: any ImmediateSchedulerType
) -> Session {
  Session(
    transport: transport,
    interceptors: [
      TimeoutInterceptor(total: .seconds(20), scheduler: scheduler),
      CacheInterceptor(),
      RetryInterceptor(scheduler: scheduler),
      RedirectInterceptor(),
    ],
    scheduler: decoding)
}

@MainActor func liveSearch() -> SearchModel {
  let session = searchSession(
    over: Session.platformTransport(), scheduler: ConcurrentDispatchQueueScheduler(),
    decodingOn: ConcurrentDispatchQueueScheduler())
  return SearchModel(
    service: AirportsService(http: AirportsHttpService(sessionManager: session)), scheduler: MainScheduler.instance)
}
