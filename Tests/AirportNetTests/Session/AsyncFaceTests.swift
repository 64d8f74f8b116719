import AirportNet
import Foundation
import MiniRx
import TestSupport
import Testing

@Suite("Async faces")
struct AsyncFaceTests {
  private struct Items: RequestConvertible {
    var baseUrl: String
    var method: HTTPMethod { .get }
    var paths: [String] { ["items"] }
    var parameters: [String: Any]? { nil }
    var body: [String: Any]? { nil }
    var headers: [String: String]? { nil }
  }

  private struct Route: HttpRouter {
    var baseUrlString: String
    var path: String { "items" }
    var method: HTTPMethod { .get }
  }

  private struct Service: HttpService {
    var sessionManager: Session
    func request(_ urlRequest: any URLRequestConvertible) -> DataRequest {
      sessionManager.request(urlRequest).validate()
    }
  }

  private let transport = StubTransport { request in
    request.url?.host() == "bad.test" ? .json(#"{"why":"x"}"#, statusCode: 404) : .json("[1,2]")
  }
  private var session: Session { Session(transport: transport) }
  private var service: Service { Service(sessionManager: session) }

  @Test("requests, routers and endpoints have the same faces, awaited and as singles")
  @MainActor
  func faces() async throws {
    let request = session.request("http://host.test/items").validate()
    let route = Route(baseUrlString: "http://host.test")
    let items = Items(baseUrl: "http://host.test")
    let text = Data("[1,2]".utf8)
    let values: [[Int]] = [
      try await request.value(), try await request.single().value,
      try await route.value(usingHttpService: service), try await route.single(usingHttpService: service).value,
      try await items.value(session: session), try await items.single(session: session).value,
    ]
    #expect(values == Array(repeating: [1, 2], count: 6))
    let bodies = [
      try await request.data(), try await request.singleData().value,
      try await route.singleData(usingHttpService: service).value, try await items.singleData(session: session).value,
      Data(try await request.string().utf8), Data(try await request.singleString().value.utf8),
      Data(try await route.singleString(usingHttpService: service).value.utf8),
      Data(try await items.singleString(session: session).value.utf8),
    ]
    #expect(bodies == Array(repeating: text, count: 8))
    let void: Single<Void> = request.single()
    try await void.value
    try await request.value()
    try await route.single(usingHttpService: service).value
    try await route.value(usingHttpService: service)
    try await items.single(session: session).value
    try await items.value(session: session)
    #expect(transport.sent.count == 20)
    #expect(Set(transport.sent.compactMap(\.url?.absoluteString)) == ["http://host.test/items"])
  }

  @Test("they throw NetworkError by type, with the body of the answer")
  func typedThrows() async {
    let request = session.request("http://bad.test/items").validate()
    let route = Route(baseUrlString: "http://bad.test")
    let items = Items(baseUrl: "http://bad.test")
    var errors: [NetworkError] = []
    do throws(NetworkError) { _ = try await request.value(of: [Int].self) } catch { errors.append(error) }
    do throws(NetworkError) { try await request.value() } catch { errors.append(error) }
    do throws(NetworkError) { _ = try await request.data() } catch { errors.append(error) }
    do throws(NetworkError) { _ = try await request.string() } catch { errors.append(error) }
    do throws(NetworkError) { _ = try await route.value(of: [Int].self, usingHttpService: service) } catch {
      errors.append(error)
    }
    do throws(NetworkError) { try await route.value(usingHttpService: service) } catch { errors.append(error) }
    do throws(NetworkError) { _ = try await items.value(of: [Int].self, session: session) } catch {
      errors.append(error)
    }
    do throws(NetworkError) { try await items.value(session: session) } catch { errors.append(error) }
    do throws(NetworkError) {
      _ = try await session.request("http://bad.test/").validate().serializingDecodable([Int].self).value
    } catch { errors.append(error) }
    #expect(errors.map(\.statusCode) == Array(repeating: 404, count: 9))
    #expect(errors.allSatisfy { $0.decodeBody(as: [String: String].self) == ["why": "x"] })
  }

  @Test("what cannot be built is thrown, and nothing is sent", arguments: ["", "no address"])
  func unbuildable(_ address: String) async {
    let (route, items) = (Route(baseUrlString: address), Items(baseUrl: address))
    await #expect { try await route.value(of: [Int].self, usingHttpService: service) } throws: {
      $0.asAFError?.isInvalidURLError == true
    }
    await #expect { try await items.value(of: [Int].self, session: session) } throws: {
      $0.asAFError?.isInvalidURLError == true
    }
    await #expect { try await session.request(address).serializingData().value } throws: {
      $0.asAFError?.isInvalidURLError == true
    }
    #expect(transport.sent.isEmpty)
  }

  @Test("serializing tasks share the exchange of the handlers and may be awaited again")
  func serializing() async throws {
    let request = session.request("http://host.test/items").validate()
    let numbers = request.serializingDecodable([Int].self)
    #expect(try await numbers.value == [1, 2])
    #expect(await numbers.result == .success([1, 2]))
    let response = await numbers.response
    #expect(response.response?.statusCode == 200 && response.data == Data("[1,2]".utf8))
    #expect(try await request.serializingData().value == Data("[1,2]".utf8))
    #expect(try await request.serializingString().value == "[1,2]")
    #expect(transport.sent.count == 1)
  }

  @Test("a serializing task sends its request when it is made, so that several run at once")
  func eager() {
    let task = session.request("http://host.test/items").serializingData()
    #expect(transport.sent.count == 1)
    withExtendedLifetime(task) {}
  }

  /// A call that waits for an answer which does not come.
  enum Call: String, CaseIterable, Sendable {
    case value, void, data, string, router, endpoint, single, serializing, steps, kept
  }

  private static func perform(_ call: Call, _ url: URL) async throws {
    let session = Session(transport: URLSessionTransport())
    let request = session.request(URLRequest(url, timeout: 60))
    switch call {
    case .value: _ = try await request.value(of: [Int].self)
    case .void: try await request.value()
    case .data: _ = try await request.data()
    case .string: _ = try await request.string()
    case .router:
      try await Route(baseUrlString: url.absoluteString).value(usingHttpService: Service(sessionManager: session))
    case .endpoint:
      _ = try await Items(baseUrl: url.absoluteString).value(of: [Int].self, timeoutInterval: 60, session: session)
    case .single: _ = try await request.singleData().value
    case .serializing, .kept: _ = try await request.serializingData(automaticallyCancelling: call == .serializing).value
    case .steps: for try await _ in request.progress().values {}
    }
  }

  @Test("cancelling the task closes the connection, and the call throws cancelled", arguments: Call.allCases)
  func cancellation(_ call: Call) async throws {
    let gate = Gate()
    let server = try RawServer([.readRequest, .waitFor(gate), .send("HTTP/1.1 204 No Content\r\n\r\n"), .readToEnd])
    let url = server.baseURL
    let task = Task { try await Self.perform(call, url) }
    #expect(server.wait { $0.first?.isEmpty == false })
    task.cancel()
    if call == .kept {
      gate.open()
      try await task.value
    } else {
      let result = await task.result
      // A loop over values ends without an error when its task is cancelled.
      if call != .steps {
        #expect(throws: (any Error).self) { try result.get() }
        if case .failure(let error) = result { #expect(NetworkError(wrapping: error) == .cancelled) }
      }
      gate.open()
      #expect(server.waitForEnds(1), "the server sees the connection close")
    }
    server.stop()
  }

  @Test("a task that is cancelled before it calls sends nothing")
  func cancelledBefore() async {
    let session = session
    let task = Task {
      while !Task.isCancelled { await Task.yield() }
      return try await session.request("http://host.test/").value(of: [Int].self)
    }
    task.cancel()
    await #expect(throws: NetworkError.cancelled) { try await task.value }
    #expect(transport.sent.isEmpty)
  }

  @Test("a session, a service and a provider that nobody holds still answer those who await")
  func released() async throws {
    let transport = StubTransport { _ in .json("[1]").delayed(by: .milliseconds(50)) }
    async let direct = Session(transport: transport).request("http://host.test/").value(of: [Int].self)
    async let task = Session(transport: transport).request("http://host.test/").serializingDecodable([Int].self).value
    async let routed = Route(baseUrlString: "http://host.test")
      .value(of: [Int].self, usingHttpService: Service(sessionManager: Session(transport: transport)))
    async let provided = NetworkProvider<[Int]>(session: Session(transport: transport))
      .request(endpoint: Items(baseUrl: "http://host.test"))
    async let single = NetworkProvider<[Int]>(session: Session(transport: transport))
      .single(endpoint: Items(baseUrl: "http://host.test")).value
    let all = try await [direct, task, routed, provided, single]
    #expect(all == Array(repeating: [1], count: 5))
  }
}
