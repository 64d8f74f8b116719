import AirportApp
import AirportNet
import Foundation
import MiniRx
import Testing

// The router style in Swift 6 mode. What Swift 6 demands of the app's own types: protocols and classes that are shared say
// that they are Sendable, and existentials say `any`.

private protocol HttpRouter: URLRequestConvertible {
  var baseUrlString: String { get }
  var path: String { get }
  var method: HTTPMethod { get }
  var headers: HTTPHeaders? { get }
  var parameters: Parameters? { get }
  func body() throws -> Data?
  func request(usingHttpService service: any HttpService) throws -> DataRequest
}

extension HttpRouter {
  var parameters: Parameters? { nil }

  func body() throws -> Data? { nil }

  func asURLRequest() throws -> URLRequest {
    var url = try baseUrlString.asURL()
    url.appendPathComponent(path)
    var request = try URLRequest(url: url, method: method, headers: headers)
    request.httpBody = try body()
    return request
  }

  func request(usingHttpService service: any HttpService) throws -> DataRequest {
    try service.request(asURLRequest())
  }
}

private protocol HttpService: Sendable {
  var sessionManager: Session { get set }
  func request(_ urlRequest: any URLRequestConvertible) -> DataRequest
}

private enum FlightRouter {
  case getFlights(server: String)
}

extension FlightRouter: HttpRouter {
  var baseUrlString: String {
    switch self {
    case .getFlights(let server): server
    }
  }

  var path: String { "posts" }
  var method: HTTPMethod { .get }
  var headers: HTTPHeaders? { ["Content-Type": "application/json; charset=UTF-8"] }
}

private struct FlightHttpService: HttpService {
  var sessionManager: Session = Session.default

  func request(_ urlRequest: any URLRequestConvertible) -> DataRequest {
    sessionManager.request(urlRequest).validate(statusCode: 200..<400)
  }
}

private struct Flight: Codable {
  var title: String
}

private final class FlightService: Sendable {
  static let shared = FlightService()

  private let httpService = FlightHttpService()

  func fetchFlights(from server: String) -> Single<[Flight]> {
    Single.create { [httpService] single -> any Disposable in
      do {
        try FlightRouter.getFlights(server: server)
          .request(usingHttpService: httpService)
          .responseDecodable(
            of: [Flight].self,
            completionHandler: { response in
              switch response.result {
              case .success(let flights): single(.success(flights))
              case .failure(let error): single(.failure(error))
              }
            })
      } catch {
        single(.failure(error))
      }
      return Disposables.create()
    }
  }
}

@MainActor private final class FlightViewModel {
  var titles: [String] = []
  var message: String?
  var onChange: (() -> Void)?
  private let bag = DisposeBag()

  func process(_ server: String) {
    FlightService.shared.fetchFlights(from: server)
      .map { flights in flights.map { $0.title } }
      .subscribe(
        onSuccess: { [weak self] titles in
          self?.titles = titles
          self?.onChange?()
        },
        onFailure: { [weak self] error in
          self?.message = error.localizedDescription
          self?.onChange?()
        }
      )
      .disposed(by: bag)
  }
}

@Suite("Seeds in Swift 6: router", .serialized)
@MainActor
struct RouterSeedTests {
  @Test(
    "a router's service gives a Single to a view model on the main actor", arguments: ["", "/nowhere", "no address"])
  func single(_ place: String) async throws {
    let server = LoopbackServer()
    try server.start()
    let model = FlightViewModel()
    await withCheckedContinuation { continuation in
      model.onChange = { continuation.resume() }
      model.process(place.hasPrefix("no") ? place : server.baseURL.absoluteString + place)
    }
    #expect(model.titles.isEmpty == !place.isEmpty)
    #expect((model.message == nil) == place.isEmpty)
    server.stop()
  }
}
