import AirportApp
import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("NetworkProvider and HttpRouter")
struct NetworkProviderTests {
  private struct Echo: RequestConvertible {
    var baseUrl = "http://host.test/api/?v=1"
    var method: HTTPMethod { .get }
    var paths: [String] = ["list"]
    var parameters: [String: Any]?
    var body: [String: Any]?
    var headers: [String: String]?
  }

  private enum Router: HttpRouter {
    case search(String), broken
    var baseUrlString: String { "http://host.test/api" }
    var path: String { "search" }
    var method: HTTPMethod { self.isBroken ? HTTPMethod(rawValue: "BAD METHOD") : .get }
    var parameters: Parameters? { if case .search(let text) = self { ["q": text] } else { nil } }
    private var isBroken: Bool { if case .broken = self { true } else { false } }
  }

  private struct Service: HttpService {
    var sessionManager: Session

    func request(_ urlRequest: any URLRequestConvertible) -> DataRequest {
      sessionManager.request(urlRequest).validate(statusCode: 200..<300)
    }
  }

  private let transport = StubTransport { request in
    request.url?.query()?.contains("refuse") == true ? .json("{}", statusCode: 400) : .json("[1,2]")
  }

  private var provider: NetworkProvider<[Int]> {
    NetworkProvider(timeoutInterval: 2.5, session: Session(transport: transport))
  }

  @Test("its forms give the value of the same request")
  @MainActor
  func forms() async throws {
    let awaited = try await provider.request(endpoint: Echo())
    let single = try await provider.single(endpoint: Echo()).value
    let called = await withCheckedContinuation { continuation in
      provider.request(endpoint: Echo()) { continuation.resume(returning: $0) }
    }
    let own = try await Echo().single(
      of: [Int].self, timeoutInterval: 2.5, session: Session(transport: transport)
    ).value
    #expect([awaited, single, try called.get(), own] == Array(repeating: [1, 2], count: 4))
    #expect(
      transport.sent.compactMap(\.url?.absoluteString) == Array(repeating: "http://host.test/api/list?v=1", count: 4))
    #expect(transport.sent.map(\.timeoutInterval) == [2.5, 2.5, 2.5, 2.5])
  }

  @Test("its three forms fail with the same error, typed")
  @MainActor
  func failures() async {
    let endpoint = Echo(parameters: ["refuse": true])
    var errors: [NetworkError?] = []
    do throws(NetworkError) {
      _ = try await provider.request(endpoint: endpoint)
    } catch {
      errors.append(error)
    }
    let log = Awaited<Result<[Int], NetworkError>>()
    let subscription = log.record(provider.single(endpoint: endpoint))
    #expect(log.wait())
    errors.append(log.values.first?.error)
    errors.append(
      await withCheckedContinuation { continuation in
        provider.request(endpoint: endpoint) { continuation.resume(returning: $0.error) }
      })
    #expect(errors.map { $0?.statusCode } == [400, 400, 400])
    #expect(errors.map { $0?.body } == [Data("{}".utf8), Data("{}".utf8), Data("{}".utf8)])
    subscription.dispose()
  }

  @Test("an endpoint that cannot be built is a failure that says why, and nothing is sent")
  func unbuildable() async {
    await #expect(throws: NetworkError.self) { try await provider.request(endpoint: Echo(baseUrl: "no address")) }
    await #expect(throws: NetworkError.self) {
      try await provider.request(endpoint: Echo(parameters: ["a": Double.infinity]))
    }
    #expect(transport.sent.isEmpty)
  }

  @Test("cancelling the task closes the connection")
  func taskCancellation() async throws {
    let server = try RawServer([.readRequest, .readToEnd])
    let endpoint = Echo(baseUrl: server.baseURL.absoluteString)
    let task = Task { try await NetworkProvider<[Int]>(timeoutInterval: 30).request(endpoint: endpoint) }
    #expect(server.wait { $0.first?.isEmpty == false })
    task.cancel()
    #expect(server.waitForEnds(1), "the server sees the connection close")
    let result = await task.result
    guard case .failure(NetworkError.cancelled) = result else { return #expect(Bool(false), "\(result)") }
  }

  @Test("a router goes through its service, with its parameters")
  func router() throws {
    let service = Service(sessionManager: Session(transport: transport))
    let log = Awaited<Result<[Int], NetworkError>>()
    try Router.search("a b").request(usingHttpService: service).responseDecodable(of: [Int].self) {
      log.take($0.result)
    }
    let subscription = log.record(Router.search("a b").single(of: [Int].self, usingHttpService: service))
    #expect(log.wait(2))
    #expect(log.values.map(\.value) == [[1, 2], [1, 2]])
    #expect(Set(transport.sent.compactMap(\.url?.absoluteString)) == ["http://host.test/api/search?q=a%20b"])
    subscription.dispose()
  }

  @Test("a router that cannot be built throws, and its single fails")
  func brokenRouter() {
    let service = Service(sessionManager: Session(transport: transport))
    #expect(throws: NetworkError.invalidRequest(.method("BAD METHOD"))) {
      try Router.broken.request(usingHttpService: service)
    }
    let log = Awaited<Result<[Int], NetworkError>>()
    let subscriptions = [
      log.record(Router.broken.single(of: [Int].self, usingHttpService: service)),
      log.record(Router.broken.single(of: [Int].self)),
    ]
    #expect(log.wait(2))
    #expect(log.values.map(\.error) == Array(repeating: .invalidRequest(.method("BAD METHOD")), count: 2))
    #expect(transport.sent.isEmpty)
    subscriptions.forEach { $0.dispose() }
  }
}
