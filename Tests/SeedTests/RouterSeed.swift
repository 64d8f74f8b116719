import AirportNet
import Foundation
import MiniRx

// An app in the router style, as it is written with other libraries; its protocols are its own.

protocol HttpRouter: URLRequestConvertible {
  var baseUrlString: String { get }
  var path: String { get }
  var method: HTTPMethod { get }
  var headers: HTTPHeaders? { get }
  var parameters: Parameters? { get }
  func body() throws -> Data?
  func request(usingHttpService service: HttpService) throws -> DataRequest
}

extension HttpRouter {
  var parameters: Parameters? { return nil }
  var headers: HTTPHeaders? { return nil }

  func body() throws -> Data? { return nil }

  func asURLRequest() throws -> URLRequest {
    var url = try baseUrlString.asURL()
    url.appendPathComponent(path)
    var request = try URLRequest(url: url, method: method, headers: headers)
    request.httpBody = try body()
    return request
  }

  func request(usingHttpService service: HttpService) throws -> DataRequest {
    return try service.request(asURLRequest())
  }
}

protocol HttpService {
  var sessionManager: Session { get set }
  func request(_ urlRequest: URLRequestConvertible) -> DataRequest
}

enum FlightRouter {
  case getFlights
  case addFlight(Flight)

  static var server = ""
}

extension FlightRouter: HttpRouter {
  var baseUrlString: String { return FlightRouter.server }

  var path: String {
    switch self {
    case .getFlights, .addFlight: return "posts"
    }
  }

  var method: HTTPMethod {
    switch self {
    case .getFlights: return .get
    case .addFlight: return .post
    }
  }

  var headers: HTTPHeaders? {
    return ["Content-Type": "application/json; charset=UTF-8"]
  }

  func body() throws -> Data? {
    switch self {
    case .getFlights: return nil
    case .addFlight(let flight): return try JSONEncoder().encode(flight)
    }
  }
}

final class FlightHttpService: HttpService {
  var sessionManager: Session = Session.default

  func request(_ urlRequest: URLRequestConvertible) -> DataRequest {
    return sessionManager.request(urlRequest).validate(statusCode: 200..<400)
  }
}

struct Flight: Codable {
  var userId: Int
  var title: String
  var body: String
}

typealias FlightsResponse = [Flight]

protocol FlightAPI {
  func fetchFlights() -> Single<FlightsResponse>
}

class FlightService {
  static let shared: FlightService = FlightService()

  private lazy var httpService = FlightHttpService()
}

extension FlightService: FlightAPI {
  func fetchFlights() -> Single<FlightsResponse> {
    return Single.create { [httpService] (single) -> Disposable in
      do {
        try FlightRouter.getFlights
          .request(usingHttpService: httpService)
          .responseDecodable(
            of: FlightsResponse.self,
            completionHandler: { response in
              switch response.result {
              case .success(let flights):
                single(.success(flights))
              case .failure(let error):
                single(.failure(error))
              }
            })
      } catch {
        single(.failure(error))
      }
      return Disposables.create()
    }
  }

  func add(_ flight: Flight, completion: @escaping (DataResponse<Flight, AFError>) -> Void) throws {
    try FlightRouter.addFlight(flight)
      .request(usingHttpService: httpService)
      .responseDecodable(of: Flight.self, completionHandler: completion)
  }
}

class FlightViewModel {
  private let api: FlightAPI
  private let bag = DisposeBag()
  var titles: [String] = []
  var onChange: (() -> Void)?

  init(api: FlightAPI = FlightService.shared) {
    self.api = api
  }

  func process() {
    api.fetchFlights()
      .map { [weak self] flights in
        self?.titles = flights.map { $0.title }
        self?.onChange?()
      }
      .subscribe()
      .disposed(by: bag)
  }
}
